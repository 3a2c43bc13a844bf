import { OpenBills } from '#application/audit/open-bills';
import { PruneTrail } from '#application/audit/prune-trail.use-case';
import { VerifyTrail } from '#application/audit/verify-trail.use-case';
import { EventArrivals } from '#application/events/event-arrivals';
import { FollowEvents } from '#application/events/follow-events.use-case';
import { GetConsistency } from '#application/events/get-consistency.use-case';
import type { BillingLedger } from '#application/ports/billing';
import { TimeZone } from '#application/support/time-zone';
import { NOBODY_ID, type Author } from '#domain/access/actor';
import { noteVerifier, openNote, parseCheckpoint, verifyInclusion } from '#libs/merkle-log';
import { logBytes } from '#infrastructure/typeorm/log-bytes';
import { actorOf, DEMO, scopeOf } from '../builders/demo';
import { describeContract } from './support/implementations';

const RUN: Author = { userId: NOBODY_ID, origin: { address: 'cli', requestId: 'audit-prune:1' } };
const START = Date.parse('2026-01-01T12:00:00Z');
const MINUTE = 60_000;
/** One a minute. */
const EVENTS = 700;

describeContract('EventPruning', { perTest: true }, (archive) => {
  beforeEach(async () => {
    const author = actorOf('demo');
    const events = Array.from({ length: EVENTS }, (_, n) => ({
      author,
      at: new Date(START + n * MINUTE),
      action: 'document.create' as const,
      subject: { n },
    }));
    await archive.audit.recordAll(DEMO.client, events);
    await archive.sealer.settle();
  });

  const prune = (minutes: number, contracts: object[] = []) => {
    const ledger = { contracts: async () => contracts, billOf: async () => null } as unknown as BillingLedger;
    const bills = new OpenBills(ledger, new TimeZone('America/Sao_Paulo'));
    const { pruning, erasure, events, audit, unitOfWork, sealer } = archive;
    const trail = new PruneTrail(pruning, erasure, events, bills, audit, unitOfWork, sealer);
    return trail.execute(RUN, DEMO.client, new Date(START + minutes * MINUTE));
  };
  const verify = () => new VerifyTrail(archive.verification, archive.sealer).execute();
  const isProven = async (position: number) => {
    const proof = await archive.events.prove(await scopeOf(archive, 'demo'), position);
    if (!proof) return null;
    const { size, root } = parseCheckpoint(openNote(proof.checkpoint, [noteVerifier(archive.seals.verifierKey)]).text);
    return verifyInclusion({ leaf: proof.leaf, index: position - 1, size, root, proof: proof.hashes });
  };
  const first = async () => (await archive.events.after(DEMO.client, 0, 1))[0]?.position;

  it('removes whole blocks of 256, records it, and keeps every other proof and the trail', async () => {
    const { ends } = await verify();
    expect(await prune(600)).toEqual({ upTo: 512, events: 512, late: [] });
    expect(await first()).toBe(513);
    expect(await Promise.all([1, 512, 513, 600, EVENTS].map(isProven))).toEqual([null, null, true, true, true]);
    expect(await verify()).toMatchObject({ events: EVENTS - 512 + 1, broken: [], refused: 0 });
    expect(await archive.verification.verify(ends, () => undefined)).toMatchObject({ broken: [] });
    const [told] = await archive.events.after(DEMO.client, EVENTS, 1);
    expect([told?.action, told?.subject]).toEqual(['trail.prune', { from: 1, upTo: 512 }]);
    expect(await archive.events.head(DEMO.client)).toMatchObject({ size: EVENTS + 1, prunedTo: 512 });
  });

  /** What is pruned while this is read. */
  const prunedAt = (method: 'head' | 'range') => {
    let isDue = true;
    const before = async () => {
      if (isDue) await prune(600);
      isDue = false;
    };
    const read = async (...given: unknown[]) => {
      if (method === 'range') await before();
      const answer = await (archive.events[method] as (...all: unknown[]) => unknown)(...given);
      await before();
      return answer;
    };
    return Object.create(archive.events, { [method]: { value: read } }) as typeof archive.events;
  };

  it.each(['head', 'range'] as const)('a reader is told what was removed before its %s was read', async (method) => {
    const scope = await scopeOf(archive, 'demo');
    const read = (after: number | 'start', events: typeof archive.events) =>
      new FollowEvents(events, new EventArrivals(events), { ofClient: async () => null } as never).execute(
        scope,
        { after, epoch: null, limit: 10, actions: [], waitMs: 0, signal: new AbortController().signal },
        async () => scope,
      );
    await expect(read(10, prunedAt(method))).rejects.toMatchObject({ code: 'CURSOR_EXPIRED', details: { first: 513 } });
    expect((await read('start', prunedAt('range'))).events[0]?.position).toBe(513);
  });

  it('a proof of consistency is not damaged by what is removed meanwhile', async () => {
    const scope = await scopeOf(archive, 'demo');
    const consistency = () => new GetConsistency(prunedAt('head')).execute(scope, { from: 100, to: null });
    await expect(consistency()).rejects.toMatchObject({ code: 'CURSOR_EXPIRED', details: { first: 513 } });
  });

  it('continues from there, and repeats nothing', async () => {
    expect(await prune(300)).toMatchObject({ upTo: 256, events: 256 });
    expect(await prune(400)).toMatchObject({ upTo: 256, events: 0 });
    expect(await prune(600)).toMatchObject({ upTo: 512, events: 256 });
    for (let n = 0; n < 300; n++) await archive.audit.record(actorOf('demo'), DEMO.client, 'document.update', { n });
    expect(await verify()).toMatchObject({ broken: [] });
    expect(await Promise.all([513, 700, 701, 900].map(isProven))).toEqual([true, true, true, true]);
  });

  it.each<[string, number]>([
    ['events are dropped, with the mark set as if they had been removed', 1],
    ['more is dropped than was removed, with the mark set to that', 257],
  ])('is not accepted as the reason when %s', async (_, position) => {
    if (position > 1) await prune(300);
    await archive.sealer.settle();
    await archive.sql.write('DELETE FROM event WHERE position <= ? AND client_id = ?', [512, logBytes(DEMO.client)]);
    await archive.sql.write('UPDATE event_log SET pruned_to = ? WHERE client_id = ?', [512, logBytes(DEMO.client)]);
    expect((await verify()).broken).toEqual([{ clientId: DEMO.client, position, reason: 'missing' }]);
  });

  it('completes the work of a killed run, which does not break the trail meanwhile', async () => {
    await archive.unitOfWork.run(async () => {
      await archive.pruning.mark(DEMO.client, 0, 512);
      await archive.audit.record(RUN, DEMO.client, 'trail.prune', { from: 1, upTo: 512 });
    });
    await archive.pruning.remove(DEMO.client, 100);
    expect(await verify()).toMatchObject({ broken: [] });
    expect(await prune(600)).toMatchObject({ upTo: 512, events: 412 });
  });

  it('refuses changed nodes', async () => {
    await prune(600);
    await archive.sealer.settle();
    await archive.sql.write('UPDATE event_node SET hash = ? WHERE idx = 0 AND client_id = ?', ['A'.repeat(43), logBytes(DEMO.client)]);
    expect((await verify()).broken).toMatchObject([{ clientId: DEMO.client, reason: 'unlike' }]);
  });

  it('waits for the bills that count the users of the events', async () => {
    const contract = { clientId: DEMO.client, number: 'C-1', startsOn: null, endsOn: null };
    const services = [{ kind: 'active-users', startsOn: null, endsOn: null }];
    await expect(prune(600, [{ ...contract, services }])).rejects.toThrow('the bill of 2026-01, contract C-1');
    expect(await first()).toBe(1);
  });
});
