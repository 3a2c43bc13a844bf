import { type DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { VERSION } from '#src/config/version';

/** The schema and this program are incompatible; the message is one sentence. */
export class SchemaRefused extends Error {}

export interface SchemaVersion {
  /** The program that migrated last: it or its predecessor may be running. */
  program: string;
  /** The oldest program that works with this schema. */
  oldest: string;
}

const numbers = (version: string) => version.split(/[.-]/).slice(0, 3).map(Number);

export function isBefore(version: string, other: string): boolean {
  const [a, b] = [numbers(version), numbers(other)];
  const first = a.findIndex((part, i) => part !== b[i]);
  return first >= 0 && (a[first] as number) < (b[first] as number);
}

/** Null: no migration has been run. */
export async function readSchemaVersion(runner: QueryRunner): Promise<SchemaVersion | null> {
  if (!(await runner.hasTable('schema_version'))) return null;
  const [row] = (await runner.query('SELECT program, oldest FROM schema_version')) as SchemaVersion[];
  return row ?? null;
}

export async function writeSchemaVersion(runner: QueryRunner, { program, oldest }: SchemaVersion): Promise<void> {
  const isThere = await readSchemaVersion(runner);
  if (isThere) await runner.query('UPDATE schema_version SET program = ?, oldest = ? WHERE id = 1', [program, oldest]);
  else await runner.query('INSERT INTO schema_version (id, program, oldest) VALUES (1, ?, ?)', [program, oldest]);
}

/** Throws when the schema no longer supports this program. */
export function refuseOutdated({ oldest }: SchemaVersion, program = VERSION): void {
  if (isBefore(program, oldest))
    throw new SchemaRefused(`the database serves version ${oldest} of acervo and later ones: this is ${program}, start a newer one`);
}

/** Throws when this program cannot work with the database as it is. */
export async function checkSchema(dataSource: DataSource): Promise<void> {
  const runner = dataSource.createQueryRunner();
  try {
    const version = await readSchemaVersion(runner);
    if (version) refuseOutdated(version);
    const pending = await new MigrationExecutor(dataSource, runner).getPendingMigrations();
    if (pending.length > 0) throw new SchemaRefused('the database lacks migrations: run `acervo migrate` first');
  } finally {
    await runner.release();
  }
}
