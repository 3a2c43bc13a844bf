import fc from 'fast-check';
import { TextTooFrequent, type DocumentQuery, type Position } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import { statesOf, type Filter, type Order } from '#domain/documents/filter';
import type { Limits } from '#infrastructure/typeorm/search/limits';
import { addFindCrowd, AMOUNTS, findCrowd, type Described } from './support/find-crowd';
import { DOCUMENTS, hasText, KIND, meets, plainQuestion, question, sorted, wordsAsked } from './support/find-questions';
import { Finder } from './support/finder';
import { onEveryDatabase } from './support/implementations';
import { addLevelCrowd, askingOf, nodes, type Asking } from './support/level-crowd';
import { report } from './support/report';
import type { Archive } from './support/typeorm-archive';

/** Others in each run, and for each of the ways and engines. */
const RUNS = 20;
const MOST_CALLS = 2000;

/** Each finds every answer. Together they meet every way; a budget of texts is of a 25th as many entries, and words that more documents have are refused. */
const WAYS: Record<string, Partial<Limits>> = {
  'as in life': {},
  'by few documents alone': { FEW: 1_000_000, BLOCK: 25 },
  'along the order alone': { FEW: 0, PROBE: 0, BLOCK: 250, BUDGET: 5_000_000 },
  'by words first': { FEW: 4, BLOCK: 25, BUDGET: 5_000_000 },
  'with narrow limits': { FEW: 30, PROBE: 70, BLOCK: 75, BUDGET: 5_000_000, COUNT: 300 },
  'with short pages': { FEW: 12, BLOCK: 20, BUDGET: 60, COUNT: 40 },
};

const inStates = ({ isDeleted }: Described, states: DocumentQuery['states']) => states === 'both' || isDeleted === (states === 'deleted');

onEveryDatabase('searches', (implementation, open) => {
  describe(implementation, () => {
    const filed = findCrowd(DOCUMENTS);
    let archive: Archive;
    let asking: Asking[];
    let kind: number;
    beforeAll(async () => {
      archive = await open();
      asking = await askingOf(archive);
      ({ kind } = await addLevelCrowd(archive, asking[0]!.scope.client, filed));
      await addFindCrowd(archive, filed);
    });
    afterAll(() => archive.close());

    /** With the code that the field has in this archive. */
    const here = (asked: Filter): Filter =>
      JSON.parse(JSON.stringify(asked).replaceAll(`"fieldCode":${KIND}`, `"fieldCode":${kind}`)) as Filter;

    async function pages(
      finder: Finder,
      scope: Scope,
      wanted: DocumentQuery,
      size: number,
      from: Position | null = null,
    ): Promise<number[]> {
      const codes: number[] = [];
      let after = from;
      for (let calls = 0; calls < MOST_CALLS; calls++) {
        const { documents, next, isComplete } = await finder.page(scope, wanted, size, after);
        if (isComplete && next !== null) expect(documents).toHaveLength(size);
        codes.push(...documents.map(({ code }) => code));
        if (next === null) return codes;
        after = JSON.parse(JSON.stringify(next)) as Position;
      }
      throw new Error('the pages have no end');
    }

    const isRead = (it: Described, text: { asked: string; reader: number } | undefined) =>
      !text || (hasText(it, text.asked) && asking[text.reader]!.reaches(it));

    const ways = [...Object.entries(WAYS), ['by an index elsewhere', null] as const];
    it.each(ways)('find page by page what a filter in memory finds, %s', async (_, limits) => {
      const finder = new Finder(archive.sql, limits ?? {}, limits !== null);
      let found = 0;
      // What questions find is chance, and answers that are all empty would compare nothing.
      do
        await fc.assert(
          fc.asyncProperty(question, async ({ who: index, filter: asked, order, levels, text: asks, size }) => {
            const { who, scope, reaches } = asking[index]!;
            // So little work finds no text.
            const text = (limits?.BUDGET ?? 1000) < 1000 ? undefined : asks;
            const states = statesOf(asked);
            const all = filed.filter(
              (it) =>
                !it.isOther &&
                reaches(it) &&
                inStates(it, states) &&
                (!levels || levels.includes(it.level)) &&
                meets(it, asked) &&
                isRead(it, text),
            );
            const wanted: DocumentQuery = {
              filter: here(asked),
              states,
              order,
              ...(levels && { nodeCodes: nodes(levels) }),
              ...(text && { text: textOf(text.asked, text.reader) }),
            };
            const codes = await pages(finder, scope, wanted, size);
            expect([who, codes.length, codes]).toEqual([who, all.length, sorted(all, order, asked)]);
            const { value, isExact } = await finder.count(scope, wanted, 300);
            expect(isExact ? value : value <= all.length).toBe(isExact ? all.length : true);
            found += codes.length;
          }),
          { numRuns: RUNS },
        );
      while (found <= RUNS);
    });

    const newestFirst: Order = { by: 'code', descending: true };
    it.each(Object.entries(WAYS))('find the numbered page, and the total, that a filter in memory finds, %s', async (_, limits) => {
      let found = 0;
      do
        await fc.assert(
          fc.asyncProperty(plainQuestion, async ({ who: index, filter: asked, levels, page, size }) => {
            const { who, scope, reaches } = asking[index]!;
            const states = statesOf(asked);
            const all = filed.filter((it) => reaches(it) && inStates(it, states) && (!levels || levels.includes(it.level)) && meets(it, asked)); // prettier-ignore
            const codes = sorted(all, newestFirst, asked);
            const wanted: DocumentQuery = { filter: here(asked), states, order: newestFirst, ...(levels && { nodeCodes: nodes(levels) }) };
            const finder = new Finder(archive.sql, limits);
            const answered = (await finder.numbered(scope, wanted, page, size)).map(({ code }) => code);
            expect([who, page, size, answered]).toEqual([who, page, size, codes.slice((page - 1) * size, page * size)]);
            expect([who, await finder.total(scope, wanted)]).toEqual([who, codes.length]);
            expect([who, await pages(finder, scope, wanted, size)]).toEqual([who, codes]);
            found += answered.length;
          }),
          { numRuns: 2 * RUNS },
        );
      while (found <= RUNS);
    });

    it('go on within what may still be seen when rights are withdrawn between two pages', async () => {
      const order: Order = { by: AMOUNTS, descending: false };
      const wanted: DocumentQuery = { filter: { all: [] }, states: 'live', order };
      for (const limits of Object.values(WAYS)) {
        const finder = new Finder(archive.sql, limits);
        const [whole, , , parts] = asking as [Asking, Asking, Asking, Asking];
        const before = sorted(filed.filter((it) => !it.isDeleted && whole.reaches(it)), order, wanted.filter); // prettier-ignore
        let page = await finder.page(whole.scope, wanted, 60, null);
        while (page.documents.length === 0) page = await finder.page(whole.scope, wanted, 60, page.next);
        const last = before.indexOf(page.documents.at(-1)!.code);
        const left = before.slice(last + 1).filter((code) => parts.reaches(filed[code - 1]!));
        expect(await pages(finder, parts.scope, wanted, 60, { key: page.next!.key, code: page.next!.code })).toEqual(left);
      }
    });

    const textOf = (asked: string, reader: number) => ({ words: wordsAsked(asked), scope: asking[reader]!.scope });

    it('refuse words of very many files, unless the page is full before or another condition is rare', async () => {
      const [{ scope }] = asking as [Asking];
      const order: Order = { by: AMOUNTS, descending: true };
      const wanted: DocumentQuery = { filter: { all: [] }, states: 'live', order, text: textOf('contrato', 0) };
      const limits = { FEW: 20, PROBE: 20, BLOCK: 75, BUDGET: 1000, COUNT: 1000 };
      for (const finder of [new Finder(archive.sql, limits), new Finder(archive.sql, { FEW: 80 }, false)])
        await expect(finder.page(scope, wanted, 50, null)).rejects.toThrow(TextTooFrequent);
      const finder = new Finder(archive.sql, limits);
      expect((await finder.page(scope, { ...wanted, order: { by: 'code', descending: true } }, 1, null)).documents).toHaveLength(1);
      const codes = filed.filter((it) => !it.isOther && !it.isDeleted && hasText(it, 'contrato')).slice(0, 3).map(({ code }) => code); // prettier-ignore
      const rare: Filter = { member: 'code', test: { among: codes } };
      expect(await pages(finder, scope, { ...wanted, filter: rare }, 50)).toHaveLength(codes.length);
      expect(await finder.count(scope, wanted, 300)).toEqual({ value: expect.any(Number), isExact: false });
      // An index elsewhere is asked about the documents of the rare condition.
      const elsewhere = new Finder(archive.sql, { FEW: 80 }, false);
      expect(await pages(elsewhere, scope, { ...wanted, filter: rare }, 50)).toHaveLength(codes.length);
    });

    const isServer = !implementation.endsWith('SQLite');
    // However large the texts are, SQLite must not keep the service from other work.
    (isServer ? it.skip : it)('look for words of files in the index alone', async () => {
      const rows = jest.spyOn(archive.sql, 'rows');
      for (const limits of Object.values(WAYS))
        for (const asked of ['contrato', 'contrat* -de', 'contrato rescisao']) {
          const wanted: DocumentQuery = {
            filter: { all: [] },
            states: 'live',
            order: { by: AMOUNTS, descending: true },
            text: textOf(asked, 0),
          };
          await pages(new Finder(archive.sql, limits), asking[0]!.scope, wanted, 50).catch((error: unknown) => {
            if (!(error instanceof TextTooFrequent)) throw error;
          });
        }
      const statements = rows.mock.calls.map(([sql]) => sql);
      rows.mockRestore();
      const asked = statements.filter((sql) => sql.includes('document_contents'));
      expect(asked.length).toBeGreaterThan(10);
      expect(asked.filter((sql) => /document_contents\b|INSTR/.test(sql.replaceAll('document_contents_index', '')))).toEqual([]);
    });

    it('meet every way with narrow limits', async () => {
      const finder = new Finder(archive.sql, WAYS['with narrow limits']!);
      const ways = { few: 0, reach: 0, levels: 0, walk: 0 };
      const rows = jest.spyOn(archive.sql, 'rows');
      for (const { who, filter: asked, order, levels, size } of fc.sample(question, { numRuns: 60, seed: 3 })) {
        rows.mockClear();
        const wanted = { filter: here(asked), states: statesOf(asked), order, ...(levels && { nodeCodes: nodes(levels) }) };
        await finder.page(asking[who]!.scope, wanted, size, null);
        const statements = rows.mock.calls.map(([sql]) => sql);
        const isBy = (part: string) => statements.some((sql) => sql.includes(part));
        if (isBy('SELECT DISTINCT p.code')) ways.few++;
        else if (statements.some((sql) => /^SELECT \/\*! STRAIGHT_JOIN \*\/ \S+ AS k, d\.code AS c, 0 AS e FROM document d/.test(sql)))
          ways.reach++;
        else if (isBy('w.z = 1')) ways.levels++;
        else ways.walk++;
      }
      rows.mockRestore();
      report(implementation, JSON.stringify(ways));
      for (const times of Object.values(ways)) expect(times).toBeGreaterThan(0);
    });
  });
});
