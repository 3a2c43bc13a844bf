import fc from 'fast-check';
import type { SearchConditions } from '#application/documents/search-conditions';
import type { FoundDocument } from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import { DEMO, scopeOf, type DemoLogin } from '../builders/demo';
import type { Archive } from './support/typeorm-archive';
import { describeContract } from './support/implementations';
import { describedConditions, toConditions } from './support/search-conditions';
import { expectedIds } from './support/search-model';
import { numbersOf, POPULATION, populate } from './support/search-population';

const EVERYTHING: SearchConditions = { fields: [] };
const LOGINS: DemoLogin[][] = [['demo'], ['demo'], ['financeiro'], ['outro'], ['demo', 'outro']];

/** One archive under test, with what is needed to ask it and to compare its answers. */
class Searched {
  private constructor(
    readonly archive: Archive,
    readonly codeOf: ReadonlyMap<string, number>,
  ) {}

  static async of(archive: Archive): Promise<Searched> {
    await populate(archive);
    const all = await scopeOf(archive, 'demo', 'outro');
    const pages = await Promise.all(
      [EVERYTHING, { ...EVERYTHING, status: 'deleted' as const }].map((it) => archive.search.page(all, it, 1, 1000)),
    );
    return new Searched(archive, new Map(pages.flat().map(({ id, code }) => [id, code])));
  }

  /** In words: the numbers of fields, levels and documents are each archive's own. */
  inWords(scope: Scope, { id, clientId, nodeCode, values, code: _code, ...rest }: FoundDocument) {
    const { structure } = scope.reaches.find((reach) => reach.structure.clientId === clientId)!;
    const level = structure.levelByCode(nodeCode)!;
    const labelOf = new Map(level.indexers.map(({ field, list }) => [field.code, `${list?.name ?? ''}/${field.label}`]));
    return { id, path: level.node.path, ...rest, values: [...values].map(([field, text]) => `${labelOf.get(field)}: ${text}`).sort() };
  }
}

/** The read model of operation 4.4. */
describeContract('DocumentSearch', (archive) => {
  let searched: Searched;
  let scope: Scope;
  beforeAll(async () => {
    searched = await Searched.of(archive);
    scope = await scopeOf(searched.archive);
  });
  const ids = async (wanted: Partial<SearchConditions>, within = scope) =>
    (await searched.archive.search.page(within, { ...EVERYTHING, ...wanted }, 1, 1000)).map(({ id }) => id);
  const described = (filter: (document: (typeof POPULATION)[number]) => boolean) =>
    POPULATION.filter((it) => it.nodeId !== DEMO.otherLevel && filter(it))
      .map(({ id }) => id)
      .reverse();
  const text = (criterion: { exact: string } | { prefix: string }) => [{ fieldCode: numbersOf(scope).note, ofList: false, criterion }];

  it('finds every document that is not deleted, newest first', async () => {
    expect(await ids({})).toEqual(described(({ deleted }) => !deleted));
  });

  it('finds only deleted documents when they are requested', async () => {
    expect(await ids({ status: 'deleted' })).toEqual(described(({ deleted }) => deleted));
    expect(await ids({ status: 'lent' })).toEqual([]);
  });

  it('returns pages without gaps or duplicates, and then an empty page', async () => {
    const all = await ids({});
    const paged: string[] = [];
    for (let page = 1; page <= Math.ceil(all.length / 7); page++) {
      paged.push(...(await searched.archive.search.page(scope, EVERYTHING, page, 7)).map(({ id }) => id));
    }
    expect(paged).toEqual(all);
    expect(await searched.archive.search.page(scope, EVERYTHING, Math.ceil(all.length / 7) + 1, 7)).toEqual([]);
    expect(await searched.archive.search.page(scope, EVERYTHING, 1_000_000, 500)).toEqual([]);
    expect(await searched.archive.search.count(scope, EVERYTHING)).toBe(all.length);
  });

  it.each<[string, (all: Scope) => Partial<SearchConditions>]>([
    ['all', () => ({})],
    ['of two levels', ({ client }) => ({ nodeCodes: [DEMO.invoices, DEMO.contracts].map((id) => client.structure.node(id)!.code) })],
    ['with a value', () => ({ fields: [text({ exact: 'agua' })] })],
    [
      'with a value, of two levels',
      ({ client }) => ({
        nodeCodes: [DEMO.invoices, DEMO.contracts].map((id) => client.structure.node(id)!.code),
        fields: [text({ exact: 'agua' })],
      }),
    ],
  ])('returns the same pages through a few levels as through all: %s', async (_, wanted) => {
    for (const logins of [['financeiro'], ['demo']] as DemoLogin[][]) {
      const within = await scopeOf(searched.archive, ...logins);
      const conditions = { ...EVERYTHING, ...wanted(scope) };
      // The first is looked for in one wide window, small ones in many.
      const all = (await searched.archive.search.page(within, conditions, 1, 5000)).map(({ id }) => id);
      for (const size of [1, 2, 3, 7]) {
        const paged: string[] = [];
        for (let page = 1; page <= Math.ceil(all.length / size) + 1; page++) {
          paged.push(...(await searched.archive.search.page(within, conditions, page, size)).map(({ id }) => id));
        }
        expect([size, paged]).toEqual([size, all]);
      }
      expect(all.length).toBeGreaterThan(0);
    }
  });

  it.each([
    ['whole', { exact: 'agua' }, ['agua']],
    ['by its beginning', { prefix: 'agua' }, ['agua', 'agua e luz']],
    ['not by a part of it', { exact: 'luz' }, ['luz']],
    ['with % as a letter', { exact: '%' }, ['%']],
    ['with _ as a letter', { prefix: 'a_' }, ['a_b']],
    ['by an empty beginning', { prefix: '' }, null],
    ['to the end of a long one', { exact: `${'longo '.repeat(40)}um` }, [`${'longo '.repeat(40)}um`]],
    ['not when the stored one goes on', { exact: `${'longo '.repeat(40)}` }, []],
  ])('matches a value %s', async (_, criterion, texts) => {
    const expected = described(
      (it) => it.nodeId === DEMO.invoices && !it.deleted && it.text !== null && (texts === null || (texts as string[]).includes(it.text)),
    );
    expect(await ids({ fields: [text(criterion)] })).toEqual(expected);
    if (texts === null || texts.length > 0) expect(expected).not.toEqual([]);
  });

  it('takes a label of which very many levels have a field of their own', async () => {
    const alternatives = (criterion: { exact: string } | { prefix: string }) => [
      ...Array.from({ length: 1200 }, (_, index) => ({ ...text(criterion)[0]!, fieldCode: 100_000 + index })),
      ...text(criterion),
    ];
    const [exact, prefix] = [alternatives({ exact: 'agua' }), alternatives({ prefix: 'agua' })];
    const expected = await ids({ fields: [text({ exact: 'agua' })] });
    expect(expected).not.toEqual([]);
    for (const fields of [[exact], [exact, prefix], [[...exact, ...prefix.slice(0, 1200)]]]) {
      expect(await ids({ fields })).toEqual(expected);
      expect(await searched.archive.search.count(scope, { fields })).toBe(expected.length);
    }
  });

  it('finds nothing without levels or without alternatives', async () => {
    expect(await ids({ nodeCodes: [] })).toEqual([]);
    expect(await ids({ fields: [[]] })).toEqual([]);
  });

  it('stays within the levels of the scope for any condition', async () => {
    const finance = await scopeOf(searched.archive, 'financeiro');
    const { structure } = scope.client;
    const records = structure.node(DEMO.records)!.code;
    const inFinance = described((it) => !it.deleted && it.nodeId !== DEMO.records);
    expect(await ids({}, finance)).toEqual(inFinance);
    expect(await ids({ nodeCodes: [records] }, finance)).toEqual([]);
    expect(await ids({ nodeCodes: [records] })).toEqual(described((it) => !it.deleted && it.nodeId === DEMO.records));
    const foreign = POPULATION.find((it) => it.nodeId === DEMO.otherLevel && !it.deleted)!;
    expect(await ids({ documentCode: searched.codeOf.get(foreign.id)! })).toEqual([]);
    expect(await searched.archive.search.count(finance, EVERYTHING)).toBe(inFinance.length);
  });

  it('returns the same results as a model for random conditions', async () => {
    let found = 0;
    const all = await scopeOf(archive, 'demo', 'outro');
    const states = [EVERYTHING, { ...EVERYTHING, status: 'deleted' as const }];
    const documents = (await Promise.all(states.map((it) => archive.search.page(all, it, 1, 1000)))).flat();
    const shown = new Map(documents.map((it) => [it.id, searched.inWords(all, it)]));
    const question = fc.record({
      wanted: describedConditions,
      logins: fc.constantFrom(...LOGINS),
      page: fc.constantFrom(1, 1, 2),
      size: fc.constantFrom(3, 500),
    });
    // What questions find is chance, and answers that are all empty would compare nothing.
    do
      await fc.assert(
        fc.asyncProperty(question, async ({ wanted, logins, page, size }) => {
          const within = await scopeOf(archive, ...logins);
          const asked = toConditions(wanted, all, searched.codeOf);
          const answered = await archive.search.page(within, asked, page, size);
          const expected = expectedIds(wanted, logins);
          expect(await archive.search.count(within, asked)).toBe(expected.length);
          const ofPage = expected.slice((page - 1) * size, page * size);
          expect(answered.map((it) => searched.inWords(within, it))).toEqual(ofPage.map((id) => shown.get(id)));
          found += answered.length;
        }),
        { numRuns: 80 },
      );
    while (found <= 20);
  });
});
