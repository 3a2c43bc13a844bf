import { setTimeout as sleep } from 'node:timers/promises';
import { createSecretKey } from 'node:crypto';
import { noteVerifier, openNote, parseCheckpoint, verifyInclusion } from '#libs/merkle-log';
import { DomainError } from '#domain/errors';
import { EventSeals } from '#infrastructure/typeorm/events/event-seals';
import { logBytes } from '#infrastructure/typeorm/log-bytes';
import { SchemaRefused } from '#infrastructure/typeorm/schema-version';
import { operator } from '#domain/access/actor';
import { actorOf, DEMO, scopeOf } from '../builders/demo';
import { describeContract } from './support/implementations';
import type { Archive } from './support/typeorm-archive';

type Trail = ReturnType<Archive['anotherTrail']>;
const RUN = operator('audit-rotate-key', 'run');
const SECRET = 'the secret that comes after it, of a good length';
const CLIENTS = [DEMO.client, DEMO.otherClient];

describeContract('SealKeys', { perTest: true }, (archive) => {
  const record = async (trail: Trail, times = 3) => {
    for (let n = 0; n < times; n++)
      for (const client of CLIENTS) await trail.audit.record(actorOf('demo'), client, 'document.create', { n });
  };
  const refused = async () => Number((await archive.sql.first<{ n: number }>('SELECT COUNT(*) AS n FROM event_refused r'))?.n);
  const isProven = async (position: number, verifierKey: string, kept?: string) => {
    const proof = (await archive.events.prove(await scopeOf(archive, 'demo'), position))!;
    const { size, root } = parseCheckpoint(openNote(kept ?? proof.checkpoint, [noteVerifier(verifierKey)]).text);
    return verifyInclusion({ leaf: proof.leaf, index: position - 1, size, root, proof: proof.hashes });
  };

  beforeEach(async () => {
    await archive.sealKeys.adopt();
    await record(archive);
    await archive.sealer.settle();
  });

  it('are exchanged: each log tells of it, and all before and after it is verified with the key of its time', async () => {
    const former = archive.seals.verifierKey;
    const { ends } = await archive.verifyTrail.execute();
    const kept = (await archive.events.head(DEMO.client))!.checkpoint;
    expect(await isProven(2, former, kept)).toBe(true);
    archive.clock.set(new Date(Date.now() + 60_000));
    expect(await archive.sealKeys.rotate(RUN, SECRET)).toBe(2);
    expect(archive.seals.verifierKey).not.toBe(former);
    await record(archive);
    await archive.sealer.settle();

    const [now, before, ...none] = await archive.sealKeys.all();
    expect([now?.verifierKey, now?.until, before?.verifierKey, before?.statement, none]).toEqual([
      archive.seals.verifierKey,
      null,
      former,
      null,
      [],
    ]);
    expect([now?.since, now?.name]).toEqual([before?.until, before?.name]);
    for (const clientId of CLIENTS) {
      const [told] = await archive.events.after(clientId, 3, 1);
      expect([told?.action, told?.subject]).toEqual([
        'trail.rekey',
        { keyId: now?.id, formerKeyId: before?.id, statement: now?.statement },
      ]);
    }
    expect(openNote(now!.statement!, [former, now!.verifierKey].map(noteVerifier)).signers).toHaveLength(2);
    expect(await isProven(2, now!.verifierKey)).toBe(true);
    expect(await isProven(6, now!.verifierKey)).toBe(true);
    expect(await archive.verifyTrail.execute(ends)).toMatchObject({ events: 14, broken: [], refused: 0 });
    expect(await archive.sealing.backlog()).toMatchObject({ pending: 0, vanished: 0 });
  });

  it('that were replaced neither write nor seal, nor start: no event is taken for a forgery', async () => {
    const late = archive.anotherTrail();
    await late.sealKeys.adopt();
    await archive.sealKeys.rotate(RUN, SECRET);
    await expect(late.sealing.lead(3000)).rejects.toThrow(SchemaRefused);
    await expect(record(late, 1)).rejects.toThrow(DomainError);
    await expect(archive.anotherTrail().sealKeys.adopt()).rejects.toThrow(SchemaRefused);
    await archive.sealer.settle();
    expect([await refused(), await archive.events.sizes(CLIENTS)]).toEqual([0, new Map(CLIENTS.map((id) => [id, 4]))]);
    // With the new secret it goes on.
    late.seals.become(archive.seals);
    await late.sealing.lead(3000);
    await record(late, 1);
    await archive.sealer.settle();
    expect([await refused(), (await archive.events.sizes(CLIENTS)).get(DEMO.client)]).toEqual([0, 5]);
  });

  it('are not exchanged while events are pending, or a log is not as it was left', async () => {
    await record(archive, 1);
    expect(await archive.sealKeys.rotate(RUN, SECRET)).toBe('pending');
    await archive.sealer.settle();
    const [key] = await archive.sealKeys.all();
    await archive.sql.write('UPDATE event_log SET size = size - 1 WHERE client_id = ?', [logBytes(DEMO.client)]);
    expect(await archive.sealKeys.rotate(RUN, SECRET)).toEqual({ clientId: DEMO.client, halt: 'frontier' });
    expect(await archive.sealKeys.all()).toEqual([key]);
    expect(archive.seals.verifierKey).toBe(key?.verifierKey);
  });

  it('that somebody has put into the table are not published; without the table the one that has signed still is', async () => {
    const foreign = new EventSeals(createSecretKey(Buffer.alloc(32, 'x')), createSecretKey(Buffer.alloc(32, 'x')), archive.seals.name);
    await archive.sql.write('UPDATE seal_key SET verifier_key = ?', [foreign.verifierKey]);
    await expect(archive.anotherTrail().sealKeys.adopt()).rejects.toThrow(SchemaRefused);
    const since = archive.clock.now();
    const statement = foreign.handOver(foreign, since);
    const values = [archive.seals.verifierKey, since.getTime(), statement];
    await archive.sql.insert('seal_key', ['verifier_key', 'since', 'statement'], [values]);
    expect((await archive.sealKeys.all()).map(({ verifierKey }) => verifierKey)).toEqual([archive.seals.verifierKey]);
    await archive.sql.write('DELETE FROM seal_key');
    archive.seals.become(foreign);
    await expect(archive.sealKeys.adopt()).rejects.toThrow(SchemaRefused);
    const again = archive.anotherTrail();
    await again.sealKeys.adopt();
    expect(await again.sealKeys.all()).toHaveLength(1);
  });

  it('are not exchanged while somebody else works with the archive', async () => {
    expect(await archive.sealKeys.isAlone()).toBe(true);
    const other = archive.anotherTrail();
    expect(await other.sealKeys.isAlone()).toBe(false);
    await archive.sealKeys.release();
    await sleep(2);
    expect(await other.sealKeys.isAlone()).toBe(true);
    await record(archive);
    await archive.sealer.settle();
    expect(await archive.verifyTrail.execute()).toMatchObject({ events: 12, broken: [] });
  });
});
