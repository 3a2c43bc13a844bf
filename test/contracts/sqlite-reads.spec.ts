import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { openDataSource } from '#infrastructure/typeorm/data-source';
import { Sql } from '#infrastructure/typeorm/sql';
import { SqliteDriver } from '#infrastructure/typeorm/sqlite-driver';
import { TypeOrmUnitOfWork } from '#infrastructure/typeorm/typeorm-unit-of-work';
import { watchStatements } from '../support/watched-statements';

describe('reads of embedded SQLite', () => {
  let dataDir: string;
  let dataSource: DataSource;
  let sql: Sql;
  const seen: string[] = [];
  const count = async () => (await sql.first<{ n: number }>('SELECT COUNT(*) AS n FROM thing'))?.n;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'acervo-isolation-'));
    dataSource = await openDataSource({ databaseUrl: null, databasePool: 1, dataDir });
    watchStatements(dataSource, (text) => seen.push(text));
    sql = new Sql(dataSource, new TypeOrmUnitOfWork(dataSource));
    await sql.write('CREATE TABLE thing (code INTEGER PRIMARY KEY)');
  });
  afterAll(async () => {
    await dataSource.destroy();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('see their own transaction, do not wait for that of others, and see what was committed', async () => {
    const asked = await sql.together(async () => {
      await sql.write('INSERT INTO thing (code) VALUES (?)', [1]);
      return count();
    });
    expect([asked, await count()]).toEqual([1, 1]);

    let written!: () => void;
    let finish!: () => void;
    const isWritten = new Promise<void>((resolve) => (written = resolve));
    const isOver = new Promise<void>((resolve) => (finish = resolve));
    const transaction = sql.together(async () => {
      await sql.write('INSERT INTO thing (code) VALUES (?)', [2]);
      written();
      await isOver;
      return count();
    });
    await isWritten;
    const fromOutside = await count();
    finish();
    expect([fromOutside, await transaction, await count()]).toEqual([1, 2, 2]);
  });

  it('are watched like any other statement', async () => {
    seen.length = 0;
    await count();
    await sql.together(count);
    expect(seen).toEqual(['SELECT COUNT(*) AS n FROM thing', 'SELECT COUNT(*) AS n FROM thing']);
  });

  it('are planned by statistics of tables that have grown meanwhile', async () => {
    await sql.write('CREATE TABLE pair (code INTEGER PRIMARY KEY, frequent INTEGER, rare INTEGER)');
    await sql.write('CREATE INDEX ix_pair_rare ON pair (rare, code DESC)');
    await sql.write('CREATE INDEX ix_pair_frequent ON pair (frequent, code)');
    // The tables of statistics are there, as in every archive that was opened before.
    await sql.write('ANALYZE thing');
    // The order of the answer tells which index was read.
    const both = async () => (await sql.rows<{ code: number }>('SELECT code FROM pair WHERE frequent = ? AND rare = ?', [1, 1])).map(({ code }) => code); // prettier-ignore
    const add = (code: number, rare: number) => sql.together(() => sql.write('INSERT INTO pair VALUES (?, 1, ?)', [code, rare]));
    await add(1, 1);
    await add(2, 1);
    const before = await both();
    let last = 2;
    for (; last < 202; last++) await add(last + 1, last);
    expect([before, await both()]).toEqual([[1, 2], [2, 1]]); // prettier-ignore
  });

  it('do not wait for statistics while another process writes', async () => {
    await sql.write('CREATE TABLE grown (code INTEGER PRIMARY KEY, value INTEGER)');
    await sql.write('CREATE INDEX ix_grown ON grown (value)');
    await sql.write('INSERT INTO grown VALUES (1, 1), (2, 1)');
    const { databaseConnection: own } = dataSource.driver as unknown as { databaseConnection: SqliteDriver };
    const other = new SqliteDriver(join(dataDir, 'acervo.sqlite'));
    other.exec('BEGIN IMMEDIATE');
    const meanwhile = own.renewStatistics();
    other.exec('COMMIT');
    other.close();
    expect([meanwhile, own.renewStatistics(), own.renewStatistics()]).toEqual([false, true, false]);
    expect(own.pragma('busy_timeout')).toEqual([{ timeout: 0 }]);
  });

  it('are refused after the end', async () => {
    const other = await openDataSource({ databaseUrl: null, databasePool: 1, dataDir });
    const runner = other.createQueryRunner();
    expect(await runner.query('SELECT COUNT(*) AS n FROM thing')).toEqual([{ n: 2 }]);
    await other.destroy();
    await expect(runner.query('SELECT COUNT(*) AS n FROM thing')).rejects.toThrow();
  });
});
