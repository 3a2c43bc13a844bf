import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import type { Config } from '#src/config';
import type { DependencyWatch } from '../dependencies/dependency-watch';
import { migrations } from './migrations';
import { entitiesOf } from './rows';
import { keepMysqlDeadlines } from './mysql-deadlines';
import { SqliteDriver } from './sqlite-driver';
import { isolateSqliteQueryRunners } from './sqlite-isolation';

/** Set on every connection: see architecture §4 for why the isolation level, and for the rest what differs between engines. */
const SESSION_SETUP = [
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,ONLY_FULL_GROUP_BY'",
  "SET SESSION time_zone = '+00:00'",
  'SET SESSION innodb_lock_wait_timeout = 5',
  // A search may join many values; trying all orders of twenty joins takes seconds, the first four decide.
  'SET SESSION optimizer_search_depth = 4',
];

/**
 * Whoever is stopped or vanishes inside a transaction is undone after so long, and what it had locked is free again. MySQL
 * ends any session that says nothing; MariaDB has a limit of its own for transactions.
 */
const SILENCE_SECONDS = 12;
/** Before the server does: a connection that is taken from the pool is one that it has not ended. */
const IDLE_MS = 6000;
const DAY_SECONDS = 86_400;

function silenceLimit({ options }: DataSource, seconds: number): string[] {
  const all = [`SET SESSION wait_timeout = ${seconds}`];
  return options.type === 'mariadb' ? [...all, `SET SESSION idle_transaction_timeout = ${seconds}`] : all;
}

/** Lets a transaction that holds no lock be silent for long; its connection is not to be used for anything else afterwards. */
export async function allowSilence(runner: QueryRunner): Promise<void> {
  for (const sql of silenceLimit(runner.connection, DAY_SECONDS)) await runner.query(sql);
}

/** No question of one caller may keep a connection for long: the server gives it up, and we the server a little later. */
function timeLimit({ options }: DataSource, seconds: number): string[] {
  const mariadb = `SET SESSION max_statement_time = ${seconds}`;
  return [options.type === 'mariadb' ? mariadb : `SET SESSION max_execution_time = ${seconds * 1000}`];
}

/** What makes a node catch up with the others before it answers, by the variable that it must know. Other servers have one truth anyway. */
const CATCH_UP: Readonly<Record<string, string>> = {
  // Before questions; what writes on top of something stale is refused by the cluster, and begins again.
  wsrep_sync_wait: 'SET SESSION wsrep_sync_wait = 1',
  group_replication_consistency: "SET SESSION group_replication_consistency = 'BEFORE'",
};

async function catchUp(runner: QueryRunner): Promise<string[]> {
  const names = Object.keys(CATCH_UP);
  const known = (await runner.query(`SHOW VARIABLES WHERE Variable_name IN (${names.map(() => '?').join(', ')})`, names)) as {
    Variable_name: string;
  }[];
  return known.map(({ Variable_name: name }) => CATCH_UP[name] as string);
}

/** What comes on top of the server's own limit: its answer, and a statement that waited for a lock. */
const GRACE_SECONDS = 5;
const CONNECT_MS = 3000;

/** Of the last four the defaults are the configuration's. */
export type Database = Pick<Config, 'databaseUrl' | 'databasePool' | 'dataDir'> &
  Partial<Pick<Config, 'databaseQueue' | 'databaseWaitSeconds' | 'databaseStatementSeconds' | 'databaseSyncReads'>>;

const common = { migrations, migrationsTableName: 'schema_migration', synchronize: false, logging: false } as const;

/** TypeORM sees differences that are none when it takes one server for the other (infra §3). */
async function probeType(url: string): Promise<'mysql' | 'mariadb'> {
  const connection = await createConnection({ uri: url, connectTimeout: CONNECT_MS });
  try {
    const [rows] = await connection.query('SELECT VERSION() AS version');
    return /mariadb/i.test((rows as { version: string }[])[0]?.version ?? '') ? 'mariadb' : 'mysql';
  } finally {
    await connection.end();
  }
}

async function optionsOf({ databaseUrl, databasePool, databaseQueue = 200, dataDir }: Database): Promise<DataSourceOptions> {
  if (databaseUrl) {
    const url = databaseUrl.reveal();
    const type = await probeType(url.replace(/^mariadb:/, 'mysql:'));
    return {
      ...common,
      type,
      entities: entitiesOf(type),
      url,
      charset: 'utf8mb4_bin',
      timezone: 'Z',
      poolSize: databasePool,
      connectTimeout: CONNECT_MS,
      supportBigNumbers: true,
      // Whole numbers stay below 2^53 here; as text they would compare and convert wrongly.
      bigNumberStrings: false,
      // A stack for each statement, in case it fails, costs a twentieth of a request; errors carry TypeORM's own.
      extra: {
        enableKeepAlive: true,
        multipleStatements: false,
        queueLimit: databaseQueue,
        trace: false,
        // With as many idle ones as there may be at all, mysql2 would look at none.
        maxIdle: databasePool - 1,
        idleTimeout: IDLE_MS,
        gracefulEnd: true,
      },
    };
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  return {
    ...common,
    type: 'better-sqlite3',
    entities: entitiesOf('better-sqlite3'),
    driver: SqliteDriver,
    database: join(dataDir, 'acervo.sqlite'),
    enableWAL: true,
    prepareDatabase: (database: SqliteDriver) => {
      // FULL: an acknowledged write survives a power cut.
      database.pragma('synchronous = FULL');
    },
  };
}

interface PooledConnection {
  query(sql: string, done: (error: Error | null) => void): void;
  destroy(): void;
}

const WATCHES = new WeakMap<DataSource, DependencyWatch>();

/** Undefined of the embedded database, which is there whenever we are. */
export const watchOf = (dataSource: DataSource): DependencyWatch | undefined => WATCHES.get(dataSource);

export async function openDataSource(database: Database): Promise<DataSource> {
  const dataSource = new DataSource(await optionsOf(database));
  if (dataSource.options.type === 'better-sqlite3') isolateSqliteQueryRunners(dataSource);
  await dataSource.initialize();
  try {
    if (dataSource.options.type !== 'better-sqlite3') await watchMysql(dataSource, database);
  } catch (error) {
    // A pool that nobody closes keeps the process alive.
    await dataSource.destroy().catch(() => undefined);
    throw error;
  }
  return dataSource;
}

async function watchMysql(
  dataSource: DataSource,
  { databaseWaitSeconds = 5, databaseStatementSeconds = 20, databaseSyncReads = false }: Database,
): Promise<void> {
  const { pool } = dataSource.driver as unknown as { pool: { on(event: string, listener: (connection: PooledConnection) => void): void } };
  const runner = dataSource.createQueryRunner();
  const setup = [
    ...SESSION_SETUP,
    ...silenceLimit(dataSource, SILENCE_SECONDS),
    ...timeLimit(dataSource, databaseStatementSeconds),
    ...(databaseSyncReads ? await catchUp(runner) : []),
  ];
  pool.on('connection', (connection) => {
    for (const sql of setup) connection.query(sql, (error) => error && connection.destroy());
  });
  // TypeORM opens one connection while it starts; it is used for nothing but migrations and the first requests.
  for (const sql of setup) await runner.query(sql);
  await runner.release();
  const watch = keepMysqlDeadlines(dataSource, {
    waitMs: databaseWaitSeconds * 1000,
    statementMs: (databaseStatementSeconds + GRACE_SECONDS) * 1000,
  });
  WATCHES.set(dataSource, watch);
  const destroy = dataSource.destroy.bind(dataSource);
  dataSource.destroy = () => {
    watch.stop();
    return destroy();
  };
}
