import { newId } from '#application/support/ids';
import type { ListRow, RowChange, RowCriterion } from '#application/ports/lists';
import type { Scope } from '#domain/access/scope';
import type { Criterion } from '#domain/documents/field-value';
import { DEMO, listField, scopeOf } from '../builders/demo';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';

/** Rows of a client's lists, unique by their key. */
describeContract('ListRows', (archive) => {
  let scope: Scope;
  let cells: (...texts: string[]) => { fieldCode: number; text: string; key: string }[];
  beforeAll(async () => {
    scope = await scopeOf(archive);
    const codes = ['CNPJ', 'Razão Social', 'Cidade'].map((label) => listField(scope.client.structure, DEMO.suppliers, label).code);
    cells = (...texts) => texts.map((text, index) => ({ fieldCode: codes[index]!, text, key: text.toLowerCase() }));
  });
  const add = (key: string, texts: string[], within = scope) => archive.listRows.addOrFind(within, DEMO.suppliers, key, cells(...texts));

  it('finds the installed rows', async () => {
    const row = await archive.listRows.findByKey(scope, DEMO.staff, 'p41002');
    const label = (name: string) => listField(scope.client.structure, DEMO.staff, name).code;
    expect(row?.texts).toEqual(
      new Map([
        [label('Matrícula'), '1002'],
        [label('Nome'), 'Bruno Lima'],
        [label('Cargo'), 'Gerente'],
      ]),
    );
    expect(await archive.listRows.findByKey(scope, DEMO.staff, 'p49999')).toBeNull();
    expect(await archive.listRows.findByKey(scope, DEMO.suppliers, 'p41002')).toBeNull();
  });

  it('adds a row once and returns it afterwards', async () => {
    const key = newId();
    const added = await add(key, ['11.222.333/0001-81', 'Limpeza Total Ltda']);
    expect(added).toMatchObject({ added: true, code: expect.any(Number) });
    const { added: _, ...row } = added;
    expect(await archive.listRows.findByKey(scope, DEMO.suppliers, key)).toEqual(row);
    expect(await add(key, ['other', 'texts', 'here'])).toEqual({ ...row, added: false });
  });

  it('removes a row that no document points at, with its cells', async () => {
    const key = newId();
    const { id, code } = await add(key, ['11.222.333/0001-81', 'Limpeza Total Ltda']);
    const remove = (rowId: string, listId = DEMO.suppliers) => archive.unitOfWork.run(() => archive.listRows.remove(scope, listId, rowId));
    expect([await remove(newId()), await remove(id, DEMO.customers)]).toEqual([null, null]);
    expect(await archive.listRows.find(scope, DEMO.suppliers, id)).not.toBeNull();
    expect([await remove(id), await remove(id)]).toEqual([true, null]);
    expect(await archive.listRows.findByKey(scope, DEMO.suppliers, key)).toBeNull();
    expect((await add(key, ['other'])).code).not.toBe(code);
  });

  it('keeps one key per list, of any length and characters', async () => {
    const keys = ['', 'a', 'A', 'á', 'a ', ' a', 'a\u001fb', `${'k'.repeat(5000)}1`, `${'k'.repeat(5000)}2`, "' OR 1=1 --", '📎'];
    const codes = [];
    for (const key of keys) codes.push((await add(`strange ${key}`, [])).code);
    expect(new Set(codes).size).toBe(keys.length);
    const customers = await archive.listRows.addOrFind(scope, DEMO.customers, 'strange a', []);
    expect(customers.added).toBe(true);
  });

  it('keeps a row without cells, and cells of any text', async () => {
    const bare = newId();
    await add(bare, []);
    expect((await archive.listRows.findByKey(scope, DEMO.suppliers, bare))?.texts).toEqual(new Map());
    const [key, texts] = [newId(), ['', `'"\\ 📎 ${'x'.repeat(3900)}`]];
    await add(key, texts);
    const found = await archive.listRows.findByKey(scope, DEMO.suppliers, key);
    expect([...(found?.texts.values() ?? [])].sort()).toEqual([...texts].sort());
  });

  it('adds four rows in 16 transactions that all add the four, in key order', async () => {
    const keys = [newId(), newId(), newId(), newId()].sort();
    const answers = await atOnce(16, () =>
      archive.unitOfWork.run(async () => {
        const rows = [];
        for (const key of keys) rows.push(await add(key, ['text', 'Razão']));
        return rows.map(({ code }) => code);
      }),
    );
    expect(new Set(answers.map((codes) => codes.join())).size).toBe(1);
    expect(new Set(answers[0]).size).toBe(4);
  });

  it('keeps a transaction usable after a duplicate', async () => {
    const [known, fresh] = [newId(), newId()];
    await add(known, ['known']);
    await archive.unitOfWork.run(async () => {
      expect((await add(known, [])).added).toBe(false);
      expect((await add(fresh, ['fresh'])).added).toBe(true);
    });
    expect(await archive.listRows.findByKey(scope, DEMO.suppliers, fresh)).not.toBeNull();
  });

  it('adds nothing when its transaction fails, and succeeds afterwards', async () => {
    const key = newId();
    const failing = archive.unitOfWork.run(async () => {
      await add(key, ['undone']);
      throw new Error('afterwards');
    });
    await expect(failing).rejects.toThrow('afterwards');
    expect(await archive.listRows.findByKey(scope, DEMO.suppliers, key)).toBeNull();
    expect((await add(key, ['done'])).added).toBe(true);
  });

  it('shows no row of another client', async () => {
    const key = newId();
    await add(key, ['ours']);
    const other = await scopeOf(archive, 'outro');
    expect(await archive.listRows.findByKey(other, DEMO.suppliers, key)).toBeNull();
    await expect(add(key, ['theirs'], other)).rejects.toThrow();
  });

  describe('changing rows', () => {
    const codeOf = (label: string) => listField(scope.client.structure, DEMO.suppliers, label).code;
    const value = (label: string, text: string) => ({ fieldCode: codeOf(label), text, key: text.toLowerCase() });
    const byKey = (key: string) => archive.listRows.findByKey(scope, DEMO.suppliers, key);
    const change = (rowId: string, { values = [], cleared = [], key = null }: Partial<RowChange>, within = scope) =>
      archive.unitOfWork.run(async () => {
        const row = await archive.listRows.hold(within, DEMO.suppliers, rowId);
        return row && archive.listRows.change(within, row, { values, cleared, key });
      });

    it('are found by their id, in their list and for their client', async () => {
      const key = newId();
      const id = newId();
      const added = await archive.listRows.addOrFind(scope, DEMO.suppliers, key, cells('found'), { id });
      expect(added.id).toBe(id);
      const { added: _, ...row } = added;
      expect(await archive.listRows.find(scope, DEMO.suppliers, id)).toEqual(row);
      expect(await archive.listRows.find(scope, DEMO.customers, id)).toBeNull();
      expect(await archive.listRows.find(await scopeOf(archive, 'outro'), DEMO.suppliers, id)).toBeNull();
      expect(await archive.listRows.find(scope, DEMO.suppliers, newId())).toBeNull();
    });

    it('are locked only in a transaction, by the same conditions', async () => {
      const { id, code } = await add(newId(), ['held']);
      await expect(archive.listRows.hold(scope, DEMO.suppliers, id)).rejects.toThrow('in a transaction');
      const held = (within: Scope, listId: string, rowId: string) =>
        archive.unitOfWork.run(() => archive.listRows.hold(within, listId, rowId));
      expect((await held(scope, DEMO.suppliers, id))?.code).toBe(code);
      expect(await held(scope, DEMO.customers, id)).toBeNull();
      expect(await held(await scopeOf(archive, 'outro'), DEMO.suppliers, id)).toBeNull();
      expect(await held(scope, DEMO.suppliers, newId())).toBeNull();
    });

    it('keep cells that a change does not name', async () => {
      const key = newId();
      const { id } = await add(key, ['1', 'Razão', 'Cidade']);
      expect(await change(id, { values: [value('Razão Social', 'Outra')], cleared: [codeOf('Cidade')] })).toBe(true);
      const texts = new Map([
        [codeOf('CNPJ'), '1'],
        [codeOf('Razão Social'), 'Outra'],
      ]);
      expect((await byKey(key))?.texts).toEqual(texts);
      expect(await change(id, {})).toBe(true);
      expect(await change(id, { cleared: [codeOf('Cidade')] })).toBe(true);
      expect(await change(id, { values: [value('Cidade', 'Nova')] })).toBe(true);
      expect((await byKey(key))?.texts).toEqual(texts.set(codeOf('Cidade'), 'Nova'));
    });

    it('change their key unless another row of the list has it', async () => {
      const [first, second, free] = [newId(), newId(), newId()];
      const { id } = await add(first, ['first']);
      await add(second, ['second']);
      expect(await change(id, { key: second, values: [value('CNPJ', 'stolen')] })).toBe(false);
      expect((await byKey(first))?.texts.get(codeOf('CNPJ'))).toBe('first');
      expect(await change(id, { key: free })).toBe(true);
      expect([(await byKey(free))?.id, await byKey(first)]).toEqual([id, null]);
      expect(await change(id, { key: free })).toBe(true);
      await archive.listRows.addOrFind(scope, DEMO.customers, second, []);
      expect((await add(first, ['again'])).added).toBe(true);
    });

    it('are unchanged when the transaction fails', async () => {
      const key = newId();
      const { id } = await add(key, ['kept']);
      const failing = archive.unitOfWork.run(async () => {
        await change(id, { key: newId(), values: [value('CNPJ', 'undone')] });
        throw new Error('afterwards');
      });
      await expect(failing).rejects.toThrow('afterwards');
      expect((await byKey(key))?.texts.get(codeOf('CNPJ'))).toBe('kept');
    });
  });

  describe('reading rows', () => {
    const codeOf = (label: string) => listField(scope.client.structure, DEMO.customers, label).code;
    const keys: string[] = [];
    const added: ListRow[] = [];
    const criterion = (label: string, wanted: Criterion): RowCriterion => ({ fieldCode: codeOf(label), criterion: wanted });
    const following = async (criteria: RowCriterion[], after = 0, limit = 100, within = scope, listId: string = DEMO.customers) =>
      archive.listRows.withCodes(within, listId, await archive.listRows.codesFollowing(within, listId, criteria, after, limit));
    const places = (rows: readonly ListRow[]) => rows.map(({ id }) => added.findIndex((row) => row.id === id));
    beforeAll(async () => {
      for (const [index, name] of ['ana', 'ana maria', 'bia', 'ana', `${'x'.repeat(400)}1`, `${'x'.repeat(400)}2`].entries()) {
        keys.push(newId());
        const texts = [
          { fieldCode: codeOf('CPF'), text: String(index), key: String(index % 2) },
          { fieldCode: codeOf('Nome'), text: name.toUpperCase(), key: name },
        ];
        const { added: _, ...row } = await archive.listRows.addOrFind(scope, DEMO.customers, keys.at(-1)!, texts);
        added.push(row);
      }
      added.push(await archive.listRows.addOrFind(scope, DEMO.customers, newId(), []));
      const before = await following([]);
      // Rows of other tests stand before them.
      added.unshift(...before.slice(0, before.length - added.length));
    });
    const own = (...indexes: number[]) => indexes.map((index) => added.length - 7 + index);

    it('are in the order in which they were added, with their texts', async () => {
      const all = await following([]);
      expect(places(all)).toEqual(added.map((_, index) => index));
      expect(all.slice(-7, -1)).toEqual(added.slice(-7, -1));
      expect(all.at(-1)?.texts).toEqual(new Map());
      expect(places(await following([], added.at(-5)!.code, 2))).toEqual(own(3, 4));
      expect(await following([], added.at(-1)!.code)).toEqual([]);
    });

    it('match all criteria', async () => {
      expect(places(await following([criterion('Nome', { exact: 'ana' })]))).toEqual(own(0, 3));
      expect(places(await following([criterion('Nome', { prefix: 'ana' })]))).toEqual(own(0, 1, 3));
      expect(places(await following([criterion('Nome', { prefix: 'ana' }), criterion('CPF', { exact: '1' })]))).toEqual(own(1, 3));
      expect(places(await following([criterion('Nome', { exact: 'ana' })], added.at(-7)!.code, 1))).toEqual(own(3));
      expect(await following([criterion('Nome', { exact: 'an' })])).toEqual([]);
      expect(await following([criterion('CPF', { exact: 'ana' })])).toEqual([]);
      expect(places(await following([criterion('Nome', { exact: `${'x'.repeat(400)}2` })]))).toEqual(own(5));
      expect(places(await following([criterion('Nome', { prefix: 'x'.repeat(150) })]))).toEqual(own(4, 5));
    });

    it('are limited to the list and the client', async () => {
      expect(places(await following([], 0, 100, scope, DEMO.suppliers)).every((place) => place === -1)).toBe(true);
      const other = await scopeOf(archive, 'outro');
      expect(await archive.listRows.codesFollowing(other, DEMO.customers, [], 0, 100)).toEqual([]);
      const codes = added.map(({ code }) => code);
      expect(await archive.listRows.withCodes(scope, DEMO.customers, codes)).toHaveLength(codes.length);
      expect(await archive.listRows.withCodes(scope, DEMO.suppliers, codes)).toEqual([]);
      expect(await archive.listRows.withCodes(other, DEMO.customers, codes)).toEqual([]);
      expect(await archive.listRows.withCodes(scope, DEMO.customers, [])).toEqual([]);
      expect(await archive.listRows.page(other, DEMO.customers, 1, 100)).toEqual([]);
    });
  });
});
