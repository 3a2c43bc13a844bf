import fc from 'fast-check';
import { TextTooFrequent, type DocumentQuery, type Position } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import { statesOf, type Filter, type Order } from '#domain/documents/filter';
import type { Limits } from '#infrastructure/typeorm/search/limits';
import { Finder } from './support/finder';
import { PART } from '../support/part';
import { onEveryDatabase } from './support/implementations';
import { report } from './support/report';
import { addCrowd, AMOUNTS, askingOf, nodes, NOTE, type Asking, type Described } from './support/search-crowd';
import { FILED, hasText, meets, numberedQuestion, question, sorted, testedTwice, wordsAsked } from './support/search-questions';
import type { Archive } from './support/typeorm-archive';

/** Others in each run, and for each of the ways and engines. */
const RUNS = { usual: 8, rest: 12, all: 20 }[PART];
const MOST_CALLS = 2000;
/** So many pages are of the size that is asked for; from there larger ones go on, which come to the end sooner. */
const SMALL_PAGES = 12;
const LARGE = 50;

/** Each finds every answer. Together they meet every way; a budget of texts is of a 25th as many entries, and words that more documents have are refused. */
const WAYS: Record<string, Partial<Limits>> = {
  'as in life': {},
  'by few documents alone': { MOST_SORTED: 1_000_000, BLOCK: 25 },
  'along the order alone': { MOST_SORTED: 0, PROBE: 0, BLOCK: 250, BUDGET: 5_000_000 },
  'by words first': { MOST_SORTED: 4, BLOCK: 25, BUDGET: 5_000_000 },
  'with narrow limits': { MOST_SORTED: 30, PROBE: 70, BLOCK: 75, BUDGET: 5_000_000, COUNT: 300 },
  'with short pages': { MOST_SORTED: 12, BLOCK: 20, BUDGET: 60, COUNT: 40 },
};
const NEWEST_FIRST: Order = { by: 'code', descending: true };

onEveryDatabase('searches', (implementation, open) => {
  describe(implementation, () => {
    let archive: Archive;
    let asking: Asking[];
    beforeAll(async () => {
      archive = await open();
      asking = await askingOf(archive);
      await addCrowd(archive, FILED);
    });
    afterAll(() => archive.close());

    const textOf = (asked: string, reader: number) => ({ words: wordsAsked(asked), scope: asking[reader]!.scope });
    const queryOf = (filter: Filter, order: Order, levels: readonly number[] | undefined): DocumentQuery => ({
      filter,
      states: statesOf(filter),
      order,
      ...(levels && { nodeCodes: nodes(levels) }),
    });

    /** What a filter in memory finds, in the order that is asked for. */
    function expected(user: Asking, asked: Filter, order: Order, levels: readonly number[] | undefined, isRead = (_: Described) => true) {
      const states = statesOf(asked);
      const isInState = (it: Described) => states === 'both' || it.isDeleted === (states === 'deleted');
      const found = FILED.filter((it) => user.reaches(it) && isInState(it) && (!levels || levels.includes(it.level)) && meets(it, asked) && isRead(it)); // prettier-ignore
      return sorted(found, order, asked);
    }

    async function pages(finder: Finder, scope: Scope, wanted: DocumentQuery, size: number, from: Position | null = null) {
      const codes: number[] = [];
      let after = from;
      for (let calls = 0; calls < MOST_CALLS; calls++) {
        const most = calls < SMALL_PAGES ? size : Math.max(size, LARGE);
        const { documents, next, isComplete } = await finder.page(scope, wanted, most, after);
        if (isComplete && next !== null) expect(documents).toHaveLength(most);
        codes.push(...documents.map(({ code }) => code));
        if (next === null) return codes;
        after = JSON.parse(JSON.stringify(next)) as Position;
      }
      throw new Error('the pages have no end');
    }

    /** What questions find is chance, and answers that are all empty would compare nothing. */
    async function compared<T>(questions: fc.Arbitrary<T>, runs: number, compare: (asked: T) => Promise<number>, examples: [T][] = []) {
      for (let found = 0; found <= runs;) {
        const property = fc.asyncProperty(questions, async (asked) => void (found += await compare(asked)));
        await fc.assert(property, { numRuns: runs, examples });
      }
    }

    const ways = [...Object.entries(WAYS), ['by an index elsewhere', null] as const];
    it.each(ways)('find page by page what a filter in memory finds, %s', async (_, limits) => {
      const finder = new Finder(archive.sql, limits ?? {}, limits !== null);
      await compared(
        question,
        RUNS,
        async ({ who, filter, order, levels, text: asks, size }) => {
          const user = asking[who]!;
          // So little work finds no text.
          const text = (limits?.BUDGET ?? 1000) < 1000 ? undefined : asks;
          const isRead = (it: Described) => !text || (hasText(it, text.asked) && asking[text.reader]!.reaches(it));
          const all = expected(user, filter, order, levels, isRead);
          const wanted = { ...queryOf(filter, order, levels), ...(text && { text: textOf(text.asked, text.reader) }) };
          expect([user.who, await pages(finder, user.scope, wanted, size)]).toEqual([user.who, all]);
          const { value, isExact } = await finder.count(user.scope, wanted, 300);
          expect(isExact ? value : value <= all.length).toBe(isExact ? all.length : true);
          return all.length;
        },
        [[testedTwice]],
      );
    });

    it.each(Object.entries(WAYS))('find the numbered page, and the total, that a filter in memory finds, %s', async (_, limits) => {
      await compared(numberedQuestion, 2 * RUNS, async ({ who, filter, levels, page, size }) => {
        const user = asking[who]!;
        const all = expected(user, filter, NEWEST_FIRST, levels);
        const wanted = queryOf(filter, NEWEST_FIRST, levels);
        const finder = new Finder(archive.sql, limits);
        const answered = (await finder.numbered(user.scope, wanted, page, size)).map(({ code }) => code);
        expect([user.who, answered]).toEqual([user.who, all.slice((page - 1) * size, page * size)]);
        expect([user.who, await finder.total(user.scope, wanted)]).toEqual([user.who, all.length]);
        expect([user.who, await pages(finder, user.scope, wanted, size)]).toEqual([user.who, all]);
        return answered.length;
      });
    });

    it('take a name that very many levels have a field of', async () => {
      const others = Array.from({ length: 2100 }, (_, index) => 100_000 + index);
      const [exact, prefix] = [{ among: ['agua'] }, { prefix: 'a' }];
      for (const [some, test] of [
        [others.slice(900), exact],
        [others, exact],
        [others, prefix],
      ] as const) {
        // prettier-ignore
        const filter: Filter = { fields: [...some.map((fieldCode) => ({ fieldCode, test: exact })), { fieldCode: NOTE, test }] };
        const [user] = asking as [Asking];
        const all = expected(user, filter, NEWEST_FIRST, undefined);
        const finder = new Finder(archive.sql, {});
        expect(await pages(finder, user.scope, queryOf(filter, NEWEST_FIRST, undefined), 500)).toEqual(all);
        expect(await finder.total(user.scope, queryOf(filter, NEWEST_FIRST, undefined))).toBe(all.length);
      }
    });

    it('go on within what may still be seen when rights are withdrawn between two pages', async () => {
      const order: Order = { by: AMOUNTS, descending: false };
      const wanted = queryOf({ all: [] }, order, undefined);
      for (const limits of Object.values(WAYS)) {
        const finder = new Finder(archive.sql, limits);
        const [whole, , , parts] = asking as [Asking, Asking, Asking, Asking];
        const before = expected(whole, wanted.filter, order, undefined);
        let page = await finder.page(whole.scope, wanted, 60, null);
        while (page.documents.length === 0) page = await finder.page(whole.scope, wanted, 60, page.next);
        const last = before.indexOf(page.documents.at(-1)!.code);
        const left = before.slice(last + 1).filter((code) => parts.reaches(FILED[code - 1]!));
        expect(await pages(finder, parts.scope, wanted, 60, { key: page.next!.key, code: page.next!.code })).toEqual(left);
      }
    });

    it('refuse words of very many files, unless the page is full before or another condition is rare', async () => {
      const [{ scope }] = asking as [Asking];
      const order: Order = { by: AMOUNTS, descending: true };
      const wanted: DocumentQuery = { ...queryOf({ all: [] }, order, undefined), text: textOf('contrato', 0) };
      const limits = { MOST_SORTED: 20, PROBE: 20, BLOCK: 75, BUDGET: 1000, COUNT: 1000 };
      for (const finder of [new Finder(archive.sql, limits), new Finder(archive.sql, { MOST_SORTED: 80 }, false)])
        await expect(finder.page(scope, wanted, 50, null)).rejects.toThrow(TextTooFrequent);
      const finder = new Finder(archive.sql, limits);
      expect((await finder.page(scope, { ...wanted, order: NEWEST_FIRST }, 1, null)).documents).toHaveLength(1);
      const codes = FILED.filter((it) => !it.isOther && !it.isDeleted && hasText(it, 'contrato')).slice(0, 3).map(({ code }) => code); // prettier-ignore
      const rare: Filter = { member: 'code', test: { among: codes } };
      expect(await pages(finder, scope, { ...wanted, filter: rare }, 50)).toHaveLength(codes.length);
      expect(await finder.count(scope, wanted, 300)).toEqual({ value: expect.any(Number), isExact: false });
      // An index elsewhere is asked about the documents of the rare condition.
      const elsewhere = new Finder(archive.sql, { MOST_SORTED: 80 }, false);
      expect(await pages(elsewhere, scope, { ...wanted, filter: rare }, 50)).toHaveLength(codes.length);
    });

    const isServer = !implementation.endsWith('SQLite');
    // However large the texts are, SQLite must not keep the service from other work.
    (isServer ? it.skip : it)('look for words of files in the index alone', async () => {
      const rows = jest.spyOn(archive.sql, 'rows');
      for (const limits of Object.values(WAYS))
        for (const asked of ['contrato', 'contrat* -de', 'contrato rescisao']) {
          const wanted = { ...queryOf({ all: [] }, { by: AMOUNTS, descending: true }, undefined), text: textOf(asked, 0) };
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
      const met = { few: 0, reach: 0, levels: 0, walk: 0 };
      const rows = jest.spyOn(archive.sql, 'rows');
      for (const { who, filter, order, levels, size } of fc.sample(question, { numRuns: 60, seed: 3 })) {
        rows.mockClear();
        await finder.page(asking[who]!.scope, queryOf(filter, order, levels), size, null);
        const statements = rows.mock.calls.map(([sql]) => sql);
        const isBy = (part: string) => statements.some((sql) => sql.includes(part));
        if (isBy('SELECT DISTINCT')) met.few++;
        else if (
          statements.some((sql) =>
            /^SELECT \/\*! STRAIGHT_JOIN \*\/ \S+ AS sort_key, document\.code AS code, 0 AS is_end FROM document /.test(sql),
          )
        )
          met.reach++; // prettier-ignore
        else if (isBy('entry.is_last = 1')) met.levels++;
        else met.walk++;
      }
      rows.mockRestore();
      report(implementation, JSON.stringify(met));
      for (const times of Object.values(met)) expect(times).toBeGreaterThan(0);
    });
  });
});
