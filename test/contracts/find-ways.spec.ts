import fc from 'fast-check';
import { TextTooFrequent, type Position, type Wanted } from '#application/ports/document-finder';
import type { Scope } from '#domain/access/scope';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import { conjunctsOf, statesOf, type Filter, type Member, type Order, type Scalar, type Test } from '#domain/documents/filter';
import { compareScalars } from '#domain/documents/filter-tests';
import { readTextQuery, type TextWord } from '#domain/documents/text-query';
import { wordsOf } from '#domain/documents/words';
import { FIND_LIMITS, type FindLimits } from '#infrastructure/typeorm/documents/find-ways';
import { TypeOrmDocumentFinder } from '#infrastructure/typeorm/documents/typeorm-document-finder';
import { TypeOrmTextIndex } from '#infrastructure/typeorm/documents/typeorm-text-index';
import type { Sql } from '#infrastructure/typeorm/sql';
import { userId } from '../builders/demo';
import { addFindCrowd, AMOUNTS, findCrowd, holds, keyOfAmount, NOTE, type Described } from './support/find-crowd';
import { onEveryDatabase } from './support/implementations';
import { addLevelCrowd, among, askingOf, DUE_DAYS, LEVELS, nodes, OLD, UNITS, type Asking } from './support/level-crowd';
import { report } from './support/report';
import type { Archive } from './support/typeorm-archive';

const DOCUMENTS = 400;
const RUNS = 40;
const MOST_CALLS = 2000;
const KIND = -1;

/** Each finds every answer; together they meet every way. */
const WAYS: Record<string, Partial<FindLimits>> = {
  'as in life': {},
  'by few documents alone': { few: 1_000_000, firstPerWanted: 0 },
  'along the order alone': { few: 0, fewOfText: 0, levelsTogether: 0, block: 40, blocks: 4, blocksOfText: 50 },
  'level by level': { few: 0, fewOfText: 0, levelsTogether: 1000, firstPerWanted: 0, block: 9, blocks: 9, blocksOfText: 200 },
  'by words of files first': { few: 0, firstPerWanted: 0 },
  'with narrow limits': {
    few: 3,
    fewOfText: 70,
    blocksOfText: 500,
    firstPerWanted: 1,
    block: 3,
    wider: 3,
    blocks: 4,
    blocksCounted: 3,
    levelsTogether: 20,
  },
};

/** Finds as that of the database does, but its rows cannot be joined. */
class Elsewhere extends TypeOrmTextIndex {
  override readonly isInDatabase = false;
}

class Finder extends TypeOrmDocumentFinder {
  protected override readonly limits: FindLimits;
  constructor(sql: Sql, limits: Partial<FindLimits>, isInDatabase = true) {
    super(sql, isInDatabase ? new TypeOrmTextIndex(sql) : new Elsewhere(sql));
    this.limits = { ...FIND_LIMITS, ...limits };
  }
}

const amount = fc.integer({ min: -9, max: 17 }).map((double) => double / 2);
const range = fc.oneof(
  fc.tuple(fc.constantFrom('from', 'above', 'until', 'below'), amount).map(([end, at]) => ({ [end]: keyOfAmount(at) })),
  fc.tuple(amount, amount).map(([from, until]) => ({ from: keyOfAmount(from), until: keyOfAmount(until) })),
);
const amountTest: fc.Arbitrary<Test> = fc.oneof(
  { weight: 3, arbitrary: range.map((within) => ({ within: [within] })) },
  { weight: 1, arbitrary: fc.array(amount, { minLength: 1, maxLength: 3 }).map((all) => ({ among: all.map(keyOfAmount) })) },
  { weight: 1, arbitrary: fc.constant({ filled: true } as const) },
);
const noteTest: fc.Arbitrary<Test> = fc.oneof(
  fc.constantFrom(['silva'], ['constr', 'silva'], ['lu'], ['longo'], ['ilva']).map((words) => ({ words })),
  fc.constantFrom('silva', 'agua ', 'longo longo', 'x').map((prefix) => ({ prefix })),
  fc.constantFrom('agua', 'construtora').map((key) => ({ among: [key] })),
  fc.constantFrom('agua', 'outra', '📎').map((from) => ({ within: [{ from }] })),
);
const ofFields = (codes: readonly number[], tests: fc.Arbitrary<Test>): fc.Arbitrary<Filter> =>
  tests.map((test) => ({ fields: codes.map((fieldCode) => ({ fieldCode, test })) }));
const member = (name: Member, tests: fc.Arbitrary<Test>): fc.Arbitrary<Filter> => tests.map((test) => ({ member: name, test }));
const oneOf = (...values: Scalar[]) => fc.subarray(values, { minLength: 1 }).map((all) => ({ among: all }));
const between = (most: number) => fc.tuple(fc.nat(most), fc.nat(most)).map(([from, until]) => ({ within: [{ from, until }] }));
const leaf = fc.oneof(
  { weight: 4, arbitrary: ofFields(AMOUNTS, amountTest) },
  { weight: 1, arbitrary: ofFields(AMOUNTS.slice(0, 1), amountTest) },
  { weight: 2, arbitrary: ofFields([NOTE], noteTest) },
  { weight: 1, arbitrary: ofFields([KIND], oneOf('kind 0', 'kind 1')) },
  { weight: 1, arbitrary: member('code', fc.oneof(between(DOCUMENTS), oneOf(3, 77, 210))) },
  { weight: 1, arbitrary: member('created', between(DOCUMENTS)) },
  { weight: 1, arbitrary: member('due', fc.oneof(oneOf(...DUE_DAYS), fc.constant({ filled: true } as const))) },
  { weight: 2, arbitrary: member('status', oneOf(...Object.values(DOCUMENT_STATUS))) },
  { weight: 1, arbitrary: member('creator', oneOf(userId('demo'), userId('financeiro'))) },
  { weight: 1, arbitrary: member('unit', oneOf(...Object.values(UNITS))) },
  {
    weight: 1,
    arbitrary: member(
      'level',
      fc.constantFrom(among(OLD, LEVELS), [0, 1, OLD], [3]).map((all) => ({ among: nodes(all) })),
    ),
  },
  { weight: 1, arbitrary: member('box', fc.constantFrom({ filled: true } as const, { among: [5001] })) },
  { weight: 1, arbitrary: member('boxType', oneOf('none')) },
  { weight: 1, arbitrary: member('externalKey', oneOf('none')) },
  { weight: 1, arbitrary: member('files', between(2)) },
);
const { filter } = fc.letrec<{ filter: Filter }>((tie) => {
  const several = fc.array(tie('filter'), { maxLength: 3 });
  return {
    filter: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      leaf,
      several.map((all) => ({ all })),
      several.map((any) => ({ any })),
      tie('filter').map((not) => ({ not })),
    ),
  };
});
const question = fc.record({
  who: fc.nat(4),
  filter: fc.oneof(filter, fc.array(filter, { maxLength: 4 }).map((all): Filter => ({ all }))), // prettier-ignore
  order: fc.record({
    by: fc.constantFrom<Order['by'][]>('code', 'created', 'due', AMOUNTS, AMOUNTS, AMOUNTS.slice(1), [NOTE]),
    descending: fc.boolean(),
  }),
  levels: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom(among(0, 9), [2], []) }),
  text: fc.option(
    fc.record({
      asked: fc.constantFrom('contrato', 'rescisao', 'contrat*', 'contrato rescisao', 'de -aditivo', 'contrat* -de -locacao', 'nada'),
      reader: fc.nat(4),
    }),
    { nil: undefined },
  ),
  size: fc.constantFrom(1, 7, 50, 500),
});

const keyOfField = (it: Described, fieldCode: number): Scalar | null => {
  if (it.isOther) return null;
  if (fieldCode === KIND) return it.kind;
  if (fieldCode === NOTE) return it.note;
  const own = it.amounts[AMOUNTS.indexOf(fieldCode as never)];
  return own == null ? null : keyOfAmount(own);
};

const memberOf = (it: Described): Record<Member, Scalar | null> => ({
  code: it.code,
  created: it.code,
  due: it.dueDay,
  status: DOCUMENT_STATUS[it.isDeleted ? 'deleted' : it.isLent ? 'lent' : 'electronic'],
  creator: userId(it.isMine ? 'demo' : 'financeiro'),
  unit: UNITS[it.unit],
  level: nodes([it.level])[0]!,
  files: 0,
  box: null,
  boxType: null,
  externalKey: null,
});

function meets(it: Described, asked: Filter): boolean {
  if ('all' in asked) return asked.all.every((each) => meets(it, each));
  if ('any' in asked) return asked.any.some((each) => meets(it, each));
  if ('not' in asked) return !meets(it, asked.not);
  if ('fields' in asked) return asked.fields.some(({ fieldCode, test }) => holds(test, keyOfField(it, fieldCode)));
  return holds(asked.test, memberOf(it)[asked.member]);
}

function hasText({ text }: Described, asked: string): boolean {
  const words = wordsOf(text ?? '');
  const has = ({ word, isBeginning }: TextWord) => words.some((each) => (isBeginning ? each.startsWith(word) : each === word));
  return wordsAsked(asked).every((each) => has(each) !== each.isUnwanted);
}

const wordsAsked = (asked: string) => readTextQuery(asked) as readonly TextWord[];

/** The value by which the document stands: of several fields that of the first that meets what is asked of all of them. */
function keyIn(it: Described, { by }: Order, asked: Filter): Scalar | null {
  if (by === 'code') return null;
  if (typeof by === 'string') return memberOf(it)[by];
  const tests = conjunctsOf(asked).flatMap((each) => {
    if (!('fields' in each) || each.fields.length !== by.length || each.fields.some(({ test }) => 'words' in test)) return [];
    return each.fields.every(({ fieldCode }) => by.includes(fieldCode)) ? [each.fields[0]!.test] : [];
  });
  const keys = by.map((fieldCode) => keyOfField(it, fieldCode));
  const [first = null] = keys.filter((key) => key !== null && tests.every((test) => holds(test, key)));
  return typeof first === 'string' && by.includes(NOTE) ? [...first].slice(0, 150).join('') : first;
}

function sorted(all: readonly Described[], order: Order, asked: Filter): number[] {
  const keyed = all.map((it) => ({ code: it.code, key: keyIn(it, order, asked) }));
  const way = order.descending ? -1 : 1;
  const isLast = (key: Scalar | null) => key === null && order.by !== 'code';
  return keyed
    .sort((a, b) => {
      if (isLast(a.key) || isLast(b.key)) return isLast(a.key) && isLast(b.key) ? b.code - a.code : isLast(a.key) ? 1 : -1;
      return way * ((a.key === null || b.key === null ? 0 : compareScalars(a.key, b.key)) || a.code - b.code);
    })
    .map(({ code }) => code);
}

const inStates = ({ isDeleted }: Described, states: Wanted['states']) => states === 'both' || isDeleted === (states === 'deleted');

onEveryDatabase('typed searches', (implementation, open) => {
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

    async function pages(finder: Finder, scope: Scope, wanted: Wanted, size: number, from: Position | null = null): Promise<number[]> {
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
      await fc.assert(
        fc.asyncProperty(question, async ({ who: index, filter: asked, order, levels, text, size }) => {
          const { who, scope, reaches } = asking[index]!;
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
          const wanted: Wanted = {
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
      expect(found).toBeGreaterThan(RUNS);
    });

    it('go on within what may still be seen when rights are withdrawn between two pages', async () => {
      const order: Order = { by: AMOUNTS, descending: false };
      const wanted: Wanted = { filter: { all: [] }, states: 'live', order };
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
      const entries = async () => {
        const rows = await archive.sql.rows<{ Variable_name: string; Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'");
        return rows.filter(({ Variable_name: name }) => !name.includes('rnd')).reduce((sum, { Value }) => sum + Number(Value), 0);
      };
      const finder = new Finder(archive.sql, {});
      const read = await archive.unitOfWork.run(async () => {
        // The first time on a connection the descriptions of the tables are read, too.
        const { documents, next } = await finder.page(scope, wanted, 3, null);
        expect(documents).toHaveLength(3);
        const before = await entries();
        await finder.page(scope, wanted, 3, next);
        return (await entries()) - before;
      });
      report(implementation, `${JSON.stringify(order)}: ${read} entries`);
      expect(read).toBeLessThan(0.6 * DOCUMENTS);
    });

    it('refuse words of very many files, unless the page is full before or another condition is rare', async () => {
      const [{ scope }] = asking as [Asking];
      const order: Order = { by: AMOUNTS, descending: true };
      const wanted: Wanted = { filter: { all: [] }, states: 'live', order, text: textOf('contrato', 0) };
      const limits = { few: 5, fewOfText: 20, firstPerWanted: 1, block: 3, blocksOfText: 2 };
      for (const finder of [new Finder(archive.sql, limits), new Finder(archive.sql, { few: 20 }, false)])
        await expect(finder.page(scope, wanted, 50, null)).rejects.toThrow(TextTooFrequent);
      const finder = new Finder(archive.sql, limits);
      expect((await finder.page(scope, { ...wanted, order: { by: 'code', descending: true } }, 1, null)).documents).toHaveLength(1);
      const codes = filed.filter((it) => !it.isOther && !it.isDeleted && hasText(it, 'contrato')).slice(0, 3).map(({ code }) => code); // prettier-ignore
      const rare: Filter = { member: 'code', test: { among: codes } };
      expect(await pages(finder, scope, { ...wanted, filter: rare }, 50)).toHaveLength(codes.length);
      expect(await finder.count(scope, wanted, 300)).toEqual({ value: expect.any(Number), isExact: false });
    });

    it('meet every way with narrow limits', async () => {
      const finder = new Finder(archive.sql, WAYS['with narrow limits']!);
      const ways = { few: 0, levels: 0, walk: 0 };
      const rows = jest.spyOn(archive.sql, 'rows');
      for (const { who, filter: asked, order, size } of fc.sample(question, { numRuns: 60, seed: 3 })) {
        rows.mockClear();
        await finder.page(asking[who]!.scope, { filter: here(asked), states: statesOf(asked), order }, size, null);
        const statements = rows.mock.calls.map(([sql]) => sql);
        if (statements.some((sql) => sql.includes('SELECT DISTINCT p.code'))) ways.few++;
        else if (statements.some((sql) => sql.includes('WITH w AS') && sql.includes('node_code = ?'))) ways.levels++;
        else ways.walk++;
      }
      rows.mockRestore();
      report(implementation, JSON.stringify(ways));
      for (const times of Object.values(ways)) expect(times).toBeGreaterThan(0);
    });
  });
});
