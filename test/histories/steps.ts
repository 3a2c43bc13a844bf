import * as fc from 'fast-check';
import { LEVEL_NAMES, LIST_NAMES, USERS } from './archive';

/** Numbers that pick one of what is there when the step's turn comes, so that any part of a history is a history, too. */
const pick = fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.nat({ max: 23 }) });
const few = (count: number) => fc.nat({ max: count - 1 });
/** A value, so many times as often as none. */
const maybe = <T>(value: fc.Arbitrary<T>, weight = 2): fc.Arbitrary<T | null> =>
  fc.oneof({ withCrossShrink: true }, { weight: 1, arbitrary: fc.constant(null) }, { weight, arbitrary: value });
const who = fc.oneof(
  { weight: 8, arbitrary: fc.constant(USERS[0]) },
  { weight: 4, arbitrary: fc.constant(USERS[1]) },
  { weight: 1, arbitrary: fc.constant(USERS[2]) },
  { weight: 2, arbitrary: fc.constant(USERS[3]) },
);
const level = fc.constantFrom(...LEVEL_NAMES);
const list = fc.constantFrom(...LIST_NAMES);
const rarely = fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });
const key = maybe(few(3), 1);

const file = fc.record({ content: few(4), name: few(3), lies: rarely, share: fc.boolean(), version: maybe(few(3), 1) });
const files = (minLength: number) => fc.array(file, { minLength, maxLength: 3 });
const entry = fc.record({ list: few(2), key: maybe(few(3), 12), name: maybe(few(2), 5) });
const values = fc.record({
  number: few(3),
  day: few(4),
  text: few(3),
  amount: maybe(few(2)),
  option: maybe(few(2)),
  impossible: rarely,
  entry: maybe(entry),
});
export type ValuePicks = typeof values extends fc.Arbitrary<infer T> ? T : never;
export type FilePick = typeof file extends fc.Arbitrary<infer T> ? T : never;

const create = fc.record({
  kind: fc.constant('create' as const),
  who,
  /** Where the user may file, unless he tries another level. */
  astray: rarely,
  level,
  version: fc.constantFrom('V1' as const, 'V2' as const, 'V3' as const),
  box: maybe(fc.constantFrom(5001, 5002, 5003, 4999), 1),
  values,
  omits: rarely,
  files: files(0),
  externalKey: maybe(fc.constantFrom(0, 0, 0, 1), 1),
  ifExists: fc.boolean(),
  key,
});

/** Something to begin with that nothing speaks against: most steps need a document with files. */
const first = create.chain((step) =>
  fc.record({ who: fc.constantFrom(USERS[0], USERS[1], USERS[3]), files: files(1) }).map(({ who: by, files: sent }): typeof step => ({
    ...step,
    who: by,
    box: null,
    astray: false,
    omits: false,
    values: { ...step.values, impossible: false, entry: null },
    files: sent.map((one) => ({ ...one, lies: false })),
  })),
);

const onDocument = [
  fc.record({
    kind: fc.constant('change' as const),
    who,
    document: pick,
    astray: rarely,
    fields: fc.uniqueArray(few(6), { minLength: 1, maxLength: 3 }),
    clears: rarely,
    values,
  }),
  fc.record({ kind: fc.constant('add' as const), who, document: pick, mayRepeat: fc.boolean(), files: files(1), key }),
  fc.record({ kind: fc.constant('remove file' as const), who, document: pick, file: pick }),
  fc.record({ kind: fc.constant('delete' as const), who, document: pick, astray: rarely, really: few(2) }),
  fc.record({
    kind: fc.constant('share' as const),
    who,
    document: pick,
    files: fc.array(pick, { maxLength: 2 }),
    deadline: maybe(few(3), 1),
  }),
  fc.record({ kind: fc.constant('unshare' as const), who, document: pick, files: fc.array(pick, { maxLength: 2 }) }),
] as const;
const cells = { name: maybe(few(2), 9), more: maybe(few(3), 1) };
const onList = [
  fc.record({ kind: fc.constant('add row' as const), who, list, row: maybe(few(3), 12), ...cells, idempotency: key }),
  fc.record({ kind: fc.constant('change row' as const), who, row: pick, other: rarely, key: maybe(few(3), 2), ...cells, empties: rarely }),
] as const;
const repeat = fc.record({ kind: fc.constant('repeat' as const), call: pick, altered: fc.boolean() });

const single = fc.oneof(
  { weight: 4, arbitrary: create },
  ...onDocument.map((arbitrary) => ({ weight: 2, arbitrary: arbitrary as fc.Arbitrary<Single> })),
  ...onList.map((arbitrary) => ({ weight: 2, arbitrary: arbitrary as fc.Arbitrary<Single> })),
  { weight: 2, arbitrary: repeat },
) as fc.Arbitrary<Single>;

type Of<T> = T extends fc.Arbitrary<infer Value> ? Value : never;
export type Single = Of<typeof create> | Of<(typeof onDocument)[number]> | Of<(typeof onList)[number]> | Of<typeof repeat>;
export type CreateStep = Extract<Single, { kind: 'create' }>;

/** Two calls at the same time: often the same call twice, which is where they meet. */
const together = fc.oneof(
  fc.tuple(single, single),
  single.map((step): [Single, Single] => [step, step]),
  fc.tuple(single, who).map(([step, other]): [Single, Single] => [step, 'who' in step ? { ...step, who: other } : step]),
);
export type Step = { kind: 'together'; steps: [Single, Single] } | Single;

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: single },
  { weight: 1, arbitrary: together.map((steps) => ({ kind: 'together' as const, steps })) },
);

const search = fc.record({
  who,
  level,
  text: maybe(few(3), 1),
  spelling: few(4),
  number: maybe(few(3), 1),
  day: maybe(few(4), 1),
  option: maybe(few(2), 1),
  entry: maybe(fc.record({ list: few(2), key: few(3), byName: fc.boolean() }), 1),
  box: maybe(fc.constantFrom(5001, 5002), 1),
  status: maybe(fc.constantFrom(2, 4, 6), 1),
  author: maybe(fc.constantFrom(...USERS), 1),
  externalKey: maybe(few(2), 1),
});
export type SearchPicks = Of<typeof search>;

export const history = fc.record({
  first,
  steps: fc.array(step, { minLength: 1, maxLength: 20, size: 'max' }),
  searches: fc.array(search, { minLength: 2, maxLength: 3 }),
  reader: fc.constantFrom(...USERS),
});
export type History = Of<typeof history>;
