import { newObjectKey } from '#application/support/ids';
import type { StoredFileRow } from '#application/ports/portable-archive';
import type { NewFile } from '#domain/files/document-file';
import { addDocument, aDocument, aFile } from '../builders/a-document';
import { aWorkflow } from '../builders/a-workflow';
import { DEMO, scopeOf } from '../builders/demo';
import type { Archive } from './support/typeorm-archive';
import { describeContract } from './support/implementations';

const AT = new Date('2026-11-22T15:00:00.001Z');
const HOUR = 3_600_000;

/** Something that has files. */
interface Owner {
  id: string;
  remove(fileId: string): Promise<unknown>;
  /** With all its files. */
  delete(): Promise<unknown>;
}

/** Whatever has files in an archive: all of it is verified alike. Kinds of owners that come are named here. */
const KINDS: readonly { kind: string; file(archive: Archive, files: NewFile[]): Promise<Owner> }[] = [
  {
    kind: 'a document',
    async file(archive, files) {
      const scope = await scopeOf(archive);
      const document = aDocument(scope, { files });
      const { documents, unitOfWork } = archive;
      await unitOfWork.run(() => addDocument(documents, scope, document));
      const stored = (await documents.find(scope, document.id))!;
      return {
        id: document.id,
        remove: (fileId) =>
          unitOfWork.run(async () => documents.removeFile(scope, (await documents.hold(scope, document.id))!, fileId, AT)),
        delete: () => unitOfWork.run(() => documents.markDeleted(scope, stored, AT)),
      };
    },
  },
];

const files = (count: number) => Array.from({ length: count }, () => aFile());

/** The rows behind the objects of the whole archive. */
describeContract('StoredFiles', (archive) => {
  let owners: Owner[] = [];
  afterEach(async () => {
    for (const owner of owners) await owner.delete();
    owners = [];
  });
  const keep = async (kind: (typeof KINDS)[number], own: NewFile[]) => {
    const owner = await kind.file(archive, own);
    owners.push(owner);
    return owner;
  };

  const all = async (limit: number) => {
    const rows: StoredFileRow[] = [];
    for (let after = ''; ;) {
      const page = await archive.storedFiles.live(after, limit);
      rows.push(...page);
      if (page.length < limit) return rows;
      after = page.at(-1)!.key;
    }
  };

  it('returns nothing of an archive without files', async () => {
    expect(await archive.storedFiles.live('', 10)).toEqual([]);
    expect(await archive.storedFiles.countLive()).toBe(0);
    expect(await archive.storedFiles.isLive(aFile().key)).toBe(false);
    expect(await archive.storedFiles.known([])).toEqual(new Set());
    expect(await archive.storedFiles.known([newObjectKey(), '', "' OR 1=1 --", '../x'])).toEqual(new Set());
  });

  it.each([1, 3, 8, 100])('returns every file once, in key order, %d at a time', async (limit) => {
    const expected = new Map<string, [string, NewFile]>();
    for (const kind of KINDS) {
      for (let owner = 0; owner < 3; owner++) {
        const own = files(owner + 1);
        const { id } = await keep(kind, own);
        for (const each of own) expected.set(each.key, [id, each]);
      }
    }
    const rows = await all(limit);
    expect(rows.map(({ key }) => key)).toEqual([...expected.keys()].sort());
    for (const row of rows) {
      const [owner, { id, size, sha256 }] = expected.get(row.key)!;
      expect([row.ownerId, row.id, row.size, row.sha256]).toEqual([owner, id, size, sha256]);
    }
    expect(await archive.storedFiles.countLive()).toBe(expected.size);
  });

  describe.each(KINDS)('files of $kind', (kind) => {
    it('are live until they are removed', async () => {
      const [kept, gone] = files(2);
      const owner = await keep(kind, [kept!, gone!]);
      expect(await archive.storedFiles.isLive(gone!.key)).toBe(true);
      await owner.remove(gone!.id);
      expect(await archive.storedFiles.isLive(gone!.key)).toBe(false);
      expect(await archive.storedFiles.isLive(kept!.key)).toBe(true);
      expect((await all(10)).map(({ id }) => id)).toEqual([kept!.id]);
      expect(await archive.storedFiles.countLive()).toBe(1);
      expect(await archive.storedFiles.known([kept!.key, gone!.key])).toEqual(new Set([kept!.key]));
    });

    it('are live until their owner is deleted', async () => {
      const [one, other] = files(2);
      const owner = await keep(kind, [one!]);
      await keep(kind, [other!]);
      await owner.delete();
      expect((await all(10)).map(({ id }) => id)).toEqual([other!.id]);
      expect(await archive.storedFiles.isLive(one!.key)).toBe(false);
      expect(await archive.storedFiles.known([one!.key, other!.key])).toEqual(new Set([other!.key]));
    });
  });

  it('returns objects that the journal names, while it does', async () => {
    const [staged, condemned, unknown] = [newObjectKey(), newObjectKey(), newObjectKey()];
    await archive.journal.stage(DEMO.client, [staged], HOUR);
    await archive.unitOfWork.run(() => archive.journal.condemn(DEMO.client, [condemned], HOUR, 'a test'));
    expect(await archive.storedFiles.known([staged, unknown, condemned])).toEqual(new Set([staged, condemned]));
    await archive.journal.forget(DEMO.client, [condemned]);
    expect(await archive.storedFiles.known([staged, unknown, condemned])).toEqual(new Set([staged]));
    expect(await archive.storedFiles.countLive()).toBe(0);
  });

  it('accepts more keys than one statement can', async () => {
    const own = files(3);
    await keep(KINDS[0]!, own);
    const keys = Array.from({ length: 1200 }, () => newObjectKey());
    own.forEach(({ key }, index) => keys.splice(index * 550, 0, key));
    expect(await archive.storedFiles.known(keys)).toEqual(new Set(own.map(({ key }) => key)));
  });

  // Nothing takes a flow's file away: this comes last.
  it('includes former versions and files of flows', async () => {
    const scope = await scopeOf(archive);
    const [own] = files(1);
    const owner = await keep(KINDS[0]!, [own!]);
    const [file] = await archive.fileVersions.find(scope, [own!.id]);
    const content = { key: newObjectKey(), size: 7, sha256: '7'.repeat(64), version: '2' };
    await archive.unitOfWork.run(() => archive.fileVersions.replace(scope, [{ file: file!, content }], AT));
    const draft = aWorkflow();
    const flow = { ...draft, code: await archive.workflows.add(scope, draft) };
    const attached = aFile();
    await archive.workflows.addFiles(scope, flow, [{ ...attached, toSign: false, createdAt: AT }]);
    const expected = [
      { id: own!.id, ownerId: owner.id, key: own!.key, size: own!.size, sha256: own!.sha256 },
      { id: own!.id, ownerId: owner.id, ...{ key: content.key, size: 7, sha256: content.sha256 } },
      { id: attached.id, ownerId: flow.id, key: attached.key, size: attached.size, sha256: attached.sha256 },
    ].sort((a, b) => (a.key < b.key ? -1 : 1));
    const rows = await all(2);
    expect(rows).toEqual(expected);
    expect(await archive.storedFiles.countLive()).toBe(3);
    for (const { key } of rows) expect(await archive.storedFiles.isLive(key)).toBe(true);
    const keys = rows.map(({ key }) => key);
    expect(await archive.storedFiles.known([...keys, newObjectKey()])).toEqual(new Set(keys));
  });
});
