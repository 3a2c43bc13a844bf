import { newId } from '#application/support/ids';
import type { Scope } from '#domain/access/scope';
import type { DocumentChange } from '#domain/documents/document';
import { addDocument, aDocument } from '../builders/a-document';
import { DEMO, fieldCode, listField, scopeOf } from '../builders/demo';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';
import { report } from './support/report';
import { expectShownAsStored } from './support/shown';

const LATER = new Date('2026-11-22T15:00:00.000Z');
const NOTHING: DocumentChange = { values: [], cleared: [], rows: new Map(), unlinked: [], dueDay: null };

/** What becomes of a document after it was filed. */
describeContract('DocumentRepository, changes,', (archive, { implementation }) => {
  let scope: Scope;
  let other: Scope;
  let finance: Scope;
  let code: Record<'title' | 'status' | 'valid' | 'name' | 'cnpj', number>;
  beforeAll(async () => {
    [scope, other, finance] = await Promise.all([scopeOf(archive), scopeOf(archive, 'outro'), scopeOf(archive, 'financeiro')]);
    const { structure } = scope.client;
    const [title, valid, status] = ['Título', 'Vigência', 'Situação'].map((label) => fieldCode(structure, DEMO.contracts, label));
    const [cnpj, name] = ['CNPJ', 'Razão Social'].map((label) => listField(structure, DEMO.suppliers, label).code);
    code = { title: title!, valid: valid!, status: status!, cnpj: cnpj!, name: name! };
  });

  afterAll(() => expectShownAsStored(archive.sql));

  const value = (fieldCode: number, text: string) => ({ fieldCode, text, key: text.toLowerCase() });
  const stored = async (changes: Parameters<typeof aDocument>[1] = {}, within = scope) => {
    const document = aDocument(within, { nodeId: DEMO.contracts, ...changes });
    await archive.unitOfWork.run(() => addDocument(archive.documents, within, document));
    return (await archive.documents.find(within, document.id))!;
  };
  const supplier = async (text: string, listId = DEMO.suppliers) => {
    const cells = listId === DEMO.suppliers ? [value(code.cnpj, text), value(code.name, `Razão ${text}`)] : [];
    return (await archive.listRows.addOrFind(scope, listId, `${text} ${newId()}`, cells)).code;
  };
  type Stored = Awaited<ReturnType<typeof stored>>;
  const hold = ({ id }: Stored, within = scope) => archive.unitOfWork.run(() => archive.documents.hold(within, id));
  const change = ({ id }: Stored, changes: Partial<DocumentChange>) =>
    archive.unitOfWork.run(async () => {
      const held = (await archive.documents.hold(scope, id))!;
      await archive.documents.change(scope, held, { ...NOTHING, ...changes });
    });
  const textsOf = async (document: Stored) => new Map((await archive.documents.contentOf(scope, document)).texts);
  const dueDayOf = async ({ code: documentCode }: Stored) =>
    (await archive.search.page(scope, { documentCode, fields: [] }, 1, 1))[0]?.dueDay;

  describe('hold', () => {
    it('increments the version and returns the current document', async () => {
      const document = await stored();
      expect(await hold(document)).toEqual({ ...document, version: 2 });
      expect(await hold(document)).toEqual({ ...document, version: 3 });
      expect(await archive.documents.find(scope, document.id)).toEqual({ ...document, version: 3 });
      const [found] = await archive.search.page(scope, { documentCode: document.code, fields: [] }, 1, 1);
      expect(found?.version).toBe(3);
    });

    it('keeps the version when the transaction fails', async () => {
      const document = await stored();
      const failing = archive.unitOfWork.run(async () => {
        await archive.documents.hold(scope, document.id);
        throw new Error('afterwards');
      });
      await expect(failing).rejects.toThrow('afterwards');
      expect(await archive.documents.find(scope, document.id)).toEqual(document);
    });

    it('returns null for an unknown, deleted or inaccessible document, and changes none', async () => {
      const [deleted, records] = [await stored(), await stored({ nodeId: DEMO.records })];
      await archive.unitOfWork.run(() => archive.documents.markDeleted(scope, deleted, LATER));
      expect(await hold({ ...deleted, id: newId() })).toBeNull();
      expect(await hold(deleted)).toBeNull();
      expect(await hold(records, finance)).toBeNull();
      expect(await hold(records, other)).toBeNull();
      expect(await archive.documents.find(scope, records.id)).toEqual(records);
    });

    it('serialises transactions: 32 concurrent increments lose nothing', async () => {
      const document = await stored({ values: [value(code.title, '0')] });
      await atOnce(32, () =>
        archive.unitOfWork.run(async () => {
          const held = (await archive.documents.hold(scope, document.id))!;
          const { texts } = await archive.documents.contentOf(scope, held);
          const values = [value(code.title, String(Number(texts.get(code.title)) + 1))];
          await archive.documents.change(scope, held, { ...NOTHING, values });
        }),
      );
      const counter = (await textsOf(document)).get(code.title);
      const { version } = (await archive.documents.find(scope, document.id))!;
      report(implementation, `32 increments at once: counter ${counter}, version ${version}`);
      expect([counter, version]).toEqual(['32', 33]);
    });
  });

  describe('contentOf', () => {
    it('returns the texts of fields and of linked rows, and the rows', async () => {
      const row = await supplier('A');
      const document = await stored({ values: [value(code.title, 'Ünï 📎')], rows: new Map([[DEMO.suppliers, row]]) });
      expect(await archive.documents.contentOf(scope, document)).toEqual({
        texts: new Map([
          [code.title, 'Ünï 📎'],
          [code.cnpj, 'A'],
          [code.name, 'Razão A'],
        ]),
        rows: new Map([[DEMO.suppliers, row]]),
      });
    });

    it('returns a row without cells, and a document without values', async () => {
      const row = await supplier('', DEMO.customers);
      const bare = await stored({ rows: new Map([[DEMO.customers, row]]) });
      expect(await archive.documents.contentOf(scope, bare)).toEqual({ texts: new Map(), rows: new Map([[DEMO.customers, row]]) });
      expect(await archive.documents.contentOf(scope, await stored())).toEqual({ texts: new Map(), rows: new Map() });
    });
  });

  describe('change', () => {
    const filled = async () => {
      const [first, second] = [await supplier('A'), await supplier('', DEMO.customers)];
      const rows = new Map([
        [DEMO.suppliers, first],
        [DEMO.customers, second],
      ]);
      return {
        document: await stored({ values: [value(code.title, 'T'), value(code.status, 'S'), value(code.valid, 'V')], rows }),
        rows,
      };
    };

    it('writes the named members and keeps the rest', async () => {
      const { document, rows } = await filled();
      const bystander = await stored({ values: [value(code.title, 'B'), value(code.status, 'S')] });
      await change(document, { values: [value(code.title, 'changed')], cleared: [code.status], dueDay: '2031-01-31' });
      const content = await archive.documents.contentOf(scope, document);
      expect(content.texts).toEqual(
        new Map([
          [code.title, 'changed'],
          [code.valid, 'V'],
          [code.cnpj, 'A'],
          [code.name, 'Razão A'],
        ]),
      );
      expect(content.rows).toEqual(rows);
      expect(await dueDayOf(document)).toBe('2031-01-31');
      expect(await textsOf(bystander)).toEqual(
        new Map([
          [code.title, 'B'],
          [code.status, 'S'],
        ]),
      );
      expect(await dueDayOf(bystander)).toBeNull();
    });

    it('is rolled back with its transaction', async () => {
      const { document } = await filled();
      const before = await archive.documents.contentOf(scope, document);
      const failing = archive.unitOfWork.run(async () => {
        const held = (await archive.documents.hold(scope, document.id))!;
        const values = [value(code.title, 'lost')];
        await archive.documents.change(scope, held, { ...NOTHING, values, cleared: [code.status], unlinked: [DEMO.suppliers] });
        throw new Error('afterwards');
      });
      await expect(failing).rejects.toThrow('afterwards');
      expect(await archive.documents.contentOf(scope, document)).toEqual(before);
    });
  });

  describe('moveDueDay', () => {
    const nodeCode = (nodeId: string) => scope.client.structure.node(nodeId)!.code;
    const move = (nodeIds: string[], rowCode: number, dueDay: string | null, within = scope) =>
      archive.unitOfWork.run(() => archive.documents.moveDueDay(within, nodeIds.map(nodeCode), rowCode, dueDay));
    const pointing = (rowCode: number, nodeId = DEMO.contracts) =>
      stored({ nodeId, dueDay: '2030-01-01', rows: new Map([[DEMO.suppliers, rowCode]]) });

    it('moves only the documents of these levels that reference this row', async () => {
      const [row, another] = [await supplier('A'), await supplier('B')];
      const moved = [await pointing(row), await pointing(row, DEMO.invoices)];
      const unmoved = [await pointing(another), await pointing(row, DEMO.records), await stored({ dueDay: '2030-01-01' })];
      await move([DEMO.contracts, DEMO.invoices], row, '2040-02-29');
      for (const document of moved) {
        expect(await dueDayOf(document)).toBe('2040-02-29');
        expect((await archive.documents.find(scope, document.id))?.version).toBe(2);
      }
      for (const document of unmoved) {
        expect(await dueDayOf(document)).toBe('2030-01-01');
        expect(await archive.documents.find(scope, document.id)).toEqual(document);
      }
      await move([DEMO.contracts], row, null);
      expect(await Promise.all(moved.map(dueDayOf))).toEqual([null, '2040-02-29']);
    });

    it('moves documents at levels outside the scope, but none of another client', async () => {
      const row = await supplier('A');
      const document = await pointing(row, DEMO.records);
      await move([DEMO.records], row, '2041-01-01', other);
      expect(await dueDayOf(document)).toBe('2030-01-01');
      await move([DEMO.records], row, '2041-01-01', finance);
      expect(await dueDayOf(document)).toBe('2041-01-01');
    });

    it('moves nothing without levels, or for an unreferenced row', async () => {
      const row = await supplier('A');
      const document = await pointing(row);
      await move([], row, '2041-01-01');
      await move([DEMO.contracts], await supplier('B'), '2041-01-01');
      expect(await dueDayOf(document)).toBe('2030-01-01');
    });

    it('moves 1 100 documents, and is rolled back with its transaction', async () => {
      const row = await supplier('A');
      await archive.unitOfWork.run(async () => {
        for (let index = 0; index < 1100; index++) {
          const rows = new Map([[DEMO.suppliers, row]]);
          await addDocument(archive.documents, scope, aDocument(scope, { nodeId: DEMO.contracts, dueDay: '2050-01-01', rows }));
        }
      });
      const count = (dueDay: string) => archive.search.count(scope, { dueDay, fields: [] });
      const failing = archive.unitOfWork.run(async () => {
        await move([DEMO.contracts], row, '2050-02-02');
        throw new Error('afterwards');
      });
      await expect(failing).rejects.toThrow('afterwards');
      expect([await count('2050-01-01'), await count('2050-02-02')]).toEqual([1100, 0]);
      await move([DEMO.contracts], row, '2050-02-02');
      expect([await count('2050-01-01'), await count('2050-02-02')]).toEqual([0, 1100]);
    });
  });
});
