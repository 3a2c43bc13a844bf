import { DailyAnchor } from '#application/audit/daily-anchor';
import { TimestampAuthority } from '#application/ports/audit-trail';
import { Frontier, leafHash, noteVerifier, openNote, parseCheckpoint, verifyInclusion } from '#libs/merkle-log';
import { saltedOf, type SaltedRow } from '#infrastructure/typeorm/events/event-row';
import { logBytes } from '#infrastructure/typeorm/log-bytes';
import { Sql } from '#infrastructure/typeorm/sql';
import { TypeOrmUnitOfWork } from '#infrastructure/typeorm/typeorm-unit-of-work';
import { actorOf, DEMO, scopeOf } from '../builders/demo';
import { KeptDiagnostics } from '../fakes/small-fakes';
import { describeContract } from './support/implementations';

const [ONE, TWO, THREE] = ['2026-11-23', '2026-11-24', '2026-11-25'] as const;
const at = (day: string) => new Date(`${day}T12:00:00Z`);

/** Gives what it is told to; null: fails. */
class ToldAuthority extends TimestampAuthority {
  answer: Buffer | null = null;
  readonly asked: string[] = [];

  async stamp(sha256: Buffer): Promise<Buffer> {
    this.asked.push(sha256.toString('base64url'));
    if (!this.answer) throw new Error('out of order');
    return this.answer;
  }
}

describeContract('TrailAnchors', { perTest: true }, (archive, { implementation }) => {
  const record = async (count: number, day: string, clientId: string = DEMO.client) => {
    const author = actorOf(clientId === DEMO.client ? 'demo' : 'outro');
    const event = (_: unknown, n: number) => ({ author, at: at(day), action: 'document.create' as const, subject: { n } });
    await archive.audit.recordAll(clientId, Array.from({ length: count }, event));
    await archive.sealer.settle();
  };
  const verify = () => archive.anotherTrail().verifyTrail.execute();
  const anchors = () =>
    archive.sql.rows<{ day: string; root: string; token: string | null }>('SELECT a.* FROM event_anchor a ORDER BY a.day');
  const covering = (position: number, day: string = ONE) => archive.anchors.covering(DEMO.client, { position, at: at(day) });
  const raw = () => new Sql(archive.dataSource, new TypeOrmUnitOfWork(archive.dataSource));

  /** As a receipt has it: the event in the head, the head in the anchor. */
  async function isProven(position: number): Promise<boolean> {
    const anchor = (await covering(position))!;
    const proof = (await archive.events.prove(await scopeOf(archive, 'demo'), position, anchor))!;
    const { size, root } = parseCheckpoint(openNote(anchor.checkpoint, [noteVerifier(archive.seals.verifierKey)]).text);
    const inHead = verifyInclusion({ leaf: proof.leaf, index: position - 1, size, root, proof: proof.hashes });
    const leaf = leafHash(Buffer.from(anchor.checkpoint));
    return inHead && verifyInclusion({ leaf, index: anchor.place - 1, size: anchor.leaves, root: anchor.root, proof: anchor.hashes });
  }

  it('are made once a day, by whoever comes first, over the heads of all logs', async () => {
    await archive.anchors.make(ONE);
    expect(await anchors()).toEqual([]);
    await record(5, ONE);
    await record(2, ONE, DEMO.otherClient);
    await Promise.all([1, 2, 3, 4].map(() => archive.anotherTrail().anchors.make(ONE)));
    const [first] = await anchors();
    expect(await covering(5)).toMatchObject({ day: ONE, size: 5, leaves: 2, token: null });
    await record(300, ONE);
    await archive.anchors.make(ONE);
    await archive.anchors.make(TWO);
    const all = await anchors();
    expect([all.length, all[0]]).toEqual([2, first]);
    expect(await covering(5)).toMatchObject({ day: TWO, size: 305 });
    expect(await Promise.all([1, 5, 6, 257, 305].map(isProven))).toEqual([true, true, true, true, true]);
    expect(await verify()).toMatchObject({ broken: [], anchors: { total: 2, broken: [] } });
  });

  it('leave out a log that waits for a human', async () => {
    await record(1, ONE);
    await record(1, ONE, DEMO.otherClient);
    await archive.sql.write("UPDATE event_log SET head = 'x' WHERE client_id = ?", [logBytes(DEMO.otherClient)]);
    await archive.anchors.make(TWO);
    expect(await archive.anchors.covering(DEMO.otherClient, { position: 1, at: at(ONE) })).toBeNull();
    expect(await covering(1)).toMatchObject({ leaves: 1 });
  });

  it('cover an event from the day after it on; where that one has no token, the newest one that has', async () => {
    await record(3, ONE);
    expect(await covering(3)).toBeNull();
    await archive.anchors.make(TWO);
    await record(1, TWO);
    await archive.anchors.make(THREE);
    expect([(await covering(3))?.day, (await covering(4, TWO))?.day, await covering(5, TWO)]).toEqual([TWO, THREE, null]);
    // Sealed late: after the anchor of the day that followed.
    expect((await covering(4, ONE))?.day).toBe(THREE);
    await archive.anchors.keepToken(THREE, Buffer.from('three'));
    expect((await covering(3))?.day).toBe(THREE);
    await archive.anchors.keepToken(TWO, Buffer.from('two'));
    await archive.anchors.keepToken(TWO, Buffer.from('another'));
    expect(await covering(3)).toMatchObject({ day: TWO, token: Buffer.from('two').toString('base64') });
    expect(await archive.anchors.unstamped(ONE)).toEqual([]);
  });

  it('are made while the authority is out of order, which is asked again, by one process alone', async () => {
    await record(1, ONE);
    const [authority, diagnostics] = [new ToldAuthority(), new KeptDiagnostics()];
    const another = archive.anotherTrail();
    const [daily, other] = [archive, another].map(
      ({ sealing, anchors: kept }) => new DailyAnchor(sealing, kept, authority, archive.clock, diagnostics),
    ) as [DailyAnchor, DailyAnchor];
    archive.clock.set(at(ONE));
    await daily.look();
    await daily.look();
    expect([(await anchors()).length, diagnostics.problems.map(({ where }) => where)]).toEqual([1, ['anchors']]);
    archive.clock.set(at(TWO));
    await daily.look();
    const [one, two] = (await anchors()).map(({ root }) => root);
    expect(authority.asked).toEqual([one, one, two]);
    authority.answer = Buffer.from('token');
    // On servers another process has the lease.
    if (!implementation.endsWith('SQLite')) {
      await other.look();
      expect(authority.asked.length).toBe(3);
    }
    await daily.look();
    await daily.look();
    expect(authority.asked.slice(3)).toEqual([two, one]);
    expect((await anchors()).map(({ token }) => token)).toEqual([1, 2].map(() => authority.answer!.toString('base64')));
    authority.answer = null;
    archive.clock.set(at(THREE));
    await daily.look();
    expect(diagnostics.problems.length).toBe(2);
  });

  it('stay valid when persons are erased and old events removed', async () => {
    await record(300, ONE);
    await archive.anchors.make(TWO);
    await archive.unitOfWork.run(async () => {
      const erased = await archive.erasure.erase({ clientId: DEMO.client, group: 'author' }, 0, 300, 500);
      await archive.audit.record(actorOf('demo'), DEMO.client, 'event.anonymize', { group: 'author', ...erased!, why: 'request' });
      await archive.pruning.mark(DEMO.client, 0, 256);
      await archive.audit.record(actorOf('demo'), DEMO.client, 'trail.prune', { from: 1, upTo: 256 });
    });
    await archive.pruning.remove(DEMO.client, 500);
    expect(await verify()).toMatchObject({ broken: [], anchors: { total: 1, broken: [] } });
    expect(await isProven(300)).toBe(true);
  });

  describe('compared by whoever has the key, too', () => {
    const rowsOf = () =>
      raw().rows<SaltedRow>('SELECT e.* FROM event e WHERE e.client_id = ? ORDER BY e.position', [logBytes(DEMO.client)]);
    /** Hashes and signs what is there anew. */
    const forge = async () => {
      const frontier = Frontier.empty();
      for (const row of await rowsOf()) {
        const leaf = archive.seals.leaf(saltedOf(row), Number(row.position));
        frontier.append(leaf);
        await raw().write('UPDATE event SET hash = ? WHERE position = ? AND client_id = ?', [
          leaf.toString('base64url'),
          row.position,
          logBytes(DEMO.client),
        ]);
      }
      const head = archive.seals.sign(DEMO.client, frontier);
      await raw().write('UPDATE event_log SET size = ?, frontier = ?, head = ? WHERE client_id = ?', [
        frontier.size,
        frontier.text,
        head,
        logBytes(DEMO.client),
      ]);
    };
    beforeEach(async () => {
      await record(8, ONE);
      await archive.anchors.make(TWO);
      await record(4, TWO);
    });

    it('tell of a history that was written anew', async () => {
      await raw().write("UPDATE event SET user_id = 'somebody' WHERE position = 3 AND client_id = ?", [logBytes(DEMO.client)]);
      await forge();
      expect((await verify()).broken).toEqual([{ clientId: DEMO.client, position: 8, reason: 'unlike' }]);
    });

    it('and say nothing of what was written anew after them', async () => {
      await raw().write("UPDATE event SET user_id = 'somebody' WHERE position = 9 AND client_id = ?", [logBytes(DEMO.client)]);
      await forge();
      expect((await verify()).broken).toEqual([]);
    });

    it('tell of a log that was cut, or is gone', async () => {
      await raw().write('DELETE FROM event WHERE position > 7 AND client_id = ?', [logBytes(DEMO.client)]);
      await forge();
      expect((await verify()).broken).toEqual([{ clientId: DEMO.client, position: 8, reason: 'truncated' }]);
      await raw().write('DELETE FROM event WHERE client_id = ?', [logBytes(DEMO.client)]);
      await raw().write('DELETE FROM event_log WHERE client_id = ?', [logBytes(DEMO.client)]);
      expect((await verify()).broken).toEqual([{ clientId: DEMO.client, position: 1, reason: 'truncated' }]);
    });

    it.each<[string, string, string]>([
      ['another root', 'root', 'A'.repeat(43)],
      ['other heads', 'leaves', '[["x","y"]]'],
      ['no heads', 'leaves', '[]'],
      ['what is none', 'leaves', '{'],
      ['the token of something else', 'token', Buffer.from('token').toString('base64')],
    ])('are themselves found altered: %s', async (_, column, value) => {
      await raw().write(`UPDATE event_anchor SET ${column} = ? WHERE day = ?`, [value, TWO]);
      expect(await verify()).toMatchObject({ broken: [], anchors: { total: 1, broken: [TWO] } });
    });

    it('of two that differ on the same log, one is broken', async () => {
      await raw().write("UPDATE event SET user_id = 'somebody' WHERE position = 3 AND client_id = ?", [logBytes(DEMO.client)]);
      const rows = (await rowsOf()).slice(0, 8);
      const frontier = Frontier.empty();
      for (const row of rows) frontier.append(archive.seals.leaf(saltedOf(row), Number(row.position)));
      await raw().write('UPDATE event_log SET head = ? WHERE client_id = ?', [
        archive.seals.sign(DEMO.client, frontier),
        logBytes(DEMO.client),
      ]);
      await archive.anchors.make(THREE);
      expect((await verify()).anchors).toEqual({ total: 2, broken: [THREE] });
    });
  });
});
