import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { DataSource, type DataSourceOptions, type QueryRunner } from 'typeorm';
import type { Config } from '#src/config';
import { privateDatabase } from '../support/private-files';
import type { DependencyWatch } from '../dependencies/dependency-watch';
import { migrations } from './migrations';
import { entitiesOf } from './entities';
import { keepMysqlDeadlines } from './mysql-deadlines';
import { SqliteDisk } from './sqlite-disk';
import { SqliteDriver } from './sqlite-driver';
import { isolateSqliteQueryRunners } from './sqlite-isolation';

/** Set on every connection; docs/operating.md names the differences between engines. */
const SESSION_SETUP = [
  'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ZERO_DATE,NO_ZERO_IN_DATE,ERROR_FOR_DIVISION_BY_ZERO,ONLY_FULL_GROUP_BY'",
  "SET SESSION time_zone = '+00:00'",
  'SET SESSION innodb_lock_wait_timeout = 5',
  // A search may join many values; optimising the order of twenty joins takes seconds, a depth of four suffices.
  'SET SESSION optimizer_search_depth = 4',
];

/**
 * A session that is stopped or disconnected inside a transaction is rolled back after this time, which frees its locks. MySQL ends any idle
 * session; MariaDB has a separate limit for transactions.
 */
const SILENCE_SECONDS = 12;
/** Shorter than the server's limit, so that a pooled connection has not been closed by the server. */
const IDLE_MS = 6000;
const DAY_SECONDS = 86_400;

function silenceLimit({ options }: DataSource, seconds: number): string[] {
  const all = [`SET SESSION wait_timeout = ${seconds}`];
  return options.type === 'mariadb' ? [...all, `SET SESSION idle_transaction_timeout = ${seconds}`] : all;
}

/** Allows long idle times in a transaction without locks; the connection must not be reused afterwards. */
export async function allowSilence(runner: QueryRunner): Promise<void> {
  for (const sql of silenceLimit(runner.connection, DAY_SECONDS)) await runner.query(sql);
}

/** Limits queries: the server aborts a long query, and the client gives up a little later. */
function timeLimit({ options }: DataSource, seconds: number): string[] {
  const mariadb = `SET SESSION max_statement_time = ${seconds}`;
  return [options.type === 'mariadb' ? mariadb : `SET SESSION max_execution_time = ${seconds * 1000}`];
}

/** Makes a cluster node apply pending writes before it answers; the key is the variable of that kind of cluster. */
const CATCH_UP: Readonly<Record<string, string>> = {
  // Before reads; the cluster rejects writes based on stale reads, and they are retried.
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

/** Added to the server's limit: for the answer, and for a statement that waited for a lock. */
const GRACE_SECONDS = 5;
const CONNECT_MS = 3000;

/** The last five default to the configuration. */
export type Database = Pick<Config, 'databaseUrl' | 'databasePool' | 'dataDir'> &
  Partial<Pick<Config, 'databaseQueue' | 'databaseWaitSeconds' | 'databaseStatementSeconds' | 'databaseSyncReads' | 'sqliteSynchronous'>>;

const common = { migrations, migrationsTableName: 'schema_migration', synchronize: false, logging: false } as const;

/** With the wrong server type TypeORM reports differences that do not exist. */
async function probeType(url: string): Promise<'mysql' | 'mariadb'> {
  const connection = await createConnection({ uri: url, connectTimeout: CONNECT_MS });
  try {
    const [rows] = await connection.query('SELECT VERSION() AS version');
    return /mariadb/i.test((rows as { version: string }[])[0]?.version ?? '') ? 'mariadb' : 'mysql';
  } finally {
    await connection.end();
  }
}

const embeddedPath = (dataDir: string) => join(dataDir, 'acervo.sqlite');

/** False: to open the embedded archive would be to begin one. A database server is never given its tables by opening it. */
export const isBegun = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): boolean =>
  databaseUrl !== null || existsSync(embeddedPath(dataDir));

async function optionsOf(
  { databaseUrl, databasePool, databaseQueue = 200, dataDir, sqliteSynchronous = 'full' }: Database,
  disk: SqliteDisk,
): Promise<DataSourceOptions> {
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
      // Numbers stay below 2^53; as strings they would be compared and converted wrongly.
      bigNumberStrings: false,
      // Stack traces per statement would cost a twentieth of a request; errors carry TypeORM's own.
      extra: {
        enableKeepAlive: true,
        multipleStatements: false,
        queueLimit: databaseQueue,
        trace: false,
        // mysql2 removes idle connections only if this is below the connection limit.
        maxIdle: databasePool - 1,
        idleTimeout: IDLE_MS,
        gracefulEnd: true,
      },
    };
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = embeddedPath(dataDir);
  privateDatabase(path);
  return {
    ...common,
    type: 'better-sqlite3',
    entities: entitiesOf('better-sqlite3'),
    driver: class extends SqliteDriver {
      constructor(file: string, options: object) {
        super(file, options, disk);
      }
    },
    database: path,
    enableWAL: true,
    prepareDatabase: (database: SqliteDriver) => {
      database.pragma(`synchronous = ${sqliteSynchronous}`);
      // What was deleted stays in no free page.
      database.pragma('secure_delete = ON');
      database.renewStatistics();
    },
  };
}

interface PooledConnection {
  query(sql: string, done: (error: Error | null) => void): void;
  destroy(): void;
}

const WATCHES = new WeakMap<DataSource, DependencyWatch>();

/** Undefined for the embedded database, whose disk is known by `diskOf`. */
export const watchOf = (dataSource: DataSource): DependencyWatch | undefined => WATCHES.get(dataSource);

const DISKS = new WeakMap<DataSource, SqliteDisk>();

/** Undefined for a database server, which answers for its own disk. */
export const diskOf = (dataSource: DataSource): SqliteDisk | undefined => DISKS.get(dataSource);

/** Tells that the embedded database cannot go on: nothing is read or written any more. */
export const whenDiskBreaks = (app: { get(token: typeof DataSource): DataSource }, tell: (error: Error) => void): void =>
  diskOf(app.get(DataSource))?.whenBroken(tell);

export async function openDataSource(database: Database): Promise<DataSource> {
  const disk = new SqliteDisk();
  const dataSource = new DataSource(await optionsOf(database, disk));
  const { options } = dataSource;
  if (options.type === 'better-sqlite3') {
    DISKS.set(dataSource, disk);
    const openReader = () => new SqliteDriver(options.database, { readonly: true, timeout: 0 }, disk);
    isolateSqliteQueryRunners(dataSource, openReader, (database.databaseWaitSeconds ?? 15) * 1000);
  }
  await dataSource.initialize();
  try {
    if (dataSource.options.type !== 'better-sqlite3') await watchMysql(dataSource, database);
  } catch (error) {
    // An open pool keeps the process alive.
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
  // TypeORM opens one connection before this setup; only migrations and the first requests use it.
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
