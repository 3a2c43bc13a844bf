import type { SearchConditions } from '#application/ports/document-search';
import type { Wanted } from '#application/ports/document-finder';
import type { Scope } from '#domain/access/scope';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import { statesOf, type Filter, type Member, type Order, type Test } from '#domain/documents/filter';
import { readTextQuery, type TextWord } from '#domain/documents/text-query';
import { batches } from '#infrastructure/typeorm/batches';
import { hasTooManyWords } from '#infrastructure/typeorm/database-errors';
import { FieldWords } from '#infrastructure/typeorm/documents/field-words';
import { TypeOrmDocumentFinder } from '#infrastructure/typeorm/documents/typeorm-document-finder';
import { DEMO, fieldCode, scopeOf } from '../builders/demo';
import { Finder } from './support/finder';
import { onEveryServer } from './support/implementations';
import { entriesRead, fullScansOf, inWords, type PlanRow } from './support/plans';
import { report } from './support/report';
import { addCrowd, choicesOf, CROWD, type Crowd } from './support/search-crowd';
import { serverArchive, type Archive } from './support/typeorm-archive';

/** What one page may read at most: conditions counted up to 5 000, and as many documents with what their checks look up, however many there are. */
const MOST_READ = 75_000;
const isFullScan = fullScansOf(/^[devoh]$/, CROWD);
/** One document of so many has files with words. */
const READ_OF = 5;
const ASKED = ['comum', 'comum raro7', 'raro7', 'rar*', 'comum -raro7'];

/** The conditions of 4.4 as a filter. */
function filterOf({ fields = [], ...c }: Partial<SearchConditions>): Filter[] {
  const on = (member: Member, value: string | number | undefined): Filter[] =>
    value === undefined ? [] : [{ member, test: { among: [value] } }];
  const between: Test = {
    within: [{ ...(c.createdFrom && { from: c.createdFrom.getTime() }), ...(c.createdUntil && { until: c.createdUntil.getTime() }) }],
  };
  return [
    ...fields.map((group): Filter => ({
      fields: group.map(({ fieldCode: code, criterion }) => ({
        fieldCode: code,
        test: 'exact' in criterion ? { among: [criterion.exact] } : { prefix: criterion.prefix },
      })),
    })),
    ...(c.createdFrom || c.createdUntil ? [{ member: 'created', test: between } as const] : []),
    ...on('code', c.documentCode),
    ...on('due', c.dueDay),
    ...on('creator', c.createdBy),
    ...on('externalKey', c.externalKey),
    ...on('unit', c.unitId),
    ...on('boxType', c.boxTypeId),
    ...on('status', c.status && DOCUMENT_STATUS[c.status]),
    ...(c.nodeCodes ? [{ member: 'level', test: { among: c.nodeCodes } } as const] : []),
  ];
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

onEveryServer('plans of typed searches', (implementation, server) => {
  describe(implementation, () => {
    let archive: Archive;
    let scopes: Scope[];
    let filters: Filter[];
    let worded: Pick<Wanted, 'filter' | 'text'>[];
    let rareAndFrequent: Filter;
    let frequent: Filter;
    let orders: Order[];
    beforeAll(async () => {
      archive = await serverArchive(server)();
      scopes = await Promise.all([scopeOf(archive), scopeOf(archive, 'financeiro')]);
      const demo = scopes[0]!.client.structure;
      const crowd: Crowd = { demo, other: (await archive.structures.load(DEMO.otherClient, 1))! };
      await addCrowd(archive.sql, crowd);
      await addWords(archive);
      const choices = [...choicesOf(crowd).values()].flat().map(filterOf).filter((all) => all.length > 0); // prettier-ignore
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

    const plain = () => filters.map((filter) => ({ filter }));
    it.each([
      ['of values', plain],
      ['of words', () => worded],
    ])('use indexes, and read a bounded number of entries: %s', async (about, questions) => {
      const finder = new TypeOrmDocumentFinder(archive.sql, archive.textIndex);
      const keyword = archive.dataSource.options.type === 'mariadb' ? 'EXPLAIN' : 'EXPLAIN FORMAT=TRADITIONAL';
      let [plans, most, found] = [0, 0, 0];
      const scans = new Set<string>();
      const rows = jest.spyOn(archive.sql, 'rows');
      await archive.unitOfWork.run(async () => {
        for (const [index, question] of questions().entries()) {
          const [scope, order] = [scopes[index % 7 === 0 ? 1 : 0]!, orders[index % orders.length]!];
          const wanted: Wanted = { ...question, states: statesOf(question.filter), order };
          const before = await entriesRead(archive.sql);
          rows.mockClear();
          found += (await finder.page(scope, wanted, 50, null)).documents.length;
          const statements = rows.mock.calls.slice();
          most = Math.max(most, (await entriesRead(archive.sql)) - before);
          for (const [sql, parameters] of statements.filter(([text]) => !text.includes('list_row_value'))) {
            const plan = await archive.sql.rows<PlanRow>(`${keyword} ${sql}`, parameters);
            plans++;
            if (plan.some(isFullScan)) scans.add(`${JSON.stringify(question.filter)} ${sql.slice(0, 400)} ${inWords(plan)}`);
          }
        }
      });
      rows.mockRestore();
      report(
        implementation,
        `${plans} plans of ${questions().length} questions ${about}, at most ${most} entries read, ${found} documents found`,
      );
      expect([...scans]).toEqual([]);
      expect(most).toBeLessThan(MOST_READ);
      expect(found).toBeGreaterThan(questions().length);
    });

    it('look up a rare word, and a frequent one in the documents that are found', async () => {
      const finder = new TypeOrmDocumentFinder(archive.sql, archive.textIndex);
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
      const wanted: Wanted = { filter: frequent, states: 'live', order };
      const hopeless: Wanted = { ...wanted, filter: { all: [frequent, { not: frequent }] } };
      const finder = new Finder(archive.sql, { firstPerWanted: 1, block: 10, blocksNear: 0, fewOfReach: 0, frequentOf: 1 });
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
