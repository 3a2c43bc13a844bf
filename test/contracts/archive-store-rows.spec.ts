import { newId } from '#application/support/ids';
import type { NewRow, Use } from '#application/ports/provisioning';
import { stableId } from '#application/support/stable-id';
import type { Scope } from '#domain/access/scope';
import { differences } from '#domain/provisioning/differences';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { addDocument, aDocument } from '../builders/a-document';
import { DEMO, fieldCode, scopeOf } from '../builders/demo';
import { describeContract } from './support/implementations';

const BOX = stableId('box', 'Empresa Exemplo', '', '5001');
const EMPTY_BOX = stableId('box', 'Empresa Exemplo', 'Unidade Central', '5002');
const listFieldId = (label: string) => stableId('list-field', 'Empresa Exemplo', 'Fornecedores', label);
const [CNPJ, NAME, CITY] = ['CNPJ', 'Razão Social', 'Cidade'].map(listFieldId) as [string, string, string];
const TITLE = stableId('field', 'Empresa Exemplo', 'Financeiro', 'Contratos', 'Título');
const VALIDITY = stableId('field', 'Empresa Exemplo', 'Financeiro', 'Contratos', 'Vigência');

const aRow = (key: string, name = 'Limpeza "Total" Ltda'): NewRow => ({
  id: newId(),
  key,
  cells: [
    { fieldId: CNPJ, text: key, key },
    { fieldId: NAME, text: name, key: name.toLowerCase() },
  ],
});

/** Rows of lists by the thousand, and what stands in the way of a removal. */
describeContract('ArchiveStore, rows and uses', (archive) => {
  let scope: Scope;
  beforeAll(async () => {
    scope = await scopeOf(archive);
  });
  const list = { clientId: DEMO.client, listId: DEMO.suppliers };
  const none = { ...list, added: [], changed: [], kept: [], removed: [] };
  const write = (changes: Partial<Parameters<typeof archive.store.writeRows>[0]>) =>
    archive.unitOfWork.run(() => archive.store.writeRows({ ...none, ...changes }));
  const others = () => archive.store.otherRows(list, []);
  const codeOf = async (key: string) => (await archive.store.rowsByKey(list, [key]))[0]!.code;
  afterEach(async () => write({ removed: (await others()).filter((row) => !row.hasDocuments).map(({ code }) => code) }));

  it('finds rows with any cells by their keys', async () => {
    const rows = ['1', ' 1', 'ç', "' OR 1=1 --", '📎', 'k'.repeat(5000)].map((key) => aRow(key));
    await write({ added: rows.map((row) => ({ ...row, cells: row.cells.map((cell) => ({ ...cell, text: cell.text.slice(0, 200) })) })) });
    const found = await archive.store.rowsByKey(list, [...rows.map(({ key }) => key), 'unknown', 'Ç', '1 ']);
    expect(found.map(({ id, key }) => [id, key]).sort()).toEqual(rows.map(({ id, key }) => [id, key]).sort());
    expect(found.find(({ key }) => key === 'ç')!.texts).toEqual(
      new Map([
        [CNPJ, 'ç'],
        [NAME, 'Limpeza "Total" Ltda'],
      ]),
    );
    expect(await archive.store.rowsByKey({ ...list, listId: DEMO.staff }, ['1'])).toEqual([]);
  });

  it('changes and clears the named cells and keeps the rest', async () => {
    await write({ added: [aRow('10'), aRow('11')] });
    await write({ changed: [{ code: await codeOf('10'), cells: [{ fieldId: CITY, text: 'Belém', key: 'belem' }], cleared: [NAME] }] });
    const [ten, eleven] = await archive.store.rowsByKey(list, ['10', '11']).then((rows) => rows.sort((a, b) => (a.key < b.key ? -1 : 1)));
    expect(ten!.texts).toEqual(
      new Map([
        [CNPJ, '10'],
        [CITY, 'Belém'],
      ]),
    );
    expect(eleven!.texts.get(NAME)).toBe('Limpeza "Total" Ltda');
  });

  it('returns more rows than one statement accepts, in order, in batches', async () => {
    const rows = Array.from({ length: 1203 }, (_, index) => aRow(`row ${index}`));
    await write({ added: rows });
    const seen: string[] = [];
    for (let after = 0; ;) {
      const page = await archive.store.rowsAfter(list, after, 400);
      seen.push(...page.map(({ id }) => id));
      if (page.length < 400) break;
      after = page.at(-1)!.code;
    }
    expect(seen).toEqual(rows.map(({ id }) => id));
    expect(
      await archive.store.rowsByKey(
        list,
        rows.map(({ key }) => key),
      ),
    ).toHaveLength(rows.length);
    const kept = rows.slice(1).map(({ key }) => key);
    expect((await archive.store.otherRows(list, kept)).map(({ id }) => id)).toEqual([rows[0]!.id]);
  });

  it('increments the version of the client when a row is changed or removed, not when one is added', async () => {
    const version = async () => {
      const row = await archive.sql.first<{ version: number }>('SELECT c.structure_version AS version FROM client c WHERE c.id = ?', [
        idBytes(DEMO.client),
      ]);
      return row!.version;
    };
    const before = await version();
    await write({ added: [aRow('20')] });
    expect(await version()).toBe(before);
    await write({ changed: [{ code: await codeOf('20'), cells: [], cleared: [NAME] }] });
    expect(await version()).toBe(before + 1);
    await write({ removed: [await codeOf('20')] });
    expect(await version()).toBe(before + 2);
    expect(await others()).toEqual([]);
  });

  describe('with a document', () => {
    let documentCode: number;
    beforeAll(async () => {
      await write({ added: [aRow('used')] });
      const title = fieldCode(scope.client.structure, DEMO.contracts, 'Título');
      const validity = fieldCode(scope.client.structure, DEMO.contracts, 'Vigência');
      const values = [
        { fieldCode: title, text: 'Um', key: 'um' },
        { fieldCode: validity, text: '2026-01-31', key: '2026-01-31' },
      ];
      const rows = new Map([[list.listId, await codeOf('used')]]);
      documentCode = await addDocument(
        archive.documents,
        scope,
        aDocument(scope, { nodeId: DEMO.contracts, boxId: BOX, status: 'stored', values, rows }),
      );
    });

    it.each<[Use, string, string]>([
      ['documents of unit', DEMO.unit, DEMO.otherUnit],
      ['documents of client', DEMO.client, DEMO.otherClient],
      ['documents of level', DEMO.contracts, DEMO.invoices],
      ['documents in box', BOX, EMPTY_BOX],
      ['values of field', TITLE, stableId('field', 'Empresa Exemplo', 'Financeiro', 'Contratos', 'Situação')],
      ['values of field', NAME, CITY],
      ['rows of list', DEMO.suppliers, DEMO.customers],
      ['documents with rows of list', DEMO.suppliers, DEMO.staff],
    ])('reports rows in use: %s', async (use, used, unused) => {
      const many = Array.from({ length: 600 }, () => newId());
      expect(await archive.store.inUse(use, [...many, unused, used])).toEqual(new Set([used]));
      expect(await archive.store.inUse(use, [])).toEqual(new Set());
    });

    it('reports units with documents of the client, and levels that reference rows of the list', async () => {
      expect(await archive.store.unitsWithDocumentsOf(DEMO.client, [DEMO.unit, DEMO.otherUnit])).toEqual(new Set([DEMO.unit]));
      expect(await archive.store.unitsWithDocumentsOf(DEMO.otherClient, [DEMO.unit, DEMO.otherUnit])).toEqual(new Set());
      expect(await archive.store.unitsWithDocumentsOf(DEMO.client, [])).toEqual(new Set());
      expect(await archive.store.isLinked(list.listId, [DEMO.invoices, DEMO.contracts])).toBe(true);
      expect(await archive.store.isLinked(list.listId, [DEMO.invoices, DEMO.records])).toBe(false);
      expect(await archive.store.isLinked(DEMO.customers, [DEMO.contracts])).toBe(false);
    });

    it('reports that documents reference a row', async () => {
      await write({ added: [aRow('unused')] });
      expect((await others()).map(({ hasDocuments }) => hasDocuments)).toEqual([true, false]);
    });

    it('recalculates due dates when a level gets a rule', async () => {
      const due = async () => (await archive.search.page(await scopeOf(archive), { documentCode, fields: [] }, 1, 9))[0]!.dueDay;
      expect(await due()).toBeNull();
      const ruled = async (retention: { fieldId: string; months: number } | null) =>
        archive.unitOfWork.run(async () => {
          const before = await archive.store.read();
          const levels = new Map(before.levels).set(DEMO.contracts, { ...before.levels.get(DEMO.contracts)!, retention });
          await archive.store.write(before, { ...before, levels }, differences(before, { ...before, levels }));
          await archive.store.renewDueDays([DEMO.contracts]);
        });
      await ruled({ fieldId: VALIDITY, months: 13 });
      expect(await due()).toBe('2027-02-28');
      await ruled(null);
      expect(await due()).toBeNull();
    });
  });
});
