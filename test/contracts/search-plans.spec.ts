import type { DocumentQuery } from '#application/ports/document-search';
import { statesOf, type Filter, type Order } from '#domain/documents/filter';
import { hasTooManyWords } from '#infrastructure/typeorm/database-errors';
import { ClientSql, type Parameter } from '#infrastructure/typeorm/sql';
import { Finder } from './support/finder';
import { onEveryServer } from './support/implementations';
import { entriesRead, fullScansOf, inWords, type PlanRow } from './support/plans';
import { report } from './support/report';
import { addCrowd, AMOUNTS, askingOf, CITY, crowd, NOTE, TITLE, type Asking } from './support/search-crowd';
import { conditionsOf, ofField, wordsAsked } from './support/search-questions';
import { setGlobal } from '../support/fresh-database';
import { PART } from '../support/part';
import { serverArchive, type Archive } from './support/typeorm-archive';

const CROWD = 20_000;
/** What one page may read at most: conditions counted up to 20 000, and as many documents with what their checks look up, however many there are. */
const MOST_READ = 120_000;
const LONGEST_MS = 2000;
const isFullScan = fullScansOf(/^(document|held|value|ordering|outer_box|holder)$/, CROWD);
const TEXTS = ['contrato', 'contrato raro7', 'raro7', 'rar*', 'contrato -raro7'];
const NEWEST_FIRST: Order = { by: 'code', descending: true };
const ORDERS: Order[] = [
  NEWEST_FIRST,
  { by: 'created', descending: false },
  { by: 'due', descending: true },
  { by: [TITLE], descending: false },
  { by: [AMOUNTS[0]], descending: true },
];
const queryOf = (filter: Filter, order = NEWEST_FIRST): DocumentQuery => ({ filter, states: statesOf(filter), order });
const all = (...conditions: Filter[]): Filter => ({ all: conditions });
/** `npm test` asks a third, and `npm run test:all` the others. */
const inPart = <T>(questions: readonly T[]): T[] =>
  questions.filter((_, index) => PART === 'all' || (index % 3 === 0) === (PART === 'usual'));

onEveryServer('plans of searches', (implementation, server) => {
  describe(implementation, () => {
    const filed = crowd(CROWD);
    /** Meets whatever is combined, so that no combination contradicts itself. */
    const needle = filed.findLast((it) => !it.isOther && it.status === 'lent' && it.dueDay && it.externalKey && it.values.size === 6)!;
    const single = conditionsOf(needle);
    const pairs = single.flatMap((one, index) => single.slice(index + 1).map((other) => all(one, other)));
    let archive: Archive;
    let asking: Asking[];
    beforeAll(async () => {
      archive = await serverArchive(server)();
      asking = await askingOf(archive);
      await addCrowd(archive, filed);
    });
    afterAll(() => archive.close());

    const explain = (sql: string, parameters: readonly Parameter[] = []) =>
      archive.sql.rows<PlanRow>(
        `${archive.dataSource.options.type === 'mariadb' ? 'EXPLAIN' : 'EXPLAIN FORMAT=TRADITIONAL'} ${sql}`,
        parameters,
      );
    const words = (...asked: string[]) => ofField(TITLE, { words: asked });
    /** Mostly of whoever reaches the whole client, now and then of others. */
    const userOf = (index: number) => asking[index % 7 === 0 ? index % asking.length : 0]!.scope;

    /** What is asked of each reader: a page by cursor, the first and a far page by number, and the total. */
    function typed() {
      const filters = [all(), ...single, ...pairs.filter((_, index) => index % 5 === 0), ...single.map((not) => ({ not }))];
      const inValues = [words('nota'), words('nota', '0012'), ofField(NOTE, { words: ['silv'] })];
      const worded = inValues.flatMap((one) => [one, ...single.map((each) => all(one, each))]);
      const inFiles = TEXTS.flatMap((asked) => {
        const text = { words: wordsAsked(asked), scope: asking[0]!.scope };
        return [all(), ...inValues, ...single].map((filter) => ({ filter, text }));
      });
      return [...[...filters, ...worded].map((filter) => ({ filter })), ...inFiles].map((asked, index) => async () => {
        const wanted = { ...queryOf(asked.filter, ORDERS[index % ORDERS.length]), ...asked };
        return (await new Finder(archive.sql, {}).page(userOf(index), wanted, 50, null)).documents.length;
      });
    }
    const numbered = () =>
      [...single, ...pairs.filter((_, index) => index % 3 === 0)].map((filter, index) => async () => {
        const pageOf = (page: number) => new Finder(archive.sql, {}).numbered(userOf(index), queryOf(filter), page, 50);
        return [await pageOf(1), await pageOf(60)].flat().length;
      });
    const totals = () =>
      [...single, ...pairs.filter((_, index) => index % 3 === 0)].map(
        (filter) => () => new Finder(archive.sql, {}).total(userOf(1), queryOf(filter)),
      );
    it.each([
      ['by cursor', typed, MOST_READ],
      ['by number', numbered, MOST_READ],
      // A total is exact.
      ['in all', totals, Infinity],
    ] as const)('use indexes, and read a bounded number of entries: %s', async (about, questions, bound) => {
      let [plans, most, found] = [0, 0, 0];
      const scans = new Set<string>();
      const rows = jest.spyOn(archive.sql, 'rows');
      await archive.unitOfWork.run(async () => {
        for (const ask of inPart<() => Promise<number>>(questions())) {
          const before = await entriesRead(archive.sql);
          rows.mockClear();
          const answer = await ask();
          found += answer;
          const statements = rows.mock.calls.slice();
          most = Math.max(most, (await entriesRead(archive.sql)) - before);
          for (const [sql, parameters] of statements) {
            const plan = await explain(sql, parameters);
            plans++;
            // Whoever counts most of the table reads it; the state of the archive is of one row at the end of an index.
            const isAll = about === 'in all' && answer > CROWD / 3;
            if (plan.some(isFullScan) && !isAll && !sql.includes(' AS lastChange')) scans.add(`${sql.slice(0, 400)} ${inWords(plan)}`);
          }
        }
      });
      rows.mockRestore();
      report(implementation, `${plans} plans ${about}, at most ${most} entries read, ${found} documents found`);
      expect([...scans]).toEqual([]);
      expect(most).toBeLessThan(bound);
      expect(found).toBeGreaterThan(plans / 4);
    });

    // An optimizer that tries all orders of so many tables takes longer to plan than any reading.
    it.each([12, 100])('are planned quickly for %d values', async (count) => {
      const begun = Date.now();
      const filter = all(...Array.from({ length: count }, () => ofField(CITY, { among: ['muitos'] })));
      await new Finder(archive.sql, {}).numbered(asking[0]!.scope, queryOf(filter), 1, 50);
      expect(Date.now() - begun).toBeLessThan(LONGEST_MS);
    });

    it('begin with the rarest of several values, in any order', async () => {
      const pair = [ofField(CITY, { among: ['muitos'] }), ofField(TITLE, { prefix: 'nota 7 de 0001' })];
      for (const conditions of [pair, pair.toReversed()]) {
        const first = jest.spyOn(ClientSql.prototype, 'first');
        await new Finder(archive.sql, {}).total(asking[0]!.scope, queryOf(all(...conditions)));
        const [, parameters = []] = first.mock.calls.at(-1)!;
        first.mockRestore();
        expect(parameters.find((each) => typeof each === 'number')).toBe(TITLE);
      }
    });

    it.each([
      ['a table', 'SELECT code FROM document WHERE file_count = ?'],
      ['an index', 'SELECT COUNT(code) FROM document WHERE code % 7 = ?'],
      ['all values', 'SELECT COUNT(*) FROM document JOIN document_value value ON value.document_code = document.code AND value.value = ?'],
    ])('differ from reading %s', async (_, statement) => {
      expect((await explain(statement, [1])).some(isFullScan)).toBe(true);
    });

    it('look up a rare word, and a frequent one in the documents that are found', async () => {
      const rows = jest.spyOn(archive.sql, 'rows');
      const { documents } = await new Finder(archive.sql, {}).page(asking[0]!.scope, queryOf(words('nota', '0012')), 50, null);
      const lookedUp = rows.mock.calls.filter(([sql]) => sql.includes('AGAINST')).flatMap(([, values = []]) => values.filter((one) => /^\+/.test(String(one)))); // prettier-ignore
      rows.mockRestore();
      expect(documents.length).toBeGreaterThan(0);
      expect(lookedUp.length).toBeGreaterThan(0);
      expect(lookedUp).toEqual(lookedUp.map(() => expect.stringMatching(/^\+f\d+x0012\*$/)));
    });

    it('find and count although InnoDB gives up the words of too many documents', async () => {
      const { scope } = asking[0]!;
      const frequent = words('nota', 'de');
      const finder = new Finder(archive.sql, { BLOCK: 10 });
      // Words that the newest documents lack do not count as frequent.
      await archive.sql.write('DELETE FROM document_words WHERE document_code > ?', [CROWD - 600]);
      const { kept } = (await archive.sql.first<{ kept: number }>('SELECT @@GLOBAL.innodb_ft_result_cache_limit AS kept'))!;
      const { url } = archive.dataSource.options as { url: string };
      const setLimit = (value: number) => setGlobal(url, 'innodb_ft_result_cache_limit', value);
      const first = jest.spyOn(ClientSql.prototype, 'first');
      await setLimit(1_000_000);
      try {
        expect((await finder.page(scope, queryOf(all(frequent, { not: frequent })), 50, null)).documents).toEqual([]);
        expect((await finder.count(scope, queryOf(frequent), 10)).value).toBe(10);
        const outcomes = await Promise.allSettled(first.mock.results.map(({ value }) => value as Promise<unknown>));
        const givenUp = outcomes.filter((outcome) => outcome.status === 'rejected' && hasTooManyWords(outcome.reason));
        expect(givenUp).toHaveLength(2);
      } finally {
        first.mockRestore();
        await setLimit(kept);
      }
    });
  });
});
