import type { SearchConditions } from '#application/ports/document-search';
import type { Wanted } from '#application/ports/document-finder';
import type { Scope } from '#domain/access/scope';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import { statesOf, type Filter, type Member, type Order, type Test } from '#domain/documents/filter';
import { TypeOrmDocumentFinder } from '#infrastructure/typeorm/documents/typeorm-document-finder';
import { DEMO, fieldCode, scopeOf } from '../builders/demo';
import { onEveryServer } from './support/implementations';
import { fullScansOf, inWords, type PlanRow } from './support/plans';
import { report } from './support/report';
import { addCrowd, choicesOf, CROWD, type Crowd } from './support/search-crowd';
import { serverArchive, type Archive } from './support/typeorm-archive';

/** What one page may read at most: conditions counted up to 5 000, and as many documents with what their checks look up, however many there are. */
const MOST_READ = 75_000;
const isFullScan = fullScansOf(/^[devo]$/, CROWD);

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

onEveryServer('plans of typed searches', (implementation, server) => {
  describe(implementation, () => {
    let archive: Archive;
    let scopes: Scope[];
    let filters: Filter[];
    let orders: Order[];
    beforeAll(async () => {
      archive = await serverArchive(server)();
      scopes = await Promise.all([scopeOf(archive), scopeOf(archive, 'financeiro')]);
      const demo = scopes[0]!.client.structure;
      const crowd: Crowd = { demo, other: (await archive.structures.load(DEMO.otherClient, 1))! };
      await addCrowd(archive.sql, crowd);
      const choices = [...choicesOf(crowd).values()].flat().map(filterOf).filter((all) => all.length > 0); // prettier-ignore
      const pairs = choices.flatMap((one, index) => choices.slice(index + 1).map((other) => [...one, ...other]));
      filters = [[], ...choices, ...pairs.filter((_, index) => index % 5 === 0), ...choices.map((all) => [{ not: { any: all } }])].map((all) => ({ all })); // prettier-ignore
      orders = [
        { by: 'code', descending: true },
        { by: 'created', descending: false },
        { by: 'due', descending: true },
        { by: [fieldCode(demo, DEMO.invoices, 'Número')], descending: false },
        { by: [fieldCode(demo, DEMO.contracts, 'Vigência')], descending: true },
      ];
    });
    afterAll(() => archive.close());

    const entries = async () => {
      const rows = await archive.sql.rows<{ Variable_name: string; Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'");
      return rows.filter(({ Variable_name: name }) => !name.includes('rnd')).reduce((sum, { Value }) => sum + Number(Value), 0);
    };

    it('use indexes, and read a bounded number of entries', async () => {
      const finder = new TypeOrmDocumentFinder(archive.sql, archive.textIndex);
      const keyword = archive.dataSource.options.type === 'mariadb' ? 'EXPLAIN' : 'EXPLAIN FORMAT=TRADITIONAL';
      let [plans, most, found] = [0, 0, 0];
      const scans = new Set<string>();
      const rows = jest.spyOn(archive.sql, 'rows');
      await archive.unitOfWork.run(async () => {
        for (const [index, filter] of filters.entries()) {
          const [scope, order] = [scopes[index % 7 === 0 ? 1 : 0]!, orders[index % orders.length]!];
          const wanted: Wanted = { filter, states: statesOf(filter), order };
          const before = await entries();
          rows.mockClear();
          found += (await finder.page(scope, wanted, 50, null)).documents.length;
          const statements = rows.mock.calls.slice();
          most = Math.max(most, (await entries()) - before);
          for (const [sql, parameters] of statements.filter(([text]) => !text.includes('list_row_value'))) {
            const plan = await archive.sql.rows<PlanRow>(`${keyword} ${sql}`, parameters);
            plans++;
            if (plan.some(isFullScan)) scans.add(`${JSON.stringify(filter)} ${sql.slice(0, 400)} ${inWords(plan)}`);
          }
        }
      });
      rows.mockRestore();
      report(implementation, `${plans} plans of ${filters.length} filters, at most ${most} entries read, ${found} documents found`);
      expect([...scans]).toEqual([]);
      expect(most).toBeLessThan(MOST_READ);
      expect(found).toBeGreaterThan(filters.length);
    });
  });
});
