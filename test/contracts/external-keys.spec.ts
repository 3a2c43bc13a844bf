import { ExternalKeyTaken } from '#application/ports/documents';
import { newId } from '#application/support/ids';
import type { Scope } from '#domain/access/scope';
import { addDocument, aDocument, aFile } from '../builders/a-document';
import { DEMO, scopeOf } from '../builders/demo';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';
import { report } from './support/report';

const NOW = new Date('2026-11-21T15:00:00.000Z');

/** The client system's own name for a document: unique among the client's live documents. */
describeContract('DocumentRepository, external keys,', (archive, { implementation }) => {
  let scope: Scope;
  let other: Scope;
  let finance: Scope;
  beforeAll(async () => {
    [scope, other, finance] = await Promise.all([scopeOf(archive), scopeOf(archive, 'outro'), scopeOf(archive, 'financeiro')]);
  });

  const add = async (externalKey: string | null, changes: Parameters<typeof aDocument>[1] = {}, within = scope) => {
    const document = aDocument(within, { externalKey, ...changes });
    return { document, code: await archive.unitOfWork.run(() => addDocument(archive.documents, within, document)) };
  };
  const found = (externalKey: string, within = scope) => archive.documents.findByExternalKey(within, externalKey);

  it('finds the document with the key', async () => {
    const key = newId();
    expect(await found(key)).toBeNull();
    const { document, code } = await add(key);
    expect(await found(key)).toEqual({ id: document.id, code, clientId: DEMO.client, nodeCode: document.nodeCode, version: 1 });
    expect(await found(key)).toEqual(await archive.documents.find(scope, document.id));
  });

  it('accepts any number of documents without a key', async () => {
    await add(null);
    await add(null);
  });

  it('refuses a second document with the key, and stores nothing of it', async () => {
    const key = newId();
    const { document: first } = await add(key);
    const file = aFile();
    const second = aDocument(scope, { externalKey: key, files: [file] });
    await expect(archive.unitOfWork.run(() => addDocument(archive.documents, scope, second))).rejects.toThrow(ExternalKeyTaken);
    await expect(addDocument(archive.documents, scope, second)).rejects.toThrow(ExternalKeyTaken);
    expect(await archive.documents.find(scope, second.id)).toBeNull();
    expect(await archive.documents.findFile(scope, file.id)).toBeNull();
    expect((await found(key))?.id).toBe(first.id);
  });

  it('distinguishes keys by every character', async () => {
    const base = newId();
    const keys = [base, base.toUpperCase(), `${base} `, ` ${base}`, `${base}á`, `${base}a`, `${base}%`, `${base}_`, `${base}📎`];
    for (const key of keys) await add(key);
    const codes = await Promise.all(keys.map(async (key) => (await found(key))?.code));
    expect(new Set(codes).size).toBe(keys.length);
  });

  it('stores a key of 100 arbitrary characters', async () => {
    const key = `${newId()}${'📎'.repeat(64)}`;
    expect([...key]).toHaveLength(100);
    const { code } = await add(key);
    expect((await found(key))?.code).toBe(code);
  });

  it('stores one document of 32 concurrent additions', async () => {
    const key = newId();
    const answers = await Promise.allSettled(Array.from({ length: 32 }, () => add(key)));
    const refusals = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []));
    report(implementation, `32 additions of one external key at once: ${32 - refusals.length} added, ${refusals.length} refused`);
    expect(refusals).toHaveLength(31);
    for (const refusal of refusals) expect(refusal).toBeInstanceOf(ExternalKeyTaken);
    expect(await archive.search.count(scope, { externalKey: key, fields: [] })).toBe(1);
  });

  it('stores concurrent documents with different keys', async () => {
    const base = newId();
    await atOnce(16, (index) => add(`${base} ${index}`));
    for (let index = 0; index < 16; index++) expect(await found(`${base} ${index}`)).not.toBeNull();
  });

  it('is unique within a client', async () => {
    const key = newId();
    const { code } = await add(key);
    expect(await found(key, other)).toBeNull();
    const { code: theirs } = await add(key, { nodeId: DEMO.otherLevel }, other);
    expect((await found(key))?.code).toBe(code);
    expect((await found(key, other))?.code).toBe(theirs);
  });

  it('is not found at an inaccessible level, but is taken', async () => {
    const key = newId();
    await add(key, { nodeId: DEMO.records });
    expect(await found(key, finance)).toBeNull();
    await expect(add(key, {}, finance)).rejects.toThrow(ExternalKeyTaken);
  });

  it('is free after its document is deleted, and finds the deleted one', async () => {
    const key = newId();
    const { document } = await add(key);
    const stored = (await archive.documents.find(scope, document.id))!;
    await archive.unitOfWork.run(() => archive.documents.markDeleted(scope, stored, NOW));
    expect(await found(key)).toBeNull();
    const { document: next, code } = await add(key);
    expect(await found(key)).toMatchObject({ id: next.id, code });
    const deleted = await archive.search.page(scope, { externalKey: key, status: 'deleted', fields: [] }, 1, 10);
    expect(deleted.map(({ id }) => id)).toEqual([document.id]);
    const live = await archive.search.page(scope, { externalKey: key, fields: [] }, 1, 10);
    expect(live.map(({ id }) => id)).toEqual([next.id]);
  });

  it('is free after its transaction fails', async () => {
    const key = newId();
    const failing = archive.unitOfWork.run(async () => {
      await add(key);
      throw new Error('afterwards');
    });
    await expect(failing).rejects.toThrow('afterwards');
    expect(await found(key)).toBeNull();
    await add(key);
  });
});
