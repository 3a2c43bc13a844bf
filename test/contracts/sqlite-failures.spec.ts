import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { DependencyDown } from '#application/support/errors';
import { safeError } from '#infrastructure/logging/pino-logger';
import { diskOf, openDataSource } from '#infrastructure/typeorm/data-source';
import { Sql } from '#infrastructure/typeorm/sql';
import { DatabaseSync } from '#infrastructure/typeorm/sqlite-engine';
import { TypeOrmUnitOfWork } from '#infrastructure/typeorm/typeorm-unit-of-work';
import { unlessDiskBreaks } from '#src/cli/disk-breaks';
import { told } from '#src/terminal/start-failure';

const PAGE = 4096;

describe('embedded SQLite on a failing disk', () => {
  let dataDir: string;
  let dataSource: DataSource;
  let sql: Sql;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'acervo-failures-'));
    await opened();
    await sql.write('CREATE TABLE thing (code INTEGER PRIMARY KEY, text TEXT)');
    await sql.write('CREATE TABLE schema_version (id INTEGER PRIMARY KEY, program TEXT)');
    await sql.write("INSERT INTO schema_version VALUES (1, '0')");
  });
  afterEach(async () => {
    await dataSource.destroy();
    await rm(dataDir, { recursive: true, force: true });
  });

  async function opened(): Promise<void> {
    dataSource = await openDataSource({ databaseUrl: null, databasePool: 1, dataDir });
    sql = new Sql(dataSource, new TypeOrmUnitOfWork(dataSource));
  }
  const file = () => join(dataDir, 'acervo.sqlite');
  const add = () => sql.write('INSERT INTO thing (text) VALUES (?)', ['x'.repeat(2 * PAGE)]);
  const failureOf = (work: Promise<unknown>) => work.then(() => null, (error: unknown) => error as Error); // prettier-ignore
  const pragma = async (text: string) => Object.values(((await dataSource.query(`PRAGMA ${text}`)) as object[])[0] ?? {})[0] as number;

  it.each([
    ['without room', 'max_page_count = 1', 'max_page_count = 4294967294', { code: 'SQLITE_FULL', errcode: 13 }],
    ['that takes no writes', 'query_only = 1', 'query_only = 0', { code: 'SQLITE_READONLY', errcode: 8 }],
  ])('is not ready on a disk %s until it takes a write, and goes on', async (_, worse, better, codes) => {
    await sql.probe();
    await pragma(worse);
    const failure = await failureOf(add());
    expect(failure).toBeInstanceOf(DependencyDown);
    expect((safeError(failure) as { cause: object }).cause).toMatchObject({ name: 'QueryFailedError', ...codes });
    if (codes.errcode === 8) expect(await failureOf(sql.probe())).toMatchObject(codes);
    await pragma(better);
    await sql.probe();
    await add();
    expect(diskOf(dataSource)?.isBroken).toBe(false);
  });

  /** All but the first pages, which hold the schema. */
  async function damage(): Promise<void> {
    for (let rows = 0; rows < 10; rows++) await add();
    await dataSource.destroy();
    await opened();
    const { size } = await stat(file());
    const database = await open(file(), 'r+');
    await database.write(Buffer.alloc(size - 5 * PAGE, 0xaa), 0, size - 5 * PAGE, 5 * PAGE);
    await database.close();
  }
  const readAll = () => sql.rows('SELECT SUM(LENGTH(text)) FROM thing');

  it('refuses everything once a page is damaged, moves nothing any more, and says what to do', async () => {
    await damage();
    const ends: Error[] = [];
    diskOf(dataSource)?.whenBroken((error) => ends.push(error));
    const failure = await failureOf(readAll());
    expect(failure).toBeInstanceOf(DependencyDown);
    expect(await failureOf(sql.rows('SELECT 1'))).toBeInstanceOf(DependencyDown);
    expect(await failureOf(add())).toBeInstanceOf(DependencyDown);
    expect(await failureOf(sql.probe())).toMatchObject({ code: 'SQLITE_CORRUPT' });
    expect(ends).toHaveLength(1);
    expect(told(ends[0])).toMatch(/^the database in DATA_DIR is damaged \(SQLITE_CORRUPT 11\): .*backup\.md/);
    const before = await readFile(file());
    await dataSource.destroy();
    expect(before.equals(await readFile(file()))).toBe(true);
    await rm(file());
    await opened();
  });

  it.each([
    ['takes failures for passing ones', (stopped: AbortSignal) => once(stopped, 'abort')],
    ['says that it was stopped', (stopped: AbortSignal) => once(stopped, 'abort').then(() => Promise.reject(new Error('stopped')))],
  ])('ends a command that %s, with the sentence of the disk', async (_, goOn) => {
    await damage();
    const stopping = new AbortController();
    const run = unlessDiskBreaks({ get: () => dataSource }, stopping, () => goOn(stopping.signal));
    const failure = failureOf(run);
    await failureOf(readAll());
    expect(told(await failure)).toMatch(/^the database in DATA_DIR is damaged/);
    await rm(file());
    await opened();
  });

  it('leaves commands what they say of failures that pass', async () => {
    const command = (work: () => Promise<unknown>) => unlessDiskBreaks({ get: () => dataSource }, new AbortController(), work);
    expect(await command(async () => (await sql.rows('SELECT 1 AS one')).length)).toBe(1);
    expect(await failureOf(command(() => Promise.reject(new Error('away'))))).toMatchObject({ message: 'away' });
  });

  /** In the middle of what a word has, so that the first rows are still found. */
  async function damageWords(): Promise<void> {
    await sql.write("CREATE VIRTUAL TABLE words USING fts5(text, content = '', detail = 'none', columnsize = 0)");
    const rows = 'WITH RECURSIVE n(code) AS (SELECT 1 UNION ALL SELECT code + 1 FROM n WHERE code < 20000)';
    await sql.write(`INSERT INTO words (rowid, text) ${rows} SELECT code * 100000, 'nota' FROM n`);
    await sql.write("INSERT INTO words (words) VALUES ('optimize')");
    const other = new DatabaseSync(file(), { defensive: false });
    other.exec('DELETE FROM words_data WHERE id = (SELECT id FROM words_data WHERE id > 10 ORDER BY id LIMIT 1 OFFSET 3)');
    other.close();
    // Nothing is remembered of the index.
    await dataSource.destroy();
    await opened();
  }

  it.each([
    ['with a later row', 'SELECT rowid FROM words WHERE words MATCH ?', ['nota']],
    [
      'of a statement that begins otherwise',
      'WITH found AS (SELECT rowid AS code FROM words WHERE words MATCH ?) SELECT code FROM found',
      ['nota'],
    ],
    ['with the first row', 'SELECT COUNT(*) + ? FROM words WHERE words MATCH ?', [1, 'nota']],
  ])('goes on where an index of words is damaged, which comes %s', async (_, statement, values) => {
    await damageWords();
    const failure = await failureOf(sql.rows(statement, values));
    expect((safeError(failure) as { cause: object }).cause).toMatchObject({ code: 'SQLITE_CORRUPT', errcode: 267 });
    expect(diskOf(dataSource)?.isBroken).toBe(false);
    await add();
  });

  it('asks nothing once more that writes', async () => {
    await sql.write('CREATE UNIQUE INDEX once ON thing (text)');
    const writing = "INSERT INTO thing (text) VALUES ('a'), ('b'), ('a') RETURNING code";
    expect(await failureOf(sql.rows(writing))).toMatchObject({ message: expect.stringMatching(/UNIQUE/) as string });
    expect(await sql.rows('SELECT code FROM thing')).toEqual([]);
  });

  it('says in one sentence that a start finds no database', async () => {
    await dataSource.destroy();
    await writeFile(file(), 'x'.repeat(PAGE));
    expect(told(await failureOf(opened()))).toMatch(/^the database in DATA_DIR is damaged \(SQLITE_NOTADB 26\)/);
    await rm(file());
    await opened();
  });
});
