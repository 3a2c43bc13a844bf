import fc from 'fast-check';
import { DOCUMENT_STATUS } from '#domain/documents/document';
import { conjunctsOf, type Filter, type Member, type Order, type Scalar, type Test } from '#domain/documents/filter';
import { compareScalars } from '#domain/documents/filter-tests';
import { readTextQuery, type TextWord } from '#domain/documents/text-query';
import { wordsOf } from '#domain/documents/words';
import { valueKey } from '#infrastructure/typeorm/value-key';
import { userId } from '../../builders/demo';
import { among, AMOUNTS, boxCodeOf, boxIdOf, boxTypeOf, crowd, KIND, keyOfAmount, LEVELS, nodes, NOTE, OLD, outerOf, TITLE, UNITS, type Described } from './search-crowd'; // prettier-ignore

/** What is asked about, and what a filter in memory finds of it. */
export const DOCUMENTS = 400;
export const FILED = crowd(DOCUMENTS);

const only = (name: Member, ...values: Scalar[]): Filter => ({ member: name, test: { among: values } });
const between = (name: Member, from: Scalar, until: Scalar): Filter => ({ member: name, test: { within: [{ from, until }] } });
const filled = (name: Member): Filter => ({ member: name, test: { filled: true } });
export const ofField = (fieldCode: number, test: Test): Filter => ({ fields: [{ fieldCode, test }] });
const creatorOf = ({ isMine }: Described) => userId(isMine ? 'demo' : 'financeiro');
const statusOf = ({ status }: Described) => DOCUMENT_STATUS[status];

/** Conditions that the document meets, of each member and field: such that few others meet, and such that many do. */
export const conditionsOf = (it: Described): Filter[] => [
  only('code', it.code, 3, 77),
  between('code', Math.max(0, it.code - 50), it.code),
  between('created', it.code - 5, it.code + 100),
  between('created', 0, it.code),
  only('status', statusOf(it)),
  only('status', statusOf(it), DOCUMENT_STATUS.deleted),
  only('creator', creatorOf(it)),
  only('creator', creatorOf(it), userId('outro')),
  only('unit', UNITS[it.unit]),
  only('level', ...nodes([it.level])),
  only('level', ...nodes([...among(OLD, LEVELS), it.level])),
  between('files', it.files, 2),
  ...(it.dueDay ? [only('due', it.dueDay), filled('due'), between('due', '2030-01-01', it.dueDay)] : []),
  ...(it.externalKey ? [only('externalKey', it.externalKey), filled('externalKey')] : []),
  ...(it.box === null || it.isOther
    ? []
    : [
        only('box', boxIdOf(it.box)),
        only('box', ...among(0, 6).map(boxIdOf), boxIdOf(it.box)),
        only('box', boxCodeOf(outerOf(it.box))),
        only('boxType', boxTypeOf(it.box)),
        filled('box'),
      ]),
  ...[...it.values].flatMap(([field, key]) => [
    ofField(field, { among: [key] }),
    ofField(field, { prefix: key.slice(0, field === TITLE ? 16 : 3) }),
    ofField(field, { prefix: '' }),
  ]),
];

const ofSome = fc.constantFrom(...FILED).chain((it) => fc.constantFrom(...conditionsOf(it)));
const none = fc.constantFrom(only('externalKey', 'nf-3'), only('box', 'none'), only('box'), only('unit'), ofField(KIND, { among: ['luz'] }), { fields: [] }); // prettier-ignore

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
  fc.constantFrom('silva', 'agua ', 'longo longo', 'a_', '%', 'x').map((prefix) => ({ prefix })),
  fc.constantFrom('agua', 'outra', '📎').map((from) => ({ within: [{ from }] })),
);
const ofFields = (codes: readonly number[], tests: fc.Arbitrary<Test>) =>
  tests.map((test): Filter => ({ fields: codes.map((fieldCode) => ({ fieldCode, test })) }));
const leaf = fc.oneof(
  { weight: 4, arbitrary: ofFields(AMOUNTS, amountTest) },
  { weight: 1, arbitrary: ofFields(AMOUNTS.slice(0, 1), amountTest) },
  { weight: 2, arbitrary: ofFields([NOTE], noteTest) },
  { weight: 1, arbitrary: ofFields([TITLE], fc.constantFrom({ words: ['nota', '0001'] }, { words: ['00'] })) },
  { weight: 10, arbitrary: ofSome },
  { weight: 1, arbitrary: none },
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
/** As 4.4 asks: conditions on members and values that some document meets, each of a value of one field or another. */
const joined = fc.constantFrom(...FILED).chain((it) => {
  const either = fc.tuple(fc.constantFrom(...conditionsOf(it)), ofSome).map(([one, other]) =>
    'fields' in one && 'fields' in other ? { fields: [...one.fields, ...other.fields] } : one,
  ); // prettier-ignore
  const ofKey = it.externalKey === null ? [] : [only('externalKey', it.externalKey)];
  const ofState = it.isDeleted ? [only('status', DOCUMENT_STATUS.deleted), ...ofKey] : [];
  return fc.array(either, { maxLength: 4 }).map((all) => [...ofState, ...all]);
});
const levels = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 2, arbitrary: fc.constantFrom(among(0, 9), [2], [0, OLD], among(OLD, LEVELS), among(0, LEVELS), []) },
);

export const question = fc.record({
  who: fc.nat(6),
  filter: fc.oneof(filter, fc.array(filter, { maxLength: 4 }).map((all): Filter => ({ all })), joined.map((all) => ({ all }))), // prettier-ignore
  order: fc.record({
    by: fc.constantFrom<Order['by'][]>('code', 'created', 'due', AMOUNTS, AMOUNTS, AMOUNTS.slice(1), [NOTE]),
    descending: fc.boolean(),
  }),
  levels,
  text: fc.option(
    fc.record({
      asked: fc.constantFrom(
        'contrato',
        'rescisao',
        'contrat*',
        'contrato rescisao',
        'de -aditivo',
        'contrat* -de -locacao',
        'raro77',
        'nada',
      ),
      reader: fc.nat(4),
    }),
    { nil: undefined },
  ),
  size: fc.constantFrom(1, 7, 50, 500),
});

export const numberedQuestion = fc.record({
  who: fc.nat(6),
  filter: joined.map((all): Filter => ({ all })),
  levels,
  page: fc.constantFrom(1, 1, 2, 7, 40),
  size: fc.constantFrom(1, 3, 50, 500),
});

const [amountOf] = AMOUNTS;
const keys = FILED.flatMap((it) => it.values.get(amountOf) ?? []);
/** Found by chance: two tests of the one field, where the order is by as many fields. */
export const testedTwice = {
  who: 0,
  filter: { all: [{ fields: [keys[0], keys.at(-1)].map((key) => ({ fieldCode: amountOf, test: { among: [key as string] } })) }] },
  order: { by: AMOUNTS, descending: false },
  levels: undefined,
  text: undefined,
  size: 50 as const,
};

/** What a test says of a value, without any SQL. */
function holds(test: Test, value: Scalar | null): boolean {
  if (value === null) return false;
  if ('among' in test) return test.among.includes(value);
  if ('prefix' in test) return String(value).startsWith(test.prefix);
  if ('words' in test) return test.words.every((word) => wordsOf(String(value)).some((each) => each.startsWith(word)));
  if ('filled' in test) return true;
  return test.within.some(
    ({ from, above, until, below }) =>
      (from === undefined || compareScalars(value, from) >= 0) &&
      (above === undefined || compareScalars(value, above) > 0) &&
      (until === undefined || compareScalars(value, until) <= 0) &&
      (below === undefined || compareScalars(value, below) < 0),
  );
}

const memberOf = (it: Described): Record<Exclude<Member, 'box'>, Scalar | null> => ({
  code: it.code,
  created: it.code,
  due: it.dueDay,
  status: statusOf(it),
  creator: creatorOf(it),
  unit: UNITS[it.unit],
  level: nodes([it.level])[0]!,
  files: it.files,
  boxType: it.box === null ? null : boxTypeOf(it.box),
  externalKey: it.externalKey,
});

const keyOfField = (it: Described, fieldCode: number): Scalar | null => (it.isOther ? null : (it.values.get(fieldCode) ?? null));

export function meets(it: Described, asked: Filter): boolean {
  if ('all' in asked) return asked.all.every((each) => meets(it, each));
  if ('any' in asked) return asked.any.some((each) => meets(it, each));
  if ('not' in asked) return !meets(it, asked.not);
  if ('fields' in asked) return asked.fields.some(({ fieldCode, test }) => holds(test, keyOfField(it, fieldCode)));
  if (asked.member !== 'box') return holds(asked.test, memberOf(it)[asked.member]);
  // The id of a box, its code, or that of the box around it.
  const { box } = it;
  return box !== null && [boxIdOf(box), boxCodeOf(box), boxCodeOf(outerOf(box))].some((each) => holds(asked.test, each));
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
    return by.every((code) => each.fields.some(({ fieldCode }) => fieldCode === code)) ? [each.fields] : [];
  });
  const meetsAll = (fieldCode: number, key: Scalar) =>
    tests.every((fields) => fields.some((each) => each.fieldCode === fieldCode && holds(each.test, key)));
  const keys = by.map((fieldCode) => [fieldCode, keyOfField(it, fieldCode)] as const);
  const [, first = null] = keys.find(([fieldCode, key]) => key !== null && meetsAll(fieldCode, key)) ?? [];
  // Long texts are ordered by their first letters.
  return typeof first === 'string' ? valueKey(first) : first;
}

/** The codes of the documents, in the order that is asked for. */
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
