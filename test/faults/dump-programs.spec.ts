import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { ROOT } from '../support/doc-pages';
import { emptyDatabase, mysqlPrograms, runShown, shownCommands } from './kit/mysql-dump';
import { Archive } from './support/archive';
import { STORAGE } from './support/size';

jest.setTimeout(600_000);

const isOnServers = STORAGE === 'servers';
const ofMysql = isOnServers ? mysqlPrograms() : null;
const ofMariadb = isOnServers ? mysqlPrograms('mariadb') : null;
const [, dump, load] = shownCommands() as [string, string, string];

/** The one that is given, or one of the test's own. */
async function mariadb(): Promise<{ url: string; end(): Promise<void> }> {
  if (process.env.TEST_MARIADB_URL) return { url: process.env.TEST_MARIADB_URL, end: async () => undefined };
  const command = [join(ROOT, 'scripts/servers.mjs'), 'up', '--mariadb', '--no-mysql', '--s3', ''];
  const child: ChildProcess = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  const over = new Promise((resolve) => child.once('close', resolve));
  for await (const line of createInterface({ input: child.stdout! })) {
    const [, url] = /^TEST_MARIADB_URL=(.+)$/.exec(line) ?? [];
    if (url === undefined) continue;
    return {
      url,
      async end() {
        child.kill();
        await over;
      },
    };
  }
  throw new Error('no MariaDB');
}

/** By table, how many rows it has and what they sum up to. */
async function contentsOf(url: string): Promise<Record<string, [rows: number, checksum: number]>> {
  const connection = await createConnection({ uri: url });
  const ask = async (statement: string) => (await connection.query<RowDataPacket[]>(statement))[0];
  const contents: Record<string, [number, number]> = {};
  for (const row of await ask('SHOW TABLES')) {
    const table = String(Object.values(row)[0]);
    const [counted] = await ask(`SELECT COUNT(*) AS number FROM \`${table}\``);
    const [summed] = await ask(`CHECKSUM TABLE \`${table}\``);
    contents[table] = [Number(counted?.number), Number(summed?.Checksum)];
  }
  await connection.end();
  return contents;
}

(ofMysql && ofMariadb ? describe : describe.skip)('the dump of docs/backup.md, restored into a new database', () => {
  let own: Awaited<ReturnType<typeof mariadb>>;
  let folder: string;
  beforeAll(async () => {
    own = await mariadb();
    folder = await mkdtemp(join(tmpdir(), 'acervo-dump-'));
  });
  afterAll(async () => {
    await own?.end();
    await rm(folder, { recursive: true, force: true });
  });

  it.each([
    ['MySQL, by programs of MySQL', () => process.env.TEST_DATABASE_URL as string, ofMysql],
    ['MySQL, by programs of MariaDB', () => process.env.TEST_DATABASE_URL as string, ofMariadb],
    ['MariaDB, by programs of MariaDB', () => own.url, ofMariadb],
  ])('has every row: %s', async (_, server, programs) => {
    const archive = await Archive.open({ database: server() });
    const url = archive.environment.DATABASE_URL as string;
    const database = await emptyDatabase(url);
    try {
      await runShown(programs!, dump, url, folder);
      expect((await stat(join(folder, 'acervo.sql'))).size).toBeGreaterThan(100_000);
      await runShown(programs!, load, database.url, folder);
      const restored = await contentsOf(database.url);
      expect(restored).toEqual(await contentsOf(url));
      expect(restored.document?.[0]).toBeGreaterThan(0);
    } finally {
      await database.drop();
      await archive.close();
    }
  });
});
