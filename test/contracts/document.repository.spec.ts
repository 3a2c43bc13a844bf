import { newId } from '#application/support/ids';
import type { Scope } from '#domain/access/scope';
import { addDocument, aDocument, aFile } from '../builders/a-document';
import { DEMO, fieldCode, levelOf, scopeOf } from '../builders/demo';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';

const NOW = new Date('2026-11-21T15:00:00.000Z');

/** Documents within a scope; one outside it is as absent as one that never existed. */
describeContract('DocumentRepository', (archive) => {
  let scope: Scope;
  /** Of those who may not see everything: another client, another level, two clients. */
  let other: Scope;
  let finance: Scope;
  let both: Scope;
  beforeAll(async () => {
    [scope, other, finance, both] = await Promise.all([
      scopeOf(archive),
      scopeOf(archive, 'outro'),
      scopeOf(archive, 'financeiro'),
      scopeOf(archive, 'demo', 'outro'),
    ]);
  });

  /** Stores a document and answers it as it is found. */
  const stored = async (changes: Parameters<typeof aDocument>[1] = {}, within = scope) => {
    const document = aDocument(within, changes);
    const code = await archive.unitOfWork.run(() => addDocument(archive.documents, within, document));
    return { id: document.id, code, clientId: document.clientId, nodeCode: document.nodeCode, version: 1 };
  };

  describe('add', () => {
    it('assigns increasing codes', async () => {
      const codes = [(await stored()).code, (await stored()).code, (await stored({ nodeId: DEMO.otherLevel }, other)).code];
      expect(codes.every(Number.isSafeInteger)).toBe(true);
      expect([...codes].sort((a, b) => a - b)).toEqual(codes);
      expect(new Set(codes).size).toBe(3);
    });

    it('assigns unique codes to 20 concurrent documents', async () => {
      const documents = await atOnce(20, () => stored({ files: [aFile()] }));
      expect(new Set(documents.map(({ code }) => code)).size).toBe(20);
      for (const document of documents) expect(await archive.documents.find(scope, document.id)).toEqual(document);
    });

    it('stores all attributes of a file', async () => {
      const file = aFile({
        size: 5_000_000_001,
        name: `Relatório 📄 "2026" \\ %_' ${'ã'.repeat(200)}`,
        extension: 'p7s',
        version: '1.0 β',
      });
      const document = await stored({ files: [file] });
      const expected = { ...file, documentId: document.id, clientId: DEMO.client, createdAt: new Date('2026-11-21T12:34:56.789Z') };
      expect(await archive.documents.findFile(scope, file.id)).toEqual(expected);
      expect(await archive.documents.filesOf(scope, document)).toEqual([expected]);
    });

    it('refuses a document outside the scope and stores nothing', async () => {
      const file = aFile();
      const foreign = aDocument(both, { nodeId: DEMO.otherLevel, files: [file] });
      await expect(addDocument(archive.documents, scope, foreign)).rejects.toThrow();
      const elsewhere = aDocument(scope, { nodeId: DEMO.records, files: [file] });
      await expect(addDocument(archive.documents, finance, elsewhere)).rejects.toThrow();
      expect(await archive.documents.find(both, foreign.id)).toBeNull();
      expect(await archive.documents.find(both, elsewhere.id)).toBeNull();
      expect(await archive.documents.findFile(both, file.id)).toBeNull();
    });

    it.each([
      ['id', (taken: { document: string }) => ({ id: taken.document })],
      ['object', (taken: { key: string }) => ({ files: [aFile(), aFile({ key: taken.key })] })],
      ['file', (taken: { file: string }) => ({ files: [aFile({ id: taken.file }), aFile()] })],
    ])('refuses the %s of another document', async (_, changes) => {
      const file = aFile();
      const { id } = await stored({ files: [file] });
      const document = aDocument(scope, changes({ document: id, key: file.key, file: file.id }));
      await expect(archive.unitOfWork.run(() => addDocument(archive.documents, scope, document))).rejects.toThrow();
      if (document.id !== id) expect(await archive.documents.find(scope, document.id)).toBeNull();
    });

    it('is atomic, also without a surrounding transaction', async () => {
      const file = aFile();
      await stored({ files: [file] });
      const document = aDocument(scope, { files: [aFile(), aFile({ key: file.key })] });
      await expect(addDocument(archive.documents, scope, document)).rejects.toThrow();
      expect(await archive.documents.find(scope, document.id)).toBeNull();
    });

    it('stores values with any characters', async () => {
      const { structure } = scope.client;
      const text = `Ünïcode 📎 ' " \\ %_ ${'x'.repeat(3900)}`;
      const values = [{ fieldCode: fieldCode(structure, DEMO.invoices, 'Observação'), text, key: text.toLowerCase() }];
      const { code } = await stored({ values });
      const [found] = await archive.search.page(scope, { documentCode: code, fields: [] }, 1, 1);
      expect(found?.values).toEqual(new Map([[values[0]!.fieldCode, text]]));
    });
  });

  describe('find', () => {
    it('returns the identity of the document', async () => {
      const document = await stored();
      expect(await archive.documents.find(scope, document.id)).toEqual({
        ...document,
        clientId: DEMO.client,
        nodeCode: levelOf(scope.client.structure, DEMO.invoices).node.code,
      });
    });

    it('returns null for an unknown document', async () => {
      expect(await archive.documents.find(scope, newId())).toBeNull();
      expect(await archive.documents.findFile(scope, newId())).toBeNull();
      expect(await archive.documents.filesOf(scope, { ...(await stored()), code: 2 ** 40 })).toEqual([]);
    });
  });

  describe.each([
    ['of another client', { nodeId: DEMO.invoices }, () => other],
    ['at another level', { nodeId: DEMO.records }, () => finance],
    ['of a client whose level is out of reach', { nodeId: DEMO.otherLevel }, () => finance],
  ])('a document %s', (_, place, outsider) => {
    it('is treated as absent, and not changed', async () => {
      const file = aFile();
      const document = await stored({ ...place, files: [file] }, both);
      expect(await archive.documents.find(outsider(), document.id)).toBeNull();
      expect(await archive.documents.filesOf(outsider(), document)).toEqual([]);
      expect(await archive.documents.findFile(outsider(), file.id)).toBeNull();
      expect(await archive.unitOfWork.run(() => archive.documents.markDeleted(outsider(), document, NOW))).toBeNull();
      expect(await archive.documents.find(both, document.id)).toEqual(document);
      expect(await archive.documents.findFile(both, file.id)).toMatchObject({ key: file.key });
    });
  });

  it('includes levels below the granted one', async () => {
    const document = await stored({ nodeId: DEMO.contracts });
    expect(await archive.documents.find(finance, document.id)).toEqual(document);
  });

  describe('markDeleted', () => {
    const markDeleted = (document: Awaited<ReturnType<typeof stored>>) =>
      archive.unitOfWork.run(() => archive.documents.markDeleted(scope, document, NOW));

    it('returns the keys of the objects and makes document and files absent', async () => {
      const files = [aFile(), aFile()];
      const document = await stored({ files });
      const bystander = await stored({ files: [aFile()] });
      expect((await markDeleted(document))?.sort()).toEqual(files.map(({ key }) => key).sort());
      expect(await archive.documents.find(scope, document.id)).toBeNull();
      expect(await archive.documents.filesOf(scope, document)).toEqual([]);
      for (const { id } of files) expect(await archive.documents.findFile(scope, id)).toBeNull();
      expect(await archive.documents.filesOf(scope, bystander)).toHaveLength(1);
    });

    it('returns null the second time, and no keys for a document without files', async () => {
      const document = await stored();
      expect(await markDeleted(document)).toEqual([]);
      expect(await markDeleted(document)).toBeNull();
    });
  });
});
