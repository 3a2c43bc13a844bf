import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection, escape, escapeId, type Connection, type RowDataPacket } from 'mysql2/promise';
import { Secret } from '#src/config';
import { openDataSource } from '#infrastructure/typeorm/data-source';
import { migrate as runMigrations } from '#infrastructure/typeorm/migrate';

const ROOT = join(__dirname, '../..');
const SCHEMA = ['migrations', 'rows'].map((folder) => join(ROOT, 'src/infrastructure/typeorm', folder));
const COPIES = join(ROOT, '.cache/schemas');

export interface FreshDatabase {
  url: string;
  drop(): Promise<void>;
}

async function on<T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await createConnection({ uri: url, multipleStatements: true });
  try {
    return await work(connection);
  } finally {
    await connection.end();
  }
}

/** Other migrations or entities, or another server, have another copy. */
async function copyFile(connection: Connection): Promise<string> {
  const [[version]] = await connection.query<RowDataPacket[]>('SELECT VERSION() AS version');
  const hash = createHash('sha256').update(String(version?.version));
  for (const folder of SCHEMA) for (const file of readdirSync(folder).sort()) hash.update(file).update(readFileSync(join(folder, file)));
  return join(COPIES, `${hash.digest('hex').slice(0, 16)}.sql`);
}

/** The statements that make what the migrations have made: tables, and the rows that they left there. */
async function statementsOf(connection: Connection): Promise<string[]> {
  const [tables] = await connection.query<RowDataPacket[]>('SHOW TABLES');
  const statements: string[] = [];
  for (const name of tables.map((row) => String(Object.values(row)[0]))) {
    const [[made]] = await connection.query<RowDataPacket[]>(`SHOW CREATE TABLE ${escapeId(name)}`);
    const [rows] = await connection.query<RowDataPacket[]>(`SELECT * FROM ${escapeId(name)}`);
    statements.push(String(made?.['Create Table']), ...rows.map((row) => `INSERT INTO ${escapeId(name)} SET ${escape(row)}`));
  }
  return statements;
}

async function migrate(url: string): Promise<void> {
  const dataSource = await openDataSource({ databaseUrl: new Secret(url), databasePool: 1, dataDir: '' });
  await runMigrations(dataSource);
  await dataSource.destroy();
}

/**
 * A database of the caller's own with the tables of the service. The first is made by the migrations, the others from what these have
 * made: the same tables in a third of the time, of which a run makes some two hundred.
 */
export async function freshDatabase(server: string, prefix: string): Promise<FreshDatabase> {
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  await on(server, (connection) => connection.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`));
  await on(url.href, async (connection) => {
    const copy = await copyFile(connection);
    if (existsSync(copy)) {
      await connection.query(readFileSync(copy, 'utf8'));
      return;
    }
    await migrate(url.href);
    mkdirSync(COPIES, { recursive: true });
    const part = `${copy}.${name}`;
    writeFileSync(part, (await statementsOf(connection)).join(';\n'));
    renameSync(part, copy);
  });
  return { url: url.href, drop: () => on(server, async (connection) => void (await connection.query(`DROP DATABASE ${name}`))) };
}
