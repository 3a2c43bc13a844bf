import { newId } from '#application/support/ids';
import { ExternalKeyTaken } from '#application/ports/documents';
import type { Scope } from '#domain/access/scope';
import { addDocument, aDocument, aFile } from '../builders/a-document';
import { DEMO, scopeOf } from '../builders/demo';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';
import { expectShownAsStored } from './support/shown';

const NOW = new Date('2026-11-21T15:00:00.000Z');

/** A deletion that is undone. */
describeContract('DocumentRepository, restored documents,', (archive) => {
  let scope: Scope;
  let other: Scope;
  beforeAll(async () => {
    [scope, other] = await Promise.all([scopeOf(archive), scopeOf(archive, 'outro')]);
  });
  afterAll(() => expectShownAsStored(archive.sql));

  const stored = async (changes: Parameters<typeof aDocument>[1] = {}) => {
    const document = aDocument(scope, changes);
    await archive.unitOfWork.run(() => addDocument(archive.documents, scope, document));
    return (await archive.documents.find(scope, document.id))!;
  };
  const remove = (document: Awaited<ReturnType<typeof stored>>) =>
    archive.unitOfWork.run(() => archive.documents.markDeleted(scope, document, NOW));
  const restore = (id: string, within = scope) => archive.unitOfWork.run(() => archive.documents.restore(within, id));
  const found = async (documentCode: number, status?: 'deleted') =>
    archive.search.page(scope, { documentCode, fields: [], ...(status && { status }) }, 1, 1);

  it('are as they were, but for their version', async () => {
    const files = [aFile(), aFile()];
    const document = await stored({ files });
    const [[before], content] = [await found(document.code), await archive.documents.contentOf(scope, document)];
    const keys = await remove(document);
    expect(await found(document.code)).toEqual([]);
    const restored = await restore(document.id);
    expect(restored?.document).toEqual({ ...document, version: 3 });
    expect(restored?.keys.sort()).toEqual(keys?.sort());
    expect(await archive.documents.find(scope, document.id)).toEqual(restored?.document);
    expect(await archive.documents.filesOf(scope, document)).toHaveLength(2);
    expect(await archive.documents.contentOf(scope, document)).toEqual(content);
    expect(await found(document.code)).toEqual([{ ...before, version: 3 }]);
    expect(await found(document.code, 'deleted')).toEqual([]);
  });

  it('are counted', async () => {
    const count = (status?: 'deleted') => archive.search.count(scope, { nodeCodes: [], fields: [], ...(status && { status }) });
    const all = async () => [await count(), await count('deleted')];
    const document = await stored();
    const before = await all();
    await remove(document);
    await restore(document.id);
    expect(await all()).toEqual(before);
  });

  it('leave files removed that were removed before', async () => {
    const [one, two] = [aFile(), aFile()];
    const document = await stored({ files: [one, two] });
    await archive.unitOfWork.run(async () => {
      const held = (await archive.documents.hold(scope, document.id))!;
      await archive.documents.removeFile(scope, held, one.id, new Date(NOW.getTime() - 1));
    });
    await remove(document);
    expect((await restore(document.id))?.keys).toEqual([two.key]);
    expect((await found(document.code))[0]?.fileCount).toBe(1);
  });

  it('are none that is not deleted, unknown or outside the scope', async () => {
    const document = await stored();
    expect([await restore(document.id), await restore(newId())]).toEqual([null, null]);
    await remove(document);
    expect(await restore(document.id, other)).toBeNull();
    expect(await archive.documents.find(scope, document.id)).toBeNull();
  });

  it('are restored once by 8 concurrent calls', async () => {
    const document = await stored({ files: [aFile()] });
    await remove(document);
    const restored = await atOnce(8, () => restore(document.id));
    expect(restored.filter((each) => each !== null)).toHaveLength(1);
    expect((await found(document.code))[0]?.fileCount).toBe(1);
  });

  it('are refused while another document has their external key', async () => {
    const externalKey = newId();
    const document = await stored({ externalKey });
    await remove(document);
    const second = await stored({ externalKey });
    await expect(restore(document.id)).rejects.toThrow(ExternalKeyTaken);
    await remove(second);
    expect((await restore(document.id))?.document.id).toBe(document.id);
    expect((await archive.documents.findByExternalKey(scope, externalKey))?.id).toBe(document.id);
    expect(DEMO.client).toBe(document.clientId);
  });
});
