import fc from 'fast-check';
import type { SearchConditions } from '#application/ports/document-search';
import { TypeOrmDocumentSearch } from '#infrastructure/typeorm/documents/typeorm-document-search';
import { LIMITS } from '#infrastructure/typeorm/documents/search-ways';
import { userId } from '../builders/demo';
import { onEveryDatabase } from './support/implementations';
import { report } from './support/report';
import { addLevelCrowd, among, askingOf, crowd, DUE_DAYS, LEVELS, nodes, OLD, UNITS } from './support/level-crowd';
import type { Asking, Fields, Filed } from './support/level-crowd';
import type { Archive } from './support/typeorm-archive';

const DOCUMENTS = 1500;
const RUNS = 100;

type Name = keyof Fields;

/** Narrow enough that small archives need every way. */
class NarrowSearch extends TypeOrmDocumentSearch {
  protected override readonly limits = {
    few: 4,
    block: 5,
    blockPerWanted: 1,
    wider: 3,
    levelsTogether: 20,
    documentsTogether: 200,
    mostCodes: 400,
  };
}

const rarely = <T>(...values: T[]) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(...values) });
const criterion = fc.oneof(
  ...(['kind', 'colour', 'city'] as const).map((name: Name) => {
    const wholes = { kind: ['kind 0', 'kind 1'], colour: ['colour 0', 'colour 2'], city: ['many', 'some', 'few'] }[name];
    const exact = fc.constantFrom(...wholes, 'none').map((each) => ({ name, criterion: { exact: each } }));
    const prefix = fc.constantFrom('', wholes[0]!.slice(0, 3), wholes.at(-1)!).map((each) => ({ name, criterion: { prefix: each } }));
    return fc.oneof({ weight: 3, arbitrary: exact }, { weight: 1, arbitrary: prefix });
  }),
);
const question = fc.record({
  who: fc.nat(5),
  status: rarely<'lent' | 'deleted' | 'electronic'>('lent', 'deleted', 'electronic'),
  createdBy: rarely(userId('demo'), userId('financeiro')),
  unit: rarely<keyof typeof UNITS>('large', 'second', 'old'),
  dueDay: rarely(...DUE_DAYS),
  until: rarely(DOCUMENTS / 10, DOCUMENTS / 2),
  levels: rarely([3], [0, OLD], among(OLD, LEVELS), among(0, LEVELS), []),
  groups: fc.array(fc.array(criterion, { minLength: 1, maxLength: 2 }), { maxLength: 3 }),
  page: fc.constantFrom(1, 1, 2, 7, 40),
  size: fc.constantFrom(1, 3, 50, 500),
});
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never;

function meets(it: Filed, { status, createdBy, unit, dueDay, until, levels, groups }: Question): boolean {
  const is = it.isDeleted ? 'deleted' : it.isLent ? 'lent' : 'electronic';
  return (
    (status ? is === status : !it.isDeleted) &&
    (!createdBy || createdBy === userId(it.isMine ? 'demo' : 'financeiro')) &&
    (!unit || it.unit === unit) &&
    (!dueDay || it.dueDay === dueDay) &&
    (until === undefined || it.code <= until) &&
    (!levels || levels.includes(it.level)) &&
    groups.every((group) =>
      group.some(({ name, criterion }) => {
        // The other client has fields and lists of its own.
        if (it.isOther) return false;
        return 'exact' in criterion ? it[name] === criterion.exact : it[name].startsWith(criterion.prefix);
      }),
    )
  );
}

onEveryDatabase('ways to a page', (implementation, open) => {
  describe(implementation, () => {
    const filed = crowd(DOCUMENTS, 17);
    let archive: Archive;
    let asking: Asking[];
    let fields: Fields;
    beforeAll(async () => {
      archive = await open();
      asking = await askingOf(archive);
      fields = await addLevelCrowd(archive, asking[0]!.scope.client, filed);
    });
    afterAll(() => archive.close());

    const conditionsOf = ({ groups, levels, unit, until, ...rest }: Question): SearchConditions => ({
      status: rest.status,
      createdBy: rest.createdBy,
      dueDay: rest.dueDay,
      unitId: unit && UNITS[unit],
      nodeCodes: levels && nodes(levels),
      createdUntil: until === undefined ? undefined : new Date(until),
      fields: groups.map((group) => group.map(({ name, criterion }) => ({ fieldCode: fields[name], ofList: name === 'city', criterion }))),
    });

    it.each([
      ['as in life', () => new TypeOrmDocumentSearch(archive.sql)],
      ['with narrow limits', () => new NarrowSearch(archive.sql)],
    ])('all find what a filter in memory finds, %s', async (_, make) => {
      const search = make();
      let found = 0;
      // What questions find is chance, and answers that are all empty would compare nothing.
      do
        await fc.assert(
          fc.asyncProperty(question, async (asked) => {
            const { who, scope, reaches } = asking[asked.who]!;
            const expected = filed.filter((it) => reaches(it) && meets(it, asked)).map(({ code }) => code).reverse(); // prettier-ignore
            const [from, until] = [(asked.page - 1) * asked.size, asked.page * asked.size];
            const conditions = conditionsOf(asked);
            const page = await search.page(scope, conditions, asked.page, asked.size);
            expect([who, page.map(({ code }) => code)]).toEqual([who, expected.slice(from, until)]);
            expect([who, await search.count(scope, conditions)]).toEqual([who, expected.length]);
            found += page.length;
          }),
          { numRuns: RUNS },
        );
      while (found <= RUNS);
    });

    it('are all met: few, along the order, level by level', async () => {
      const ways = { few: 0, walk: 0, windows: 0, together: 0, free: 0 };
      const search = new NarrowSearch(archive.sql);
      for (const asked of fc.sample(question, { numRuns: 3 * RUNS, seed: 5 })) {
        const { scope } = asking[asked.who]!;
        const statements = await statementsOf(() => search.page(scope, conditionsOf(asked), asked.page, asked.size));
        const isCount = (sql: string) => sql.includes(' AS counted ');
        const counts = statements.filter(isCount).length;
        const isNewest = statements.some((sql) => sql.includes('MAX('));
        if (isNewest) ways.windows++;
        else if (statements.some((sql) => sql.includes('UNION ALL') && !isCount(sql))) ways.together++;
        else if (statements.length - counts > 2) ways.walk++;
        else if (counts > 0) ways.few++;
        else ways.free++;
      }
      report(implementation, JSON.stringify(ways));
      for (const times of Object.values(ways)) expect(times).toBeGreaterThan(0);
      expect(LIMITS.few).toBeGreaterThan(DOCUMENTS);
    });

    const isServer = !implementation.endsWith('SQLite');
    // The servers look into their indexes when they plan.
    (isServer ? it.skip : it)('begin with the rarest of several values, in any order', async () => {
      const [{ scope }] = asking as [Asking];
      const search = new TypeOrmDocumentSearch(archive.sql);
      const groups = [[{ name: 'kind', criterion: { exact: 'kind 0' } }], [{ name: 'city', criterion: { exact: 'few' } }]] as const;
      for (const [asked, rare] of [
        [groups, 'v1'],
        [groups.toReversed(), 'v0'],
      ] as const) {
        const conditions = conditionsOf({ groups: asked, who: 0, page: 1, size: 50 } as unknown as Question);
        const [page, count] = [await statementsOf(() => search.page(scope, conditions, 1, 50)), await statementsOf(() => search.count(scope, conditions))]; // prettier-ignore
        const begun = [page, count].map((all) => all.flatMap((sql) => /(?:code|total) FROM document_value (v\d)/.exec(sql)?.[1] ?? []));
        expect(begun).toEqual([[rare], [rare]]);
      }
    });

    async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
      const rows = jest.spyOn(archive.sql, 'rows');
      try {
        await work();
        return rows.mock.calls.map(([sql]) => sql);
      } finally {
        rows.mockRestore();
      }
    }
  });
});
