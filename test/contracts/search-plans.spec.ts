import { queryOf, type SearchConditions } from '#application/documents/search-conditions';
import type { DocumentQuery } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import { conjunctsOf, statesOf, type Filter, type Order } from '#domain/documents/filter';
import { readTextQuery, type TextWord } from '#domain/documents/text-query';
import { batches } from '#infrastructure/typeorm/batches';
import { hasTooManyWords } from '#infrastructure/typeorm/database-errors';
import { FieldWords } from '#infrastructure/typeorm/documents/field-words';
import { TypeOrmDocumentSearch } from '#infrastructure/typeorm/search/typeorm-document-search';
import type { Parameter } from '#infrastructure/typeorm/sql';
import { DEMO, fieldCode, scopeOf } from '../builders/demo';
import { Finder } from './support/finder';
import { onEveryServer } from './support/implementations';
import { entriesRead, fullScansOf, inWords, type PlanRow } from './support/plans';
import { report } from './support/report';
import { addCrowd, choicesOf, CROWD, manyValues, widestOf, type Crowd } from './support/search-crowd';
import { serverArchive, type Archive } from './support/typeorm-archive';

/** What one page may read at most: conditions counted up to 20 000, and as many documents with what their checks look up, however many there are. */
const MOST_READ = 120_000;
const LONGEST_MS = 2000;
const isFullScan = fullScansOf(/^[devoh]$/, CROWD);
/** One document of so many has files with words. */
const READ_OF = 5;
const ASKED = ['comum', 'comum raro7', 'raro7', 'rar*', 'comum -raro7'];

/** The conditions of 4.4 as those of a filter, with the levels among them. */
function filterOf(scope: Scope, { nodeCodes, ...conditions }: Partial<SearchConditions>): Filter[] {
  const { filter } = queryOf(scope, { fields: [], ...conditions });
  return [...conjunctsOf(filter), ...(nodeCodes ? [{ member: 'level', test: { among: nodeCodes } } as const] : [])];
}

/** Words of values, and of files. */
async function addWords({ sql, textIndex }: Archive): Promise<void> {
  const codes = Array.from({ length: CROWD }, (_, index) => index + 1);
  for (const some of batches(codes)) {
    await sql.together(() => new FieldWords(sql).renew(some));
    const read = some.filter((code) => code % READ_OF === 0);
    await textIndex.put(read.map((code) => ({ code, clientId: DEMO.client, words: ['comum', `raro${code % 400}`] })));
  }
  for (const table of ['document_words', 'document_contents']) await sql.rows(`ANALYZE TABLE ${table}`);
}

onEveryServer('plans of searches', (implementation, server) => {
  describe(implementation, () => {
    let archive: Archive;
    let scopes: Scope[];
    let crowd: Crowd;
    let conditions: SearchConditions[];
    let filters: Filter[];
    let worded: Pick<DocumentQuery, 'filter' | 'text'>[];
    let rareAndFrequent: Filter;
    let frequent: Filter;
    let orders: Order[];
    beforeAll(async () => {
      archive = await serverArchive(server)();
      scopes = await Promise.all([scopeOf(archive), scopeOf(archive, 'financeiro')]);
      const demo = scopes[0]!.client.structure;
      crowd = { demo, other: (await archive.structures.load(DEMO.otherClient, 1))! };
      await addCrowd(archive.sql, crowd);
      await addWords(archive);
      const single = [...choicesOf(crowd).values()].flat();
      const several = single.flatMap((one, index) => single.slice(index + 1).map((other) => ({ ...one, ...other, fields: [...(one.fields ?? []), ...(other.fields ?? [])] }))); // prettier-ignore
      conditions = [...single, ...several.filter((_, index) => index % 3 === 0), ...widestOf(crowd)].map((some) => ({
        fields: [],
        ...some,
      }));
      const choices = [...choicesOf(crowd).values()].flat().map((some) => filterOf(scopes[0]!, some)); // prettier-ignore
      const pairs = choices.flatMap((one, index) => choices.slice(index + 1).map((other) => [...one, ...other]));
      filters = [[], ...choices, ...pairs.filter((_, index) => index % 5 === 0), ...choices.map((all) => [{ not: { any: all } }])].map((all) => ({ all })); // prettier-ignore
      const words = (nodeId: string, label: string, ...asked: string[]): Filter => ({
        fields: [{ fieldCode: fieldCode(demo, nodeId, label), test: { words: asked } }],
      });
      rareAndFrequent = words(DEMO.invoices, 'Observação', 'nota', '0123');
      frequent = words(DEMO.invoices, 'Observação', 'nota', 'n');
      const inValues = [words(DEMO.invoices, 'Observação', 'nota'), rareAndFrequent, words(DEMO.contracts, 'Título', 'contr')]; // prettier-ignore
      const texts = ASKED.map((asked) => ({ words: readTextQuery(asked) as readonly TextWord[], scope: scopes[0]! }));
      const found = [{ all: [] }, ...inValues, ...choices.map((all) => ({ all }))];
      worded = [...inValues.flatMap((one) => [one, ...choices.map((all) => ({ all: [one, ...all] }))]).map((filter) => ({ filter })), ...texts.flatMap((text) => found.map((filter) => ({ filter, text })))]; // prettier-ignore
      orders = [
        { by: 'code', descending: true },
        { by: 'created', descending: false },
        { by: 'due', descending: true },
        { by: [fieldCode(demo, DEMO.invoices, 'Número')], descending: false },
        { by: [fieldCode(demo, DEMO.contracts, 'Vigência')], descending: true },
      ];
    });
    afterAll(() => archive.close());

    const explain = (sql: string, parameters: readonly Parameter[] = []) =>
      archive.sql.rows<PlanRow>(
        `${archive.dataSource.options.type === 'mariadb' ? 'EXPLAIN' : 'EXPLAIN FORMAT=TRADITIONAL'} ${sql}`,
        parameters,
      );

    /** What is asked of each reader: a page by cursor, the first and a far page by number, and the total. */
    const typed = () =>
      [...filters.map((filter) => ({ filter })), ...worded].map((question, index) => async () => {
        const wanted: DocumentQuery = { ...question, states: statesOf(question.filter), order: orders[index % orders.length]! };
        const search = new TypeOrmDocumentSearch(archive.sql, archive.textIndex);
        return (await search.page(scopes[index % 7 === 0 ? 1 : 0]!, wanted, 50, null)).documents.length;
      });
    const plain = () =>
      conditions.map((asked, index) => async () => {
        const scope = scopes[index % 7 === 0 ? 1 : 0]!;
        const query = queryOf(scope, asked);
        const search = new TypeOrmDocumentSearch(archive.sql, archive.textIndex);
        const pages = [await search.numbered(scope, query, 1, 50), await search.numbered(scope, query, 60, 50)];
        return pages.flat().length;
      });
    const totals = () =>
      conditions.map(
        (asked) => () => new TypeOrmDocumentSearch(archive.sql, archive.textIndex).total(scopes[0]!, queryOf(scopes[0]!, asked)),
      );
    it.each([
      ['by cursor', typed, MOST_READ],
      ['by number', plain, MOST_READ],
      // A total is exact.
      ['in all', totals, Infinity],
    ] as const)('use indexes, and read a bounded number of entries: %s', async (about, questions, bound) => {
      let [plans, most, found] = [0, 0, 0];
      const scans = new Set<string>();
      const rows = jest.spyOn(archive.sql, 'rows');
      await archive.unitOfWork.run(async () => {
        for (const ask of questions()) {
          const before = await entriesRead(archive.sql);
          rows.mockClear();
          const answer = await ask();
          found += answer;
          const statements = rows.mock.calls.slice();
          most = Math.max(most, (await entriesRead(archive.sql)) - before);
          for (const [sql, parameters] of statements.filter(([text]) => !text.includes('list_row_value'))) {
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
    it.each([
      [12, false],
      [100, false],
      [100, true],
    ])('are planned quickly for %d values (of a list: %p)', async (count, ofList) => {
      const [scope] = scopes as [Scope];
      const begun = Date.now();
      const query = queryOf(scope, manyValues(crowd, count, ofList));
      await archive.documentSearch.numbered(scope, query, 1, 50);
      expect(Date.now() - begun).toBeLessThan(LONGEST_MS);
    });

    it('begin with the rarest of several values, in any order', async () => {
      const [scope] = scopes as [Scope];
      const pair = [choicesOf(crowd).get('exact value')![1], choicesOf(crowd).get('list value')![0]]
        .map(({ fields = [] }) => fields)
        .flat();
      for (const fields of [pair, pair.toReversed()]) {
        const first = jest.spyOn(archive.sql, 'first');
        await archive.documentSearch.total(scope, queryOf(scope, { fields }));
        const [, parameters = []] = first.mock.calls.at(-1)!;
        first.mockRestore();
        expect(parameters.find((each) => typeof each === 'number')).toBe(pair[1]![0]!.fieldCode);
      }
    });

    it.each([
      ['a table', 'SELECT d.code FROM document d WHERE d.file_count = ?'],
      ['an index', 'SELECT COUNT(d.code) FROM document d WHERE d.code % 7 = ?'],
      ['all values', 'SELECT COUNT(*) FROM document d JOIN document_value v ON v.document_code = d.code AND v.value = ?'],
    ])('differ from reading %s', async (_, statement) => {
      expect((await explain(statement, [1])).some(isFullScan)).toBe(true);
    });

    it('look up a rare word, and a frequent one in the documents that are found', async () => {
      const finder = new TypeOrmDocumentSearch(archive.sql, archive.textIndex);
      const rows = jest.spyOn(archive.sql, 'rows');
      const { documents } = await finder.page(scopes[0]!, { filter: rareAndFrequent, states: 'live', order: orders[0]! }, 50, null);
      const lookedUp = rows.mock.calls.filter(([sql]) => sql.includes('AGAINST')).flatMap(([, all = []]) => all.filter((one) => /^\+/.test(String(one)))); // prettier-ignore
      rows.mockRestore();
      expect(documents.length).toBeGreaterThan(0);
      expect(lookedUp.length).toBeGreaterThan(0);
      expect(lookedUp).toEqual(lookedUp.map(() => expect.stringMatching(/^\+f\d+x0123\*$/)));
    });

    it('find and count although InnoDB gives up the words of too many documents', async () => {
      const [scope, order] = [scopes[0]!, orders[0]!];
      const wanted: DocumentQuery = { filter: frequent, states: 'live', order };
      const hopeless: DocumentQuery = { ...wanted, filter: { all: [frequent, { not: frequent }] } };
      const finder = new Finder(archive.sql, { BLOCK: 10 });
      // Words that the newest documents lack do not count as frequent.
      await archive.sql.write('DELETE FROM document_words WHERE document_code > ?', [CROWD - 600]);
      const { kept } = (await archive.sql.first<{ kept: number }>('SELECT @@GLOBAL.innodb_ft_result_cache_limit AS kept'))!;
      const first = jest.spyOn(archive.sql, 'first');
      await archive.sql.rows('SET GLOBAL innodb_ft_result_cache_limit = 1000000');
      try {
        expect((await finder.page(scope, hopeless, 50, null)).documents).toEqual([]);
        expect((await finder.count(scope, wanted, 10)).value).toBe(10);
        const outcomes = await Promise.allSettled(first.mock.results.map(({ value }) => value as Promise<unknown>));
        const givenUp = outcomes.filter((outcome) => outcome.status === 'rejected' && hasTooManyWords(outcome.reason));
        expect(givenUp).toHaveLength(2);
      } finally {
        first.mockRestore();
        await archive.sql.rows('SET GLOBAL innodb_ft_result_cache_limit = ?', [kept]);
      }
    });
  });
});
