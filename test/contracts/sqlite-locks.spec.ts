import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { WriteConflict } from '#application/support/errors';
import { openDataSource } from '#infrastructure/typeorm/data-source';
import { Sql } from '#infrastructure/typeorm/sql';
import { SqliteDriver } from '#infrastructure/typeorm/sqlite-driver';
import { TypeOrmUnitOfWork } from '#infrastructure/typeorm/typeorm-unit-of-work';

/** A second connection is what a command beside the service is. */
describe('embedded SQLite beside another process', () => {
  let dataDir: string;
  let dataSource: DataSource;
  let unitOfWork: TypeOrmUnitOfWork;
  let sql: Sql;
  let other: SqliteDriver;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'acervo-locks-'));
    dataSource = await openDataSource({ databaseUrl: null, databasePool: 1, dataDir, databaseWaitSeconds: 1 });
    unitOfWork = new TypeOrmUnitOfWork(dataSource);
    sql = new Sql(dataSource, unitOfWork);
    await sql.write('CREATE TABLE thing (code INTEGER PRIMARY KEY)');
    other = new SqliteDriver(join(dataDir, 'acervo.sqlite'), { timeout: 0 });
  });
  afterAll(async () => {
    other.close();
    await dataSource.destroy();
    await rm(dataDir, { recursive: true, force: true });
  });

  const count = async () => (await sql.first<{ n: number }>('SELECT COUNT(*) AS n FROM thing'))?.n;
  const add = () => sql.write('INSERT INTO thing DEFAULT VALUES');
  const otherAdds = () => other.exec('INSERT INTO thing DEFAULT VALUES');

  it('locks before it reads what it writes by, and does its work once', async () => {
    const before = (await count()) as number;
    let runs = 0;
    await unitOfWork.run(async () => {
      runs++;
      expect(await count()).toBe(before);
      expect(otherAdds).toThrow('database is locked');
      await add();
    });
    otherAdds();
    expect([runs, await count()]).toEqual([1, before + 2]);
  });

  it('leaves others to write while it reads a snapshot', async () => {
    const seen = await unitOfWork.snapshot(async () => {
      const before = await count();
      otherAdds();
      return [before, await count()];
    });
    expect(seen[0]).toBe(seen[1]);
    expect(await count()).toBe((seen[0] as number) + 1);
  });

  it.each([
    ['a statement', () => add()],
    ['a transaction', () => unitOfWork.run(async () => void (await add()))],
  ])('%s waits for the lock beside the event loop, and reads go on', async (_, write) => {
    const before = (await count()) as number;
    other.exec('BEGIN IMMEDIATE');
    const order: string[] = [];
    const written = Promise.resolve(write()).then(() => order.push('written'));
    for (let turns = 0; turns < 20; turns++) {
      expect(await count()).toBe(before);
      await new Promise((resolve) => setImmediate(resolve));
    }
    order.push('given back');
    other.exec('COMMIT');
    await written;
    expect([order, await count()]).toEqual([['given back', 'written'], before + 1]);
    const { databaseConnection: own } = dataSource.driver as unknown as { databaseConnection: SqliteDriver };
    expect(own.pragma('busy_timeout')).toEqual([{ timeout: 0 }]);
  });

  it('refuses to write after its deadline, and writes again once the lock is given back', async () => {
    const before = (await count()) as number;
    other.exec('BEGIN IMMEDIATE');
    const refused = [add(), unitOfWork.run(async () => void (await add()))];
    const reasons = await Promise.allSettled(refused);
    other.exec('COMMIT');
    expect(reasons.map((each) => each.status === 'rejected' && each.reason instanceof WriteConflict)).toEqual([true, true]);
    expect(await count()).toBe(before);
    await add();
    expect(await count()).toBe(before + 1);
  });
});
