import type { Wanted } from '#application/ports/document-finder';
import type { Filter, Order } from '#domain/documents/filter';
import { addFindCrowd, AMOUNTS, findCrowd, keyOfAmount, NOTE } from './support/find-crowd';
import { DOCUMENTS, meets, sorted } from './support/find-questions';
import { Finder } from './support/finder';
import { onEveryDatabase } from './support/implementations';
import { addLevelCrowd, askingOf, nodes, OLD, type Asking } from './support/level-crowd';
import { entriesRead } from './support/plans';
import { report } from './support/report';
import type { Archive } from './support/typeorm-archive';

onEveryDatabase('the work of typed searches', (implementation, open) => {
  describe(implementation, () => {
    const filed = findCrowd(DOCUMENTS);
    let archive: Archive;
    let asking: Asking[];
    beforeAll(async () => {
      archive = await open();
      asking = await askingOf(archive);
      await addLevelCrowd(archive, asking[0]!.scope.client, filed);
      await addFindCrowd(archive, filed);
    });
    afterAll(() => archive.close());

    const isServer = !implementation.endsWith('SQLite');
    const orders: Order[] = [
      { by: 'code', descending: true },
      { by: 'created', descending: false },
      { by: 'due', descending: true },
      { by: AMOUNTS, descending: true },
      { by: [NOTE], descending: false },
    ];
    // The servers count what they read.
    (isServer ? it.each(orders) : it.skip.each(orders))('read no more of an index than its first entries, by %j', async (order) => {
      const [{ scope }] = asking as [Asking];
      const wanted: Wanted = { filter: { all: [] }, states: 'live', order };
      const finder = new Finder(archive.sql, {});
      const read = await archive.unitOfWork.run(async () => {
        // The first time on a connection the descriptions of the tables are read, too.
        const { documents, next } = await finder.page(scope, wanted, 3, null);
        expect(documents).toHaveLength(3);
        const before = await entriesRead(archive.sql);
        await finder.page(scope, wanted, 3, next);
        return (await entriesRead(archive.sql)) - before;
      });
      report(implementation, `${JSON.stringify(order)}: ${read} entries`);
      expect(read).toBeLessThan(0.6 * DOCUMENTS);
    });

    it('read few more entries than those before the last document of a page', async () => {
      const [{ scope, reaches }] = asking as [Asking];
      const asked: Filter = { fields: [{ fieldCode: AMOUNTS[0], test: { within: [{ from: keyOfAmount(4) }] } }] };
      const order: Order = { by: 'code', descending: true };
      const wanted: Wanted = { filter: asked, states: 'live', order };
      const live = filed.filter((it) => !it.isOther && !it.isDeleted && reaches(it));
      const matching = sorted(live.filter((it) => meets(it, asked)), order, asked); // prettier-ignore
      const size = 30;
      const before = live.filter((it) => it.code >= matching[size]!).length;
      const rows = jest.spyOn(archive.sql, 'rows');
      const { documents } = await new Finder(archive.sql, { few: 0, firstPerWanted: 1, block: 60, wider: 100 }).page(
        scope,
        wanted,
        size,
        null,
      );
      const read = rows.mock.calls.filter(([sql]) => sql.includes('WITH w AS')).map(([, parameters]) => Number(parameters!.at(-1)) + 1);
      rows.mockRestore();
      expect(documents.map(({ code }) => code)).toEqual(matching.slice(0, size));
      report(implementation, `${before} entries before the last document, read: ${read.join(', ')}`);
      expect(read.length).toBeGreaterThan(1);
      expect(read.reduce((sum, each) => sum + each)).toBeLessThan(1.5 * before);
    });

    it('go along the order of a level rather than reading all its documents', async () => {
      const [{ scope }] = asking as [Asking];
      const order: Order = { by: AMOUNTS, descending: true };
      const wanted: Wanted = { filter: { all: [] }, states: 'live', order, nodeCodes: nodes([2]) };
      const rows = jest.spyOn(archive.sql, 'rows');
      const first = jest.spyOn(archive.sql, 'first');
      const { documents } = await new Finder(archive.sql, { firstPerWanted: 1, fewFirst: 5 }).page(scope, wanted, 3, null);
      const blocks = rows.mock.calls.map(([sql]) => sql).filter((sql) => sql.includes('WITH w AS'));
      const counts = first.mock.calls.length;
      for (const spy of [rows, first]) spy.mockRestore();
      expect(documents).toHaveLength(3);
      expect([blocks.map((sql) => sql.includes('node_code = ?')), counts]).toEqual([[false, true], 1]);
    });

    it('count conditions a little only while the page is near', async () => {
      const [{ scope }] = asking as [Asking];
      const asked: Filter = { fields: [{ fieldCode: AMOUNTS[0], test: { within: [{ from: keyOfAmount(4) }] } }] };
      const first = jest.spyOn(archive.sql, 'first');
      const wanted: Wanted = { filter: asked, states: 'live', order: { by: 'code', descending: true } };
      const { documents } = await new Finder(archive.sql, { firstPerWanted: 1, fewFirst: 2 }).page(scope, wanted, 30, null);
      const counts = first.mock.calls.map(([, parameters]) => parameters!.at(-1));
      first.mockRestore();
      expect([documents.length, counts]).toEqual([30, [2]]);
    });

    it('count within levels exactly what is more than few', async () => {
      const [{ scope, reaches }] = asking as [Asking];
      const wanted: Wanted = { filter: { all: [] }, states: 'live', order: { by: 'created', descending: true }, nodeCodes: nodes([2]) };
      const all = filed.filter((it) => !it.isOther && !it.isDeleted && reaches(it) && it.level === 2);
      const limits = { few: 3, block: 3, wider: 2, blocksCounted: 2 };
      expect(await new Finder(archive.sql, limits).count(scope, wanted, 300)).toEqual({ value: all.length, isExact: true });
      const { isExact } = await new Finder(archive.sql, { ...limits, fewOfReach: 3 }).count(scope, wanted, 300);
      expect(isExact).toBe(false);
    });

    // No index has these orders by level (ADR 39): the entries of all levels are read.
    (isServer ? it.each(['created', 'due'] as const) : it.skip.each(['created', 'due'] as const))(
      'end along the order of all levels, by %s',
      async (by) => {
        const [{ scope }] = asking as [Asking];
        const [block, wider, blocks] = [20, 2, 3];
        const finder = new Finder(archive.sql, { few: 0, fewOfReach: 0, firstPerWanted: 1, block, wider, blocks });
        const wanted: Wanted = { filter: { all: [] }, states: 'live', order: { by, descending: true }, nodeCodes: nodes([OLD + 9]) };
        const read = await archive.unitOfWork.run(async () => {
          await finder.page(scope, wanted, 3, null);
          const before = await entriesRead(archive.sql);
          const { isComplete } = await finder.page(scope, wanted, 3, null);
          expect(isComplete).toBe(false);
          return (await entriesRead(archive.sql)) - before;
        });
        report(implementation, `${by}: ${read} entries`);
        // An entry, and its document where the index does not have the level; a few to find the beginning.
        expect(read).toBeLessThan(2 * (4 + block + (blocks - 2) * block * wider) + 60);
        const { isComplete } = await new Finder(archive.sql, { firstPerWanted: 1 }).page(scope, wanted, 3, null);
        expect(isComplete).toBe(true);
      },
    );
  });
});
