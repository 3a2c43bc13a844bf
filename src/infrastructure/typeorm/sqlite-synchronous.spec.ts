import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDataSource } from './data-source';

describe('embedded SQLite', () => {
  let dataDir: string;
  beforeAll(async () => void (dataDir = await mkdtemp(join(tmpdir(), 'acervo-synchronous-'))));
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it.each([
    [undefined, 2],
    ['full', 2],
    ['normal', 1],
  ] as const)('SQLITE_SYNCHRONOUS %s', async (sqliteSynchronous, synchronous) => {
    const database = { databaseUrl: null, databasePool: 1, dataDir, ...(sqliteSynchronous && { sqliteSynchronous }) };
    const dataSource = await openDataSource(database);
    expect(await dataSource.query('PRAGMA synchronous')).toEqual([{ synchronous }]);
    await dataSource.destroy();
  });
});
