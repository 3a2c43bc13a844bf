import { LEASE_MS, STAGED_MS, StagedKeys } from '#application/files/staged-keys';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';
import { DEMO } from '../builders/demo';

/** Keys that wait in the journal for their uploads. */
describeContract('StagedKeys', (archive) => {
  let keys: StagedKeys;
  const now = performance.now.bind(performance);
  let passed = 0;
  beforeEach(() => (keys = new StagedKeys(archive.journal)));
  afterEach(async () => {
    jest.restoreAllMocks();
    await keys.withdraw();
  });

  const claim = (claimed: readonly string[]) => archive.unitOfWork.run(() => archive.journal.claim(DEMO.client, claimed));
  const staged = async () =>
    Number((await archive.sql.first<{ total: number }>("SELECT COUNT(*) AS total FROM object_journal WHERE state = 'staged'"))?.total);
  const stagings = () => jest.spyOn(archive.journal, 'stage');
  /** The process has waited. */
  const pass = (ms: number) => {
    passed += ms;
    jest.spyOn(performance, 'now').mockImplementation(() => now() + passed);
  };
  const sweepAll = () => archive.sql.write("UPDATE object_journal SET state = 'condemned' WHERE state = 'staged'");

  it('gives each key once, all of them in the journal', async () => {
    const given = await atOnce(200, () => keys.take(DEMO.client));
    expect(new Set(given).size).toBe(200);
    expect(await claim(given)).toBe(true);
  });

  it('stages many by one statement, the next ones before they are needed', async () => {
    const staging = stagings();
    for (let uploads = 0; uploads < 6; uploads++) await keys.take(DEMO.client);
    expect(staging).toHaveBeenCalledTimes(1);
    for (let uploads = 6; uploads < 130; uploads++) await keys.take(DEMO.client);
    // Twice as many each time, up to 64.
    expect(staging.mock.calls.map(([, those]) => those.length)).toEqual([16, 32, 64, 64]);
  });

  it('keeps those of each client apart', async () => {
    const staging = stagings();
    const [one, other] = [await keys.take(DEMO.client), await keys.take(DEMO.otherClient)];
    expect(staging.mock.calls.map(([clientId]) => clientId)).toEqual([DEMO.client, DEMO.otherClient]);
    expect(await claim([other])).toBe(false);
    expect(await claim([one])).toBe(true);
  });

  it('gives keys whose lease is long enough only', async () => {
    const first = await keys.take(DEMO.client);
    const staging = stagings();
    pass(STAGED_MS - LEASE_MS - 1000);
    await keys.take(DEMO.client);
    expect(staging).not.toHaveBeenCalled();
    pass(2000);
    const fresh = await keys.take(DEMO.client);
    expect(staging).toHaveBeenCalledTimes(1);
    // By the database's clock.
    const left = async (key: string) =>
      Number(
        (
          await archive.sql.first<{ left: number }>(
            `SELECT not_before - ${archive.sql.now} AS \`left\` FROM object_journal WHERE object_key = ?`,
            [key],
          )
        )?.left,
      );
    expect(await left(fresh)).toBeGreaterThan(LEASE_MS);
    expect(await left(first)).toBeLessThanOrEqual(STAGED_MS);
  });

  it('gives keys to a transaction that outlive its rollback', async () => {
    // On SQLite a transaction has the only connection.
    for (let uploads = 0; uploads < 50; uploads++) await keys.take(DEMO.client);
    const given: string[] = [];
    const failing = archive.unitOfWork.run(async () => {
      for (let uploads = 0; uploads < 60; uploads++) given.push(await keys.take(DEMO.client));
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    for (let uploads = 0; uploads < 30; uploads++) given.push(await keys.take(DEMO.client));
    expect(await claim(given)).toBe(true);
  });

  it('tells a failure to those who wait for a key, and tries again', async () => {
    const staging = stagings().mockRejectedValueOnce(new Error('the database is gone'));
    await expect(keys.take(DEMO.client)).rejects.toThrow('the database is gone');
    const given = [await keys.take(DEMO.client)];
    staging.mockRejectedValueOnce(new Error('the database is gone'));
    for (let uploads = 1; uploads < 100; uploads++) given.push(await keys.take(DEMO.client));
    expect(staging).toHaveBeenCalledTimes(5);
    expect(await claim(given)).toBe(true);
  });

  it('removes unused keys from the journal at the end, those that are being staged, too', async () => {
    const before = await staged();
    const given = await keys.take(DEMO.client);
    expect(await staged()).toBeGreaterThan(before + 1);
    await keys.beforeApplicationShutdown();
    expect(await staged()).toBe(before + 1);
    const [last] = await Promise.all([keys.take(DEMO.client), keys.beforeApplicationShutdown()]);
    expect(await claim([given, last])).toBe(true);
    await keys.withdraw();
    expect(await staged()).toBe(before);
  });

  it('ends without the database, which leaves the keys to the sweeper', async () => {
    await keys.take(DEMO.client);
    jest.spyOn(archive.journal, 'claim').mockRejectedValueOnce(new Error('the database is gone'));
    await keys.beforeApplicationShutdown();
  });

  it('stages others when the sweeper was first', async () => {
    await keys.take(DEMO.client);
    await sweepAll();
    keys.distrust(DEMO.client);
    await keys.withdraw();
    const staging = stagings();
    expect(await claim([await keys.take(DEMO.client), await keys.take(DEMO.client)])).toBe(true);
    // For a while each when it is needed: who sweeps so early would have those that wait.
    expect(staging.mock.calls.map(([, those]) => those.length)).toEqual([1, 1]);
    pass(STAGED_MS - LEASE_MS + 1000);
    await keys.take(DEMO.client);
    expect(staging).toHaveBeenCalledTimes(3);
    expect(staging.mock.lastCall![1].length).toBeGreaterThan(1);
  });
});
