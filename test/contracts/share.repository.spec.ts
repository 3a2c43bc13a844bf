import { newId } from '#application/support/ids';
import type { Scope } from '#domain/access/scope';
import type { Share } from '#domain/shares/share';
import { addDocument, aDocument, aFile } from '../builders/a-document';
import { DEMO, scopeOf } from '../builders/demo';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';

const NOW = new Date('2026-11-21T15:00:00.000Z');
const later = (ms: number) => new Date(NOW.getTime() + ms);

/** Shares of files, and what they open. */
describeContract('ShareRepository', (archive) => {
  let scope: Scope;
  let other: Scope;
  beforeAll(async () => {
    [scope, other] = await Promise.all([scopeOf(archive), scopeOf(archive, 'outro')]);
  });

  /** Files of a new document. */
  const filesOfDocument = async (count: number) => {
    const files = Array.from({ length: count }, () => aFile());
    const document = aDocument(scope, { files });
    const code = await archive.unitOfWork.run(() => addDocument(archive.documents, scope, document));
    return { document: { ...document, code }, ids: files.map((file) => file.id), files };
  };
  const share = async (ids: string[], until: Date | null = null, at = NOW) => archive.shares.share(scope, ids, until, at);
  const opens = async (shareId: string, at = NOW) => (await archive.sharedFiles.open(shareId, at))?.id ?? null;

  it('creates one share for each file', async () => {
    const { ids } = await filesOfDocument(3);
    const shares = await share(ids, later(1000));
    expect(shares.map(({ fileId }) => fileId).sort()).toEqual([...ids].sort());
    expect(new Set(shares.map(({ id }) => id)).size).toBe(3);
    expect(shares.every(({ expiresAt }) => expiresAt?.getTime() === later(1000).getTime())).toBe(true);
    expect(new Set(await archive.shares.of(scope, ids))).toEqual(new Set(shares));
  });

  it('opens the file with all its attributes', async () => {
    const { document, files } = await filesOfDocument(1);
    const [{ id }] = (await share([files[0]!.id])) as [Share];
    const { createdAt, clientId } = document;
    expect(await archive.sharedFiles.open(id, later(1e12))).toEqual({ ...files[0], documentId: document.id, createdAt, clientId });
  });

  it.each([
    ['another deadline', later(1000), later(9000)],
    ['the same deadline', later(1000), later(1000)],
    ['a deadline instead of none', null, later(9000)],
    ['no deadline any more', later(1000), null],
    ['none as before', null, null],
  ])('keeps the share of a file shared again, with %s', async (_, before, after) => {
    const { ids } = await filesOfDocument(2);
    const [first] = await share([ids[0]!], before);
    const again = await share(ids, after, later(5000));
    expect(again).toHaveLength(2);
    expect(again.find(({ fileId }) => fileId === ids[0])).toEqual({ ...first, expiresAt: after });
  });

  it('gives a new address to whoever shares again, without a deadline, what had ended', async () => {
    const { ids } = await filesOfDocument(1);
    const [first] = (await share(ids, later(1000))) as [Share];
    const [alive] = (await archive.shares.share(scope, ids, undefined, later(999))) as [Share];
    expect(alive).toEqual(first);
    const [second] = (await archive.shares.share(scope, ids, undefined, later(1000))) as [Share];
    expect([second.id === first.id, second.expiresAt]).toEqual([false, null]);
    expect([await opens(first.id, later(1001)), await opens(second.id, later(1001))]).toEqual([null, ids[0]]);
  });

  it('lists shares that are not revoked, including expired ones', async () => {
    const { ids } = await filesOfDocument(3);
    const shares = await share(ids.slice(0, 2), later(-1000), later(-2000));
    expect(new Set(await archive.shares.of(scope, ids))).toEqual(new Set(shares));
    await archive.shares.revoke(scope, [ids[0]!], NOW);
    expect(await archive.shares.of(scope, ids)).toEqual([expect.objectContaining({ fileId: ids[1] })]);
    expect(await archive.shares.of(scope, [])).toEqual([]);
  });

  it('opens until the deadline only', async () => {
    const { ids } = await filesOfDocument(1);
    const [{ id }] = (await share(ids, later(1000))) as [Share];
    expect(await opens(id, later(999))).toBe(ids[0]);
    expect(await opens(id, later(1000))).toBeNull();
    expect(await opens(id, later(1001))).toBeNull();
  });

  it('opens nothing for an unknown share', async () => {
    expect(await opens(newId())).toBeNull();
  });

  it('opens nothing after it is revoked; sharing again creates a new one', async () => {
    const { ids } = await filesOfDocument(2);
    const [first, second] = await share(ids);
    await archive.shares.revoke(scope, [first!.fileId], NOW);
    expect(await opens(first!.id)).toBeNull();
    expect(await opens(second!.id)).toBe(second!.fileId);
    const [anew] = await share([first!.fileId]);
    expect(anew!.id).not.toBe(first!.id);
    expect(await opens(anew!.id)).toBe(first!.fileId);
    expect(await opens(first!.id)).toBeNull();
  });

  it('opens each of those that are asked for together, and none that was revoked before', async () => {
    const { ids } = await filesOfDocument(3);
    const shares = await share(ids);
    await archive.shares.revoke(scope, ids.slice(0, 1), NOW);
    const others = shares.map(({ id }) => opens(id));
    await archive.shares.revoke(scope, ids.slice(1, 2), NOW);
    const together = [...shares, ...shares].map(({ id }) => opens(id));
    const [, , last] = ids;
    const kept = shares.map(({ fileId }) => (fileId === last ? fileId : null));
    expect(await Promise.all(together)).toEqual([...kept, ...kept]);
    await Promise.all(others);
  });

  it('accepts revoking twice, and revoking unshared files', async () => {
    const { ids } = await filesOfDocument(2);
    await share([ids[0]!]);
    for (let time = 0; time < 2; time++) await archive.shares.revoke(scope, ids, NOW);
    expect(await archive.shares.of(scope, ids)).toEqual([]);
  });

  it.each([
    ['with', (index: number) => later(1000 + index)],
    ['without', () => undefined],
  ])('creates one share of a file for 16 concurrent calls %s a deadline', async (_, until) => {
    const { ids } = await filesOfDocument(2);
    const calls = (index: number) => (index % 2 === 0 ? ids : [...ids].reverse());
    const answers = await atOnce(16, (index) => archive.shares.share(scope, calls(index), until(index), NOW));
    expect(new Set(answers.flat().map(({ id }) => id)).size).toBe(2);
    expect(await archive.shares.of(scope, ids)).toHaveLength(2);
  });

  it('handles concurrent share and revoke without duplicates or working revoked links', async () => {
    const { ids } = await filesOfDocument(1);
    await atOnce(16, async (index) => (index % 2 === 0 ? void (await share(ids)) : archive.shares.revoke(scope, ids, NOW)));
    expect((await archive.shares.of(scope, ids)).length).toBeLessThan(2);
    await archive.shares.revoke(scope, ids, NOW);
    expect(await archive.shares.of(scope, ids)).toEqual([]);
    expect(await share(ids)).toHaveLength(1);
  });

  it('neither lists nor revokes shares of another client', async () => {
    const { ids } = await filesOfDocument(1);
    const [first] = await share(ids);
    expect(await archive.shares.of(other, ids)).toEqual([]);
    await archive.shares.revoke(other, ids, NOW);
    expect(await opens(first!.id)).toBe(ids[0]);
    const both = await scopeOf(archive, 'outro', 'demo');
    expect(await archive.shares.of(both, ids)).toEqual([first]);
    expect(other.clientId).toBe(DEMO.otherClient);
  });

  it('creates no share of a file of another client or a deleted document', async () => {
    const [foreign, deleted] = [await filesOfDocument(1), await filesOfDocument(1)];
    const { id, code, clientId, nodeCode } = deleted.document;
    await archive.unitOfWork.run(() => archive.documents.markDeleted(scope, { id, code, clientId, nodeCode, version: 1 }, NOW));
    expect(await archive.shares.share(other, foreign.ids, null, NOW)).toEqual([]);
    expect(await share(deleted.ids)).toEqual([]);
    expect(await archive.shares.of(scope, foreign.ids)).toEqual([]);
  });

  it('does nothing with no files', async () => {
    expect(await share([])).toEqual([]);
    expect(await archive.shares.revoke(scope, [], NOW)).toBe(0);
  });

  it('takes part in a transaction', async () => {
    const { ids } = await filesOfDocument(1);
    const failing = archive.unitOfWork.run(async () => {
      await share(ids);
      throw new Error('afterwards');
    });
    await expect(failing).rejects.toThrow('afterwards');
    expect(await archive.shares.of(scope, ids)).toEqual([]);
  });
});
