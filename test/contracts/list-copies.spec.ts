import type { Scope } from '#domain/access/scope';
import { addDocument, aDocument } from '../builders/a-document';
import { DEMO, listField, scopeOf } from '../builders/demo';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';
import { expectShownAsStored } from './support/shown';

/** More than one statement corrects. */
const MANY = 1100;

/** Documents are found by the values of the rows that they point to, whatever happens to rows and documents. */
describeContract('copies of list values', (archive) => {
  let scope: Scope;
  let fields: number[];
  beforeAll(async () => {
    scope = await scopeOf(archive);
    fields = ['CNPJ', 'Razão Social', 'Cidade'].map((label) => listField(scope.client.structure, DEMO.suppliers, label).code);
  });
  afterEach(() => expectShownAsStored(archive.sql));

  const cell = (index: number, text: string) => ({ fieldCode: fields[index]!, text, key: text.toLowerCase() });
  let rows = 0;
  const addRow = (...texts: string[]) =>
    archive.listRows.addOrFind(
      scope,
      DEMO.suppliers,
      `copied ${++rows}`,
      texts.map((text, index) => cell(index, text)),
    );
  const correct = (id: string, values: ReturnType<typeof cell>[], cleared: number[] = []) =>
    archive.unitOfWork.run(async () => {
      const row = await archive.listRows.hold(scope, DEMO.suppliers, id);
      await archive.listRows.change(scope, row!, { values, cleared: cleared.map((index) => fields[index]!), key: null });
    });
  const file = (rowCode: number | null, count = 1) =>
    archive.unitOfWork.run(async () => {
      const ids: string[] = [];
      for (let index = 0; index < count; index++) {
        const linked = new Map(rowCode === null ? [] : [[DEMO.suppliers, rowCode]]);
        const document = aDocument(scope, { nodeId: DEMO.contracts, rows: linked });
        await addDocument(archive.documents, scope, document);
        ids.push(document.id);
      }
      return ids;
    });
  const relink = (id: string, rowCode: number | null) =>
    archive.unitOfWork.run(async () => {
      const document = await archive.documents.hold(scope, id);
      const change = { values: [], cleared: [], dueDay: null };
      const links = rowCode === null ? { rows: new Map(), unlinked: [DEMO.suppliers] } : { rows: new Map([[DEMO.suppliers, rowCode]]), unlinked: [] }; // prettier-ignore
      if (document) await archive.documents.change(scope, document, { ...change, ...links });
    });
  const remove = (id: string) =>
    archive.unitOfWork.run(async () => {
      const document = await archive.documents.find(scope, id);
      if (document) await archive.documents.markDeleted(scope, document, new Date());
    });
  const found = async (index: number, exact: string, status?: 'deleted') => {
    const asked = { status, fields: [[{ fieldCode: fields[index]!, ofList: true, criterion: { exact } }]] };
    const page = await archive.search.page(scope, asked, 1, 5000);
    expect(await archive.search.count(scope, asked)).toBe(page.length);
    return page.map(({ id }) => id).sort();
  };

  it('follow corrections, cleared cells and new ones', async () => {
    const row = await addRow('1', 'Antes');
    const ids = await file(row.code, 2);
    expect(await found(1, 'antes')).toEqual([...ids].sort());
    await correct(row.id, [cell(1, 'Depois'), cell(2, 'Bagé')]);
    expect([await found(1, 'antes'), await found(1, 'depois'), await found(2, 'bagé')]).toEqual([[], [...ids].sort(), [...ids].sort()]);
    await correct(row.id, [], [1]);
    expect([await found(1, 'depois'), await found(0, '1')]).toEqual([[], [...ids].sort()]);
  });

  it('follow links, and belong to deleted documents, too', async () => {
    const [one, other, bare] = [await addRow('2', 'Um'), await addRow('3', 'Outro', 'Só do outro'), await addRow()];
    const [moved, gone, unlinked] = (await file(one.code, 3)) as [string, string, string];
    await relink(moved, other.code);
    await relink(unlinked, null);
    await remove(gone);
    expect([await found(1, 'um'), await found(1, 'um', 'deleted')]).toEqual([[], [gone]]);
    expect([await found(1, 'outro'), await found(2, 'só do outro')]).toEqual([[moved], [moved]]);
    await correct(one.id, [cell(1, 'Um corrigido')]);
    expect([await found(1, 'um corrigido'), await found(1, 'um corrigido', 'deleted')]).toEqual([[], [gone]]);
    await relink(moved, bare.code);
    await correct(bare.id, [cell(2, 'Nova')]);
    expect([await found(1, 'outro'), await found(2, 'nova')]).toEqual([[], [moved]]);
  });

  it('are corrected in all of many documents', async () => {
    const row = await addRow('4', 'Muitos');
    const ids = await file(row.code, MANY);
    await correct(row.id, [cell(1, 'Todos')]);
    expect([await found(1, 'muitos'), (await found(1, 'todos')).length]).toEqual([[], ids.length]);
  });

  it('are right after corrections, creates, changes and deletions at once', async () => {
    const [one, other] = [await addRow('5', 'Início'), await addRow('6', 'Outra')];
    const ids = await file(one.code, 12);
    await atOnce(36, async (index) => {
      if (index % 3 === 0) return correct(index % 2 ? one.id : other.id, [cell(1, `Correção ${index}`)]);
      if (index % 3 === 1) return void (await file(index % 2 ? one.code : other.code));
      return index % 2 ? relink(ids[index % 12]!, index % 4 === 1 ? other.code : one.code) : remove(ids[index % 12]!);
    });
    const row = await archive.listRows.find(scope, DEMO.suppliers, one.id);
    expect((await found(1, row!.texts.get(fields[1]!)!.toLowerCase())).length).toBeGreaterThan(0);
  });
});
