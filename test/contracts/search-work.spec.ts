import type { DocumentQuery } from '#application/ports/document-search';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import type { Filter, Order } from '#domain/documents/filter';
import { Finder } from './support/finder';
import { onEveryDatabase } from './support/implementations';
import { entriesRead } from './support/plans';
import { report } from './support/report';
import { addCrowd, among, AMOUNTS, askingOf, keyOfAmount, KIND, LEVELS, nodes, NOTE, OLD, type Asking } from './support/search-crowd';
import { DOCUMENTS, FILED, meets, ofField, sorted } from './support/search-questions';
import type { Archive } from './support/typeorm-archive';

onEveryDatabase('the work of typed searches', (implementation, open) => {
  describe(implementation, () => {
    let archive: Archive;
    let asking: Asking[];
    beforeAll(async () => {
      archive = await open();
      asking = await askingOf(archive);
      await addCrowd(archive, FILED);
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
    // The servers count what they read; those behind Vitess count for all of its connections.
    const countsReads = isServer && process.env.TEST_VITESS_SHARD_URLS === undefined;
    (countsReads ? it.each(orders) : it.skip.each(orders))('read no more of an index than its first entries, by %j', async (order) => {
      const [{ scope }] = asking as [Asking];
      const wanted: DocumentQuery = { filter: { all: [] }, states: 'live', order };
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

    (countsReads ? it : it.skip)('skip no newer documents of other levels', async () => {
      const { scope } = asking.find(({ who }) => who === 'many levels')!;
      const kind = ofField(KIND, { among: ['kind 1'] });
      const lent: Filter = { member: 'status', test: { among: [DOCUMENT_STATUS.lent] } };
      for (const filter of [{ all: [] }, kind, lent]) {
        const wanted: DocumentQuery = { filter, states: 'live', order: byCode, nodeCodes: nodes(among(OLD, LEVELS - 1)) };
        const read = await archive.unitOfWork.run(async () => {
          expect(await new Finder(archive.sql, {}).numbered(scope, wanted, 1, 3)).not.toEqual([]);
          const before = await entriesRead(archive.sql);
          await new Finder(archive.sql, {}).numbered(scope, wanted, 1, 3);
          return (await entriesRead(archive.sql)) - before;
        });
        report(implementation, `${JSON.stringify(filter)} of old levels: ${read} entries`);
        expect(read).toBeLessThan(DOCUMENTS / 2);
      }
    });

    const byCode: Order = { by: 'code', descending: true };
    const amounts: Filter = ofField(AMOUNTS[0], { within: [{ from: keyOfAmount(4) }] });

    /** The statements that a page runs, with their values. */
    async function statementsOf(limits: ConstructorParameters<typeof Finder>[1], wanted: DocumentQuery, size: number) {
      const rows = jest.spyOn(archive.unitOfWork, 'query');
      try {
        const { documents } = await new Finder(archive.sql, limits).page(asking[0]!.scope, wanted, size, null);
        const all = rows.mock.calls.map(([sql, parameters = []]) => ({ sql, parameters }));
        const [blocks, probes] = [
          all.filter(({ sql }) => sql.includes('WITH entry AS')),
          all.filter(({ sql }) => sql.includes(' AS counted0')),
        ];
        return { codes: documents.map(({ code }) => code), blocks, probes };
      } finally {
        rows.mockRestore();
      }
    }

    it('read few more entries than those before the last document of a page', async () => {
      const live = FILED.filter((it) => !it.isOther && !it.isDeleted);
      const matching = sorted(live.filter((it) => meets(it, amounts)), byCode, amounts); // prettier-ignore
      const size = 30;
      const before = live.filter((it) => it.code >= matching[size]!).length;
      const { codes, blocks } = await statementsOf({ MOST_SORTED: 0, BLOCK: 60 }, { filter: amounts, states: 'live', order: byCode }, size);
      const read = blocks.map(({ parameters }) => Number(parameters.at(-1)) + 1);
      expect(codes).toEqual(matching.slice(0, size));
      report(implementation, `${before} entries before the last document, read: ${read.join(', ')}`);
      expect(read.length).toBeGreaterThan(1);
      expect(read.reduce((sum, each) => sum + each)).toBeLessThan(1.5 * before);
    });

    it('go along the order of a level rather than that of the client', async () => {
      const wanted: DocumentQuery = {
        filter: { all: [] },
        states: 'live',
        order: { by: AMOUNTS, descending: true },
        nodeCodes: nodes([2]),
      };
      const { codes, blocks, probes } = await statementsOf({}, wanted, 3);
      expect(codes).toHaveLength(3);
      expect([blocks.map(({ sql }) => sql.includes('node_code = ?')), probes]).toEqual([[true], []]);
    });

    it('go along the documents with a value rather than all, and need no look at them', async () => {
      const filter: Filter = ofField(NOTE, { among: ['agua'] });
      const { codes, blocks, probes } = await statementsOf({}, { filter, states: 'live', order: byCode }, 3);
      expect(codes).toHaveLength(3);
      expect([blocks.map(({ sql }) => sql.includes('value_key = ?')), blocks[0]!.sql.includes('AS node'), probes]).toEqual([
        [true],
        true,
        [],
      ]);
      expect(blocks[0]!.parameters.filter((each) => each === 4)).toHaveLength(2);
    });

    it('count no condition while the order likely has the page, and read all of a rare one', async () => {
      const common = await statementsOf({ BLOCK: 40 }, { filter: amounts, states: 'live', order: byCode }, 30);
      expect([common.codes.length, common.probes]).toEqual([30, []]);
      const filter: Filter = ofField(AMOUNTS[0], { within: [{ from: keyOfAmount(7) }] });
      const { codes, blocks, probes } = await statementsOf({ BLOCK: 3 }, { filter, states: 'live', order: byCode }, 30);
      const all = sorted(FILED.filter((it) => !it.isOther && !it.isDeleted && meets(it, filter)), byCode, filter); // prettier-ignore
      expect(codes).toEqual(all.slice(0, 30));
      expect([blocks.length < all.length, probes.length]).toEqual([true, 1]);
    });

    it('count within levels exactly what is few, else at least so many', async () => {
      const [{ scope, reaches }] = asking as [Asking];
      const filter: Filter = { not: ofField(NOTE, { filled: true }) };
      const wanted: DocumentQuery = { filter, states: 'live', order: { by: 'created', descending: true }, nodeCodes: nodes([2]) };
      const all = FILED.filter((it) => !it.isOther && !it.isDeleted && reaches(it) && it.level === 2 && meets(it, filter));
      expect(await new Finder(archive.sql, { BLOCK: 3, COUNT: 6 }).count(scope, wanted, 300)).toEqual({ value: all.length, isExact: true });
      expect((await new Finder(archive.sql, { MOST_SORTED: 3, BLOCK: 3, COUNT: 6 }).count(scope, wanted, 300)).isExact).toBe(false);
    });

    // No index has these orders by level (ADR 54): the entries of all levels are read.
    (countsReads ? it.each(['created', 'due'] as const) : it.skip.each(['created', 'due'] as const))(
      'end along the order of all levels, by %s',
      async (by) => {
        const [{ scope }] = asking as [Asking];
        const limits = { MOST_SORTED: 0, BLOCK: 40, BUDGET: 60 };
        const wanted: DocumentQuery = { filter: { all: [] }, states: 'live', order: { by, descending: true }, nodeCodes: nodes([OLD + 9]) };
        const read = await archive.unitOfWork.run(async () => {
          await new Finder(archive.sql, limits).page(scope, wanted, 3, null);
          const before = await entriesRead(archive.sql);
          const { isComplete } = await new Finder(archive.sql, limits).page(scope, wanted, 3, null);
          expect(isComplete).toBe(false);
          return (await entriesRead(archive.sql)) - before;
        });
        report(implementation, `${by}: ${read} entries`);
        // An entry, its document where the index does not have the level, and its place in the block; a few to find the beginning.
        expect(read).toBeLessThan(3 * limits.BUDGET + 60);
        expect((await new Finder(archive.sql, { BLOCK: 40 }).page(scope, wanted, 3, null)).isComplete).toBe(true);
      },
    );
  });
});
