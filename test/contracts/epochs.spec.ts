import { operator } from '#domain/access/actor';
import { SERVICE_LOG } from '#domain/audit/audit-event';
import type { LogEnd } from '#application/ports/sealed-events';
import { logBytes } from '#infrastructure/typeorm/log-bytes';
import type { Parameter } from '#infrastructure/typeorm/sql';
import { actorOf, DEMO } from '../builders/demo';
import { describeContract } from './support/implementations';
import type { Archive } from './support/typeorm-archive';

type Trail = ReturnType<Archive['anotherTrail']>;
type Rows = Record<string, Parameter>[];
const RUN = operator('audit-reset-epoch', 'run');
const TABLES = ['event_outbox', 'event_log', 'event', 'event_node', 'event_writer', 'seal_key'];
const EPOCH = /^\d{8}T\d{6}Z$/;

describeContract('epochs', { perTest: true }, (archive) => {
  const record = async (trail: Trail, times: number, clientId: string = DEMO.client) => {
    for (let n = 0; n < times; n++) await trail.audit.record(actorOf('demo'), clientId, 'document.create', { n });
  };
  const backup = async (): Promise<Map<string, Rows>> => {
    const kept = new Map<string, Rows>();
    for (const table of TABLES) kept.set(table, await archive.sql.rows<Record<string, Parameter>>(`SELECT * FROM ${table} x`));
    return kept;
  };
  /** As a process sees it that starts then. */
  const restore = async (kept: ReadonlyMap<string, Rows>): Promise<Trail> => {
    for (const [table, rows] of kept) {
      await archive.sql.write(`DELETE FROM ${table}`);
      for (const row of rows) await archive.sql.insert(table, Object.keys(row), [Object.values(row)]);
    }
    const trail = archive.anotherTrail();
    await trail.sealKeys.adopt();
    return trail;
  };
  const told = async (trail: Trail, clientId: string = DEMO.client) =>
    (await trail.events.after(clientId, 0, 100)).map(({ action, epoch }) => [action, epoch]);

  let kept: Map<string, Rows>;
  let [atBackup, later]: LogEnd[][] = [[], []];
  /** Three events are sealed in the backup, one is pending; later there are eight. */
  beforeEach(async () => {
    await archive.sealKeys.adopt();
    await record(archive, 3);
    ({ ends: atBackup } = await archive.verifyTrail.execute());
    await record(archive, 1);
    kept = await backup();
    await record(archive, 4);
    await record(archive, 2, SERVICE_LOG);
    ({ ends: later } = await archive.verifyTrail.execute());
  });

  it('are begun by the operator after a restore, which is not reported as truncation; what is in the backup stays as it was', async () => {
    const trail = await restore(kept);
    expect(await trail.sealKeys.beginEpoch(RUN)).toBe(1);
    await trail.sealer.settle();
    const [now, before] = await trail.sealKeys.all();
    const epoch = now!.name.split('/')[2]!;
    expect([epoch, now!.name, now!.verifierKey.split('+')[2]]).toEqual([
      expect.stringMatching(EPOCH),
      `${before!.name}/${epoch}`,
      before!.verifierKey.split('+')[2],
    ]);
    const old = ['document.create', null];
    expect(await told(trail)).toEqual([old, old, old, ['document.create', epoch], ['trail.restart', epoch]]);
    expect((await trail.events.after(DEMO.client, 4, 1))[0]?.subject).toEqual({ epoch, from: 4, statement: now!.statement });
    expect(await trail.events.head(DEMO.client)).toMatchObject({
      epochs: [{ name: epoch, from: 4 }],
      checkpoint: expect.stringMatching(`^${now!.name}/${DEMO.client}\n5\n`),
    });

    expect(await trail.verifyTrail.execute(atBackup)).toMatchObject({ broken: [], refused: 0, restarted: [] });
    const verified = await trail.verifyTrail.execute(later);
    expect(verified).toMatchObject({
      broken: [],
      refused: 0,
      restarted: [
        { clientId: DEMO.client, from: 4, had: 8 },
        { clientId: SERVICE_LOG, from: 1, had: 2 },
      ],
    });
    expect(verified.ends).toEqual([expect.objectContaining({ clientId: DEMO.client, size: 5, epoch })]);
    await record(trail, 1, SERVICE_LOG);
    await trail.sealer.settle();
    expect(await told(trail, SERVICE_LOG)).toEqual([['document.create', epoch]]);
    expect(await trail.verifyTrail.execute(verified.ends)).toMatchObject({ broken: [], restarted: [] });
    expect(await trail.verifyTrail.execute(later)).toMatchObject({ broken: [], restarted: verified.restarted.toReversed() });
  });

  it('are no excuse: a log that is shorter without the command, or once more afterwards, is a cut', async () => {
    const truncated = { clientId: DEMO.client, reason: 'truncated' };
    expect(await (await restore(kept)).verifyTrail.execute(later)).toMatchObject({ broken: [truncated, { clientId: SERVICE_LOG }] });
    const trail = await restore(kept);
    await trail.sealKeys.beginEpoch(RUN);
    await trail.sealer.settle();
    const once = await backup();
    await record(trail, 3);
    const { ends } = await trail.verifyTrail.execute(later);
    const again = await restore(once);
    expect(await again.verifyTrail.execute(ends)).toMatchObject({ broken: [truncated], restarted: [] });
  });

  it('are not made by whoever writes to the database', async () => {
    const trail = await restore(kept);
    await trail.sealer.settle();
    const put = (epochs: object[]) =>
      archive.sql.write('UPDATE event_log SET epochs = ? WHERE client_id = ?', [JSON.stringify(epochs), logBytes(DEMO.client)]);
    const altered = (position: number) => ({ broken: [{ clientId: DEMO.client, position, reason: 'altered' }] });
    await put([['99990101T000000Z', 3]]);
    expect(await trail.verifyTrail.execute()).toMatchObject(altered(3));
    await put([['99990101T000000Z', 1]]);
    expect(await trail.verifyTrail.execute()).toMatchObject(altered(1));
    await put([]);
    await trail.sealKeys.beginEpoch(RUN);
    await trail.sealer.settle();
    expect(await trail.verifyTrail.execute()).toMatchObject({ broken: [] });
    await put([]);
    expect(await trail.verifyTrail.execute()).toMatchObject(altered(5));
  });

  it('have names of their own, also when one backup is restored twice, and the key is exchanged between', async () => {
    const first = await restore(kept);
    await first.sealKeys.beginEpoch(RUN);
    await first.sealer.settle();
    await first.sealKeys.rotate(RUN, 'a secret of the epoch that is lost, too');
    await first.sealer.settle();
    await record(first, 5);
    const { ends } = await first.verifyTrail.execute();
    expect(ends[0]?.epoch).toMatch(EPOCH);
    archive.clock.set(new Date(Date.now() + 5000));
    const second = await restore(kept);
    await second.sealKeys.beginEpoch(RUN);
    await second.sealer.settle();
    const { restarted, broken, ends: now } = await second.verifyTrail.execute(ends);
    expect([restarted, broken]).toEqual([[{ clientId: DEMO.client, from: 4, had: 11 }], []]);
    expect(now[0]!.epoch! > ends[0]!.epoch!).toBe(true);
    // A clock that was put back makes no earlier name.
    archive.clock.set(new Date(0));
    await second.sealKeys.beginEpoch(RUN);
    await second.sealer.settle();
    const { epochs } = (await second.events.head(DEMO.client))!;
    expect(epochs.map(({ name }) => name)).toEqual(epochs.map(({ name }) => name).sort());
    expect(await second.verifyTrail.execute(now)).toMatchObject({ broken: [], restarted: [] });
    expect((await second.sealKeys.all()).map(({ name }) => name.split('/').length)).toEqual([3, 3, 2]);
  });

  it('that nobody of the service has begun excuse nothing: no process starts with such keys', async () => {
    for (const table of ['event', 'event_node', 'event_log']) await archive.sql.write(`DELETE FROM ${table}`);
    const forged = archive.seals.inEpoch('29990101T000000Z').verifierKey;
    await archive.sql.insert('seal_key', ['verifier_key', 'since', 'statement'], [[forged, Date.now(), null]]);
    await expect(archive.anotherTrail().sealKeys.adopt()).rejects.toThrow('seal_key');
    // Nor when it is the only one.
    await archive.sql.write('DELETE FROM seal_key WHERE verifier_key <> ?', [forged]);
    await expect(archive.anotherTrail().sealKeys.adopt()).rejects.toThrow('seal_key');
  });
});
