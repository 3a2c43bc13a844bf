import { setTimeout as pause } from 'node:timers/promises';
import { WriteConflict } from '#application/support/errors';
import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import { VERSION } from '#src/config/version';
import { checkSchema, isBefore, readSchemaVersion, refuseOutdated, SchemaRefused, writeSchemaVersion } from './schema-version';
import type { Migration } from './migrations/migration';

/** A migration failed. Completed steps stay and are skipped by the next run. */
export class MigrationFailed extends Error {
  constructor(what: string, cause: unknown) {
    super(`${what}: ${(cause as Error).message}; fix the cause and run migrate again: it continues from here`, { cause });
  }
}

export interface MigrateOptions {
  /** No other process runs: the migrations need not be compatible with older programs. */
  stopped?: boolean;
  /** Called once when it must wait for another migration. */
  onWait?: () => void;
}

/** Migrates the schema to the version of this program, one process at a time; answers the names of the migrations that were run. */
export async function migrate(dataSource: DataSource, { stopped = false, onWait }: MigrateOptions = {}): Promise<string[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const alone = dataSource.options.type === 'better-sqlite3' ? aloneInSqlite : aloneInMysql;
    return await alone(runner, onWait, () => run(dataSource, runner, stopped));
  } finally {
    await runner.release();
  }
}

/** At startup: the embedded database is migrated automatically; a shared one by a command, once, before replicas start. */
export async function openSchema(dataSource: DataSource): Promise<void> {
  if (dataSource.options.type === 'better-sqlite3') await migrate(dataSource, { stopped: true });
  else await checkSchema(dataSource);
}

async function run(dataSource: DataSource, runner: QueryRunner, stopped: boolean): Promise<string[]> {
  await refuseForeign(dataSource, runner);
  // On the connection that holds the lock: if it is lost, the migration stops.
  const executor = new MigrationExecutor(dataSource, runner);
  const pending = await executor.getPendingMigrations();
  const version = await readSchemaVersion(runner);
  if (version) refuseOutdated(version);
  const oldestOf = pending.map(({ instance }) => (instance as Migration).oldest);
  const tooNew = pending.find((_, i) => version !== null && isBefore(version.program, oldestOf[i] as string));
  if (tooNew && !stopped)
    throw new SchemaRefused(
      `the migration ${tooNew.name} does not allow version ${version?.program} of acervo beside it: stop all replicas, then run migrate --stopped`,
    );
  for (const migration of pending) {
    try {
      await executor.executeMigration(migration);
    } catch (error) {
      throw new MigrationFailed(`the migration ${migration.name} failed`, error);
    }
  }
  const oldest = [version?.oldest ?? '0.0.0', ...oldestOf].reduce((a, b) => (isBefore(a, b) ? b : a));
  await writeSchemaVersion(runner, { program: VERSION, oldest });
  return pending.map(({ name }) => name);
}

/** Existing tables are treated as those of an interrupted run: refuses tables of other software or of another initial schema. */
async function refuseForeign(dataSource: DataSource, runner: QueryRunner): Promise<void> {
  const tables = (await runner.query(
    dataSource.options.type === 'better-sqlite3'
      ? "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
      : 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
  )) as { name: string }[];
  if (tables.length === 0) return;
  if (!tables.some(({ name }) => name === 'schema_migration'))
    throw new SchemaRefused('the database has tables of something else: acervo needs one of its own');
  const executed = (await runner.query('SELECT name FROM schema_migration')) as { name: string }[];
  if (executed.length > 0 && !executed.some(({ name }) => name === FIRST))
    throw new SchemaRefused('the database was made before 0.1.0 and cannot be migrated: begin with an empty one');
}

const FIRST = 'Initial1764460800000';

/** Specific to this database, since a server may have many; at most 64 characters. */
const LOCK = "CONCAT('acervo ', SHA2(DATABASE(), 224))";
const ASK_SECONDS = 5;

type Alone = (runner: QueryRunner, onWait: (() => void) | undefined, work: () => Promise<string[]>) => Promise<string[]>;

/** The server releases the lock when the connection ends. */
const aloneInMysql: Alone = async (runner, onWait, work) => {
  const take = async (seconds: number) => {
    const [row = {}] = (await runner.query(`SELECT GET_LOCK(${LOCK}, ?)`, [seconds])) as Record<string, number | null>[];
    // Vitess names the column itself.
    return Number(Object.values(row)[0]) === 1;
  };
  if (!(await take(0))) {
    onWait?.();
    while (!(await take(ASK_SECONDS)));
  }
  try {
    return await work();
  } finally {
    await runner.query(`SELECT RELEASE_LOCK(${LOCK})`).catch(() => undefined);
  }
};

/** Atomic: SQLite's transactions include schema changes. */
const aloneInSqlite: Alone = async (runner, onWait, work) => {
  for (let waits = 0; ; waits++) {
    try {
      await runner.query('BEGIN IMMEDIATE');
      break;
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
      if (waits === 0) onWait?.();
      await pause(100);
    }
  }
  try {
    const done = await work();
    await runner.query('COMMIT');
    return done;
  } catch (error) {
    await runner.query('ROLLBACK').catch(() => undefined);
    throw error;
  }
};
