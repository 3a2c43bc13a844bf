import { newId } from '#application/ids';
import type { Scope } from '#domain/access/scope';
import { DEMO, listField, scopeOf } from '../builders/demo';
import type { Archive, ArchiveContract } from './support/archive';
import { atOnce } from './support/deferred';

/** Rows of a client's lists, unique by their key. */
export const listRowsContract: ArchiveContract = (implementation, open) => {
  describe(implementation, () => {
    let archive: Archive;
    let scope: Scope;
    let cells: (...texts: string[]) => { fieldCode: number; text: string; key: string }[];
    beforeAll(async () => {
      archive = await open();
      scope = await scopeOf(archive);
      const codes = ['CNPJ', 'Razão Social', 'Cidade'].map((label) => listField(scope.client.structure, DEMO.suppliers, label).code);
      cells = (...texts) => texts.map((text, index) => ({ fieldCode: codes[index]!, text, key: text.toLowerCase() }));
    });
    afterAll(() => archive.close());
    const add = (key: string, texts: string[], within = scope) => archive.listRows.addOrFind(within, DEMO.suppliers, key, cells(...texts));

    it('finds the rows that the archive was installed with', async () => {
      const row = await archive.listRows.findByKey(scope, DEMO.staff, '1002');
      const label = (name: string) => listField(scope.client.structure, DEMO.staff, name).code;
      expect(row?.texts).toEqual(
        new Map([
          [label('Matrícula'), '1002'],
          [label('Nome'), 'Bruno Lima'],
          [label('Cargo'), 'Gerente'],
        ]),
      );
      expect(await archive.listRows.findByKey(scope, DEMO.staff, '9999')).toBeNull();
      expect(await archive.listRows.findByKey(scope, DEMO.suppliers, '1002')).toBeNull();
    });

    it('adds a row once and answers it from then on', async () => {
      const key = newId();
      const added = await add(key, ['11.222.333/0001-81', 'Limpeza Total Ltda']);
      expect(added).toMatchObject({ added: true, code: expect.any(Number) });
      const { added: _, ...row } = added;
      expect(await archive.listRows.findByKey(scope, DEMO.suppliers, key)).toEqual(row);
      expect(await add(key, ['other', 'texts', 'here'])).toEqual({ ...row, added: false });
    });

    it('keeps one key per list, however long and strange', async () => {
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

    it('makes one row of 32 additions at once', async () => {
      const key = newId();
      const rows = await atOnce(32, (index) => add(key, [`text of ${index}`, 'Razão', 'Cidade']));
      expect(new Set(rows.map(({ code, id }) => `${code} ${id}`)).size).toBe(1);
      const winners = rows.filter(({ added }) => added);
      expect(winners).toHaveLength(1);
      for (const { texts } of rows) expect(texts).toEqual(winners[0]!.texts);
    });

    it('makes four rows of 16 transactions that add all four, in the order of their keys', async () => {
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

    it('leaves a transaction usable after it has found what it wanted to add', async () => {
      const [known, fresh] = [newId(), newId()];
      await add(known, ['known']);
      await archive.unitOfWork.run(async () => {
        expect((await add(known, [])).added).toBe(false);
        expect((await add(fresh, ['fresh'])).added).toBe(true);
      });
      expect(await archive.listRows.findByKey(scope, DEMO.suppliers, fresh)).not.toBeNull();
    });

    it('adds nothing when the transaction around it fails, and anew afterwards', async () => {
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
  });
};
