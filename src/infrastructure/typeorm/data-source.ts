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
import { limitsOf, rememberProduct, type Product } from './session-limits';
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

/** Shorter than the server's limit on silence, so that a pooled connection has not been closed by the server. */
const IDLE_MS = 6000;

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

async function productAt(url: string): Promise<Product> {
  const connection = await createConnection({ uri: url.replace(/^mariadb:/, 'mysql:'), connectTimeout: CONNECT_MS });
  try {
    const [rows] = await connection.query('SELECT VERSION() AS version');
    const version = (rows as { version: string }[])[0]?.version ?? '';
    return (/mariadb|vitess/.exec(version.toLowerCase())?.[0] ?? 'mysql') as Product;
  } finally {
    await connection.end();
  }
}

const embeddedPath = (dataDir: string) => join(dataDir, 'acervo.sqlite');

/** False: to open the embedded archive would be to begin one. A database server is never given its tables by opening it. */
export const isBegun = ({ databaseUrl, dataDir }: Pick<Config, 'databaseUrl' | 'dataDir'>): boolean =>
  databaseUrl !== null || existsSync(embeddedPath(dataDir));

function optionsOf(
  { databaseUrl, databasePool, databaseQueue = 200, dataDir, sqliteSynchronous = 'full' }: Database,
  disk: SqliteDisk,
  product: Product,
): DataSourceOptions {
  if (databaseUrl) {
    const url = databaseUrl.reveal();
    // With the wrong server type TypeORM reports differences that do not exist.
    const type = product === 'mariadb' ? 'mariadb' : 'mysql';
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
  const product = database.databaseUrl ? await productAt(database.databaseUrl.reveal()) : 'mysql';
  const dataSource = new DataSource(optionsOf(database, disk, product));
  rememberProduct(dataSource, product);
  const { options } = dataSource;
  if (options.type === 'better-sqlite3') {
    DISKS.set(dataSource, disk);
    const openReader = () => new SqliteDriver(options.database, { readonly: true, timeout: 0 }, disk);
    isolateSqliteQueryRunners(dataSource, openReader, (database.databaseWaitSeconds ?? 15) * 1000);
  }
  await dataSource.initialize();
  try {
    if (dataSource.options.type !== 'better-sqlite3') await watchMysql(dataSource, database, product);
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
  product: Product,
): Promise<void> {
  const { pool } = dataSource.driver as unknown as { pool: { on(event: string, listener: (connection: PooledConnection) => void): void } };
  const runner = dataSource.createQueryRunner();
  const setup = [...SESSION_SETUP, ...limitsOf(product, databaseStatementSeconds), ...(databaseSyncReads ? await catchUp(runner) : [])];
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
