import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection, escape, escapeId, type Connection, type RowDataPacket } from 'mysql2/promise';

const ROOT = join(__dirname, '../..');
const SCHEMA = ['migrations', 'entities'].map((folder) => join(ROOT, 'src/infrastructure/typeorm', folder));
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

/** Loaded here: most runs have a copy, and a group whose files are all left out loads nothing of the service. */
async function migrate(url: string): Promise<void> {
  const { Secret } = await import('#src/config');
  const { openDataSource } = await import('#infrastructure/typeorm/data-source');
  const { migrate: runMigrations } = await import('#infrastructure/typeorm/migrate');
  const dataSource = await openDataSource({ databaseUrl: new Secret(url), databasePool: 1, dataDir: '' });
  await runMigrations(dataSource);
  await dataSource.destroy();
}

/** Made from what the migrations have made once: the same tables in a third of the time. */
async function fill(connection: Connection, url: string): Promise<void> {
  const copy = await copyFile(connection);
  if (existsSync(copy)) {
    await connection.query(readFileSync(copy, 'utf8'));
    return;
  }
  await migrate(url);
  mkdirSync(COPIES, { recursive: true });
  const part = `${copy}.${process.pid}`;
  writeFileSync(part, (await statementsOf(connection)).join(';\n'));
  renameSync(part, copy);
}

/** The columns and indexes of all tables, as text. */
async function shapeOf(connection: Connection): Promise<string> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `SELECT table_name AS t, column_name AS c, column_type AS w, is_nullable AS n FROM information_schema.columns WHERE table_schema = DATABASE()
     UNION ALL SELECT table_name, column_name, index_name, seq_in_index FROM information_schema.statistics WHERE table_schema = DATABASE()
     ORDER BY 1, 2, 3, 4`,
  );
  return JSON.stringify(rows);
}

/**
 * Vitess looks at all tables anew after each that is made. Where the runner names the MySQL behind it, tables are made there, before Vitess
 * knows of the database.
 */
function behind(url: string): string | null {
  const { TEST_DATABASE_URL: gate, TEST_VITESS_MYSQL_URL: server } = process.env;
  if (!gate || !server || new URL(gate).host !== new URL(url).host) return null;
  return Object.assign(new URL(server), { pathname: `/vt_${new URL(url).pathname.slice(1)}_0` }).href;
}

/** A setting of the server that has the tables: Vitess ignores what it does not know. */
export const setGlobal = (url: string, name: string, value: number): Promise<unknown> =>
  on(behind(url) ?? url, (connection) => connection.query(`SET GLOBAL ${name} = ?`, [value]));

async function isAlone(connection: Connection): Promise<boolean> {
  // The tablets of Vitess stay connected, and do not tell for whom.
  if (process.env.TEST_VITESS_MYSQL_URL) return true;
  // MySQL refuses to show it while another connection has a statement of characters beyond its list's own set.
  const others = await connection
    .query<RowDataPacket[]>('SELECT id FROM information_schema.processlist WHERE db = DATABASE() AND id <> CONNECTION_ID()')
    .catch(() => null);
  return others?.[0].length === 0;
}

/** As the migrations leave it; false where somebody is still connected, or has changed the tables. */
async function empty(connection: Connection, shape: string): Promise<boolean> {
  if (!(await isAlone(connection)) || (await shapeOf(connection)) !== shape) return false;
  const tables = new Set((JSON.parse(shape) as { t: string }[]).map(({ t }) => t));
  const deletes = [...tables].map((table) => `DELETE FROM ${escapeId(table)}`);
  const copy = readFileSync(await copyFile(connection), 'utf8').split(';\n');
  const rows = copy.filter((statement) => statement.startsWith('INSERT INTO'));
  const counters = copy.flatMap((statement) => /^CREATE TABLE (\S+) [^]* AUTO_INCREMENT/.exec(statement)?.[1] ?? []);
  const reset = counters.map((table) => `ALTER TABLE ${table} AUTO_INCREMENT = 1`);
  await connection.query(['SET foreign_key_checks = 0', ...deletes, ...reset, ...rows].join(';\n'));
  return true;
}

interface Kept extends FreshDatabase {
  /** Of its tables, when they were new. */
  shape: string;
}

/** Whose service has ended; null while nothing is kept. */
let kept: Kept[] | null = null;

/** A way of the test's own to a server, as through a proxy, ends with the test. */
const isLasting = (server: string) => [process.env.TEST_DATABASE_URL, process.env.TEST_MARIADB_URL].includes(server);

const lent = (database: Kept): FreshDatabase => ({
  url: database.url,
  drop: async () => void (kept ? kept.push(database) : await database.drop()),
});

/** From now on databases are kept for whoever wants one next: emptying one takes a fifth of the time of making one. */
export function keepDatabases(): void {
  kept = [];
}

export async function dropKeptDatabases(): Promise<void> {
  const all = kept ?? [];
  kept = null;
  for (const { drop } of all) await drop();
}

async function keptDatabase(server: string): Promise<FreshDatabase | null> {
  const at = kept?.findIndex(({ url }) => new URL(url).host === new URL(server).host) ?? -1;
  const [database] = at < 0 ? [] : kept!.splice(at, 1);
  if (!database) return null;
  if (await on(behind(database.url) ?? database.url, (connection) => empty(connection, database.shape))) return lent(database);
  await database.drop();
  return keptDatabase(server);
}

/** On shards there is one archive for all, whose tables are emptied for each. */
let isLent = false;

async function emptyShards(server: string, shards: readonly string[]): Promise<FreshDatabase> {
  if (isLent) throw new Error('there is one archive on shards, and another test has it');
  isLent = true;
  for (const shard of shards)
    await on(shard, async (connection) => {
      const [tables] = await connection.query<RowDataPacket[]>('SHOW TABLES');
      const names = tables.map((row) => String(Object.values(row)[0]));
      if (names.length === 0) return migrate(server);
      const filled = names.filter((name) => !name.startsWith('seq_') && name !== 'schema_migration');
      await connection.query(filled.map((name) => `DELETE FROM ${escapeId(name)}`).join(';\n'));
    });
  return { url: server, drop: async () => void (isLent = false) };
}

function shardsOf(server: string): readonly string[] {
  const { TEST_DATABASE_URL: gate, TEST_VITESS_SHARD_URLS: shards } = process.env;
  return shards && gate && new URL(gate).host === new URL(server).host ? shards.split(',') : [];
}

/** A database of the caller's own with the tables of the service. A run makes some two hundred. */
export async function freshDatabase(server: string, prefix: string): Promise<FreshDatabase> {
  const shards = shardsOf(server);
  if (shards.length > 0) return emptyShards(server, shards);
  const again = await keptDatabase(server);
  if (again) return again;
  const name = `${prefix}_${randomBytes(6).toString('hex')}`;
  const { href: url } = Object.assign(new URL(server), { pathname: `/${name}` });
  const create = (where: string, what: string) =>
    on(where, (connection) => connection.query(`CREATE DATABASE ${what} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`));
  const place = behind(url) ?? url;
  if (place !== url) await create(new URL('/', place).href, new URL(place).pathname.slice(1));
  else await create(server, name);
  const drop = () => on(server, async (connection) => void (await connection.query(`DROP DATABASE ${name}`)));
  const shape = await on(place, async (connection) => {
    await fill(connection, place);
    return kept && isLasting(server) && shapeOf(connection);
  });
  if (place !== url) await create(server, name);
  return shape ? lent({ url, shape, drop }) : { url, drop };
}
