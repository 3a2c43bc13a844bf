import fc from 'fast-check';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import { conjunctsOf, type Filter, type Member, type Order, type Scalar, type Test } from '#domain/documents/filter';
import { compareScalars } from '#domain/documents/filter-tests';
import { readTextQuery, type TextWord } from '#domain/documents/text-query';
import { wordsOf } from '#domain/documents/words';
import { userId } from '../../builders/demo';
import { AMOUNTS, holds, keyOfAmount, NOTE, type Described } from './find-crowd';
import { among, DUE_DAYS, LEVELS, nodes, OLD, UNITS } from './level-crowd';

/** How many documents are asked about. */
export const DOCUMENTS = 400;
/** Stands for a field whose code each archive assigns. */
export const KIND = -1;

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
export const question = fc.record({
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

const points = <T extends Scalar>(name: Member, ...values: T[]) => fc.constantFrom(...values).map((value): Filter => ({ member: name, test: { among: [value] } })); // prettier-ignore
const whole = (fieldCode: number, ...keys: string[]) => fc.constantFrom(...keys).map((key) => ({ fieldCode, test: { among: [key] } }));
const beginning = (fieldCode: number, ...texts: string[]) => fc.constantFrom(...texts).map((prefix) => ({ fieldCode, test: { prefix } }));
const criterion = fc.oneof(
  { weight: 3, arbitrary: fc.oneof(whole(KIND, 'kind 0', 'kind 1', 'none'), whole(NOTE, 'agua', 'construtora', '📎 silva'), whole(AMOUNTS[0], keyOfAmount(0), keyOfAmount(4))) },
  { weight: 1, arbitrary: fc.oneof(beginning(KIND, '', 'kin', 'kind 1'), beginning(NOTE, '', 'sil', 'agua ', 'x')) },
); // prettier-ignore
/** What 4.4 can ask: each condition at most once, values alone or as alternatives. */
const PLAIN = {
  status: points('status', DOCUMENT_STATUS.lent, DOCUMENT_STATUS.electronic, DOCUMENT_STATUS.deleted),
  creator: points('creator', userId('demo'), userId('financeiro')),
  unit: points('unit', ...Object.values(UNITS)),
  due: points('due', ...DUE_DAYS),
  code: points('code', 3, 77, 210),
  created: between(DOCUMENTS).map((test): Filter => ({ member: 'created', test })),
};
const rarely = (some: fc.Arbitrary<Filter>) =>
  fc.oneof({ weight: 5, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: some.map((one) => [one]) });
export const plainQuestion = fc.record({
  who: fc.nat(5),
  filter: fc
    .tuple(
      fc.tuple(...Object.values(PLAIN).map(rarely)),
      fc.array(fc.array(criterion, { minLength: 1, maxLength: 2 }).map((fields): Filter => ({ fields })), { maxLength: 3 }),
    )
    .map(([members, fields]): Filter => ({ all: [...members.flat(), ...fields] })),
  levels: fc.oneof({ weight: 2, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.constantFrom([3], [0, OLD], among(OLD, LEVELS), among(0, LEVELS), []) }),
  page: fc.constantFrom(1, 1, 2, 7, 40),
  size: fc.constantFrom(1, 3, 50, 500),
}); // prettier-ignore

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

export function meets(it: Described, asked: Filter): boolean {
  if ('all' in asked) return asked.all.every((each) => meets(it, each));
  if ('any' in asked) return asked.any.some((each) => meets(it, each));
  if ('not' in asked) return !meets(it, asked.not);
  if ('fields' in asked) return asked.fields.some(({ fieldCode, test }) => holds(test, keyOfField(it, fieldCode)));
  return holds(asked.test, memberOf(it)[asked.member]);
}

export function hasText({ text }: Described, asked: string): boolean {
  const words = wordsOf(text ?? '');
  const has = ({ word, isBeginning }: TextWord) => words.some((each) => (isBeginning ? each.startsWith(word) : each === word));
  return wordsAsked(asked).every((each) => has(each) !== each.isUnwanted);
}

export const wordsAsked = (asked: string) => readTextQuery(asked) as readonly TextWord[];

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

export function sorted(all: readonly Described[], order: Order, asked: Filter): number[] {
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
