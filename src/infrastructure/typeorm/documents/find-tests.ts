import type { FieldTest, Filter, Member, Range, Scalar, States, Test } from '#domain/documents/filter';
import { idsBytes } from '../id-bytes';
import { isOneOf, type Condition } from '../scope-condition';
import { places, type Parameter } from '../sql';
import { prefixBounds, valueKey } from '../value-key';
import { hasWords, ofField } from './word-rows';

/** Written statements: parts of the typed search (ADR 0039). */
const condition = (sql: string, ...parameters: Parameter[]): Condition => ({ sql, parameters });

export const ALWAYS = condition('1 = 1');
const NEVER = condition('1 = 0');

function joined(conditions: readonly Condition[], word: 'AND' | 'OR', none: Condition): Condition {
  const [only, ...others] = conditions;
  if (!only) return none;
  if (others.length === 0) return only;
  return {
    sql: `(${conditions.map(({ sql }) => sql).join(` ${word} `)})`,
    parameters: conditions.flatMap(({ parameters }) => parameters),
  };
}

export const allOf = (conditions: readonly Condition[]): Condition => joined(conditions, 'AND', ALWAYS);
export const anyOf = (conditions: readonly Condition[]): Condition => joined(conditions, 'OR', NEVER);

const keyOf = (value: Scalar): Scalar => (typeof value === 'string' ? valueKey(value) : value);

function inRange({ from, above, until, below }: Range, column: string): Condition {
  const ends = [['>=', from], ['>', above], ['<=', until], ['<', below]] as const; // prettier-ignore
  const given = ends.flatMap(([sign, end]) => (end === undefined ? [] : [condition(`${column} ${sign} ?`, keyOf(end))]));
  return allOf(given);
}

/** The test of a value that is there. */
export function testIn(test: Test, column: string): Condition {
  if ('among' in test) return test.among.length === 0 ? NEVER : condition(isOneOf(column, test.among), ...test.among.map(keyOf));
  if ('within' in test) return anyOf(test.within.map((range) => inRange(range, column)));
  if ('prefix' in test) return condition(`${column} BETWEEN ? AND ?`, ...prefixBounds(test.prefix));
  return ALWAYS;
}

/** Of each field the words that a value must have; null: the test is another. They are in rows of their own (ADR 41). */
export const wordsIn = ({ fieldCodes, test }: { fieldCodes: readonly number[]; test: Test }) =>
  'words' in test ? fieldCodes.map((code) => test.words.map((word) => ({ word: `${ofField(code)}${word}`, isBeginning: true }))) : null;

/** The codes under which the values of documents in these states are found. */
export function codesIn(states: States, fieldCodes: readonly number[]): number[] {
  if (states === 'live') return [...fieldCodes];
  const negative = fieldCodes.map((code) => -code);
  return states === 'deleted' ? negative : [...fieldCodes, ...negative];
}

/** Fields with one test together. */
export function byTest(tests: readonly FieldTest[]): { test: Test; fieldCodes: number[] }[] {
  const groups = new Map<string, { test: Test; fieldCodes: number[] }>();
  for (const { fieldCode, test } of tests) {
    const key = JSON.stringify(test);
    const group = groups.get(key) ?? { test, fieldCodes: [] };
    group.fieldCodes.push(fieldCode);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const COLUMNS: Record<Exclude<Member, 'box' | 'boxType'>, string> = {
  code: 'd.code',
  created: 'd.created_at',
  due: 'd.due_day',
  status: 'd.status',
  creator: 'd.created_by',
  unit: 'd.unit_id',
  externalKey: 'd.external_key',
  files: 'd.file_count',
  level: 'd.node_code',
};

/** The condition on a member of the document `d`; without a value it is not met, rather than unknown. */
export function memberTest(member: Member, test: Test, clientId: string): Condition {
  if (member === 'box' || member === 'boxType') return boxTest(member, test, clientId);
  const column = COLUMNS[member];
  if ('filled' in test) return condition(`${column} IS NOT NULL`);
  const isOfIds = member === 'creator' || member === 'unit';
  return allOf([condition(`${column} IS NOT NULL`), isOfIds ? idsIn(test, column) : testIn(test, column)]);
}

/** Ids have no order: nothing else is asked of them. */
function idsIn(test: Test, column: string): Condition {
  if (!('among' in test) || test.among.length === 0) return NEVER;
  return condition(isOneOf(column, test.among), ...idsBytes(test.among.map(String)));
}

function boxTest(member: 'box' | 'boxType', test: Test, clientId: string): Condition {
  if (!('among' in test)) return condition('d.box_id IS NOT NULL');
  const values = places(test.among);
  // A box holds what its sub-boxes hold.
  const which = member === 'box' ? `b.code IN (${values}) OR b.parent_id IN (SELECT o.id FROM box o WHERE o.client_id = ? AND o.code IN (${values}))` : `b.type_id IN (${values})`; // prettier-ignore
  const parameters = member === 'box' ? [...test.among, clientId, ...test.among] : test.among;
  return condition(
    `(d.box_id IS NOT NULL AND d.box_id IN (SELECT b.id FROM box b WHERE b.client_id = ? AND (${which})))`,
    clientId,
    ...parameters,
  );
}

/** Whether rows of `document` are needed to check the filter. */
export function needsDocument(filter: Filter): boolean {
  if ('all' in filter) return filter.all.some(needsDocument);
  if ('any' in filter) return filter.any.some(needsDocument);
  return 'not' in filter ? needsDocument(filter.not) : 'member' in filter;
}

/** Makes the condition on one document: its code stands in a column, its row in `d` where that is needed. */
export class Checks {
  constructor(
    private readonly code: string,
    private readonly about: { clientId: string; states: States },
  ) {}

  of(filter: Filter): Condition {
    if ('all' in filter) return allOf(filter.all.map((each) => this.of(each)));
    if ('any' in filter) return anyOf(filter.any.map((each) => this.of(each)));
    if ('not' in filter) return notOf(this.of(filter.not));
    return 'fields' in filter ? this.ofFields(filter.fields) : memberTest(filter.member, filter.test, this.about.clientId);
  }

  ofFields(tests: readonly FieldTest[]): Condition {
    const { states } = this.about;
    const groups = byTest(tests);
    const words = groups.flatMap((group) => wordsIn(group) ?? []);
    const any = groups
      .filter((group) => wordsIn(group) === null)
      .map(({ test, fieldCodes }) => allOf([hasCode(codesIn(states, fieldCodes)), testIn(test, 'e.value_key')]));
    return anyOf([
      ...(any.length > 0 ? [hasValue(this.code, anyOf(any))] : []),
      ...(words.length > 0 ? [hasWords('document_words', words, this.code)] : []),
    ]);
  }

  /** Whether a value of one of these fields, each within its bounds, comes before that of the field in the column. */
  hasEarlier(fieldColumn: string, bounds: ReadonlyMap<number, readonly Test[]>): Condition {
    const { states } = this.about;
    const any = [...bounds].map(([fieldCode, tests]) =>
      allOf([hasCode(codesIn(states, [fieldCode])), ...tests.map((test) => testIn(test, 'e.value_key'))]),
    );
    return hasValue(this.code, allOf([condition(`ABS(e.field_code) < ABS(${fieldColumn})`), anyOf(any)]));
  }
}

const hasCode = (codes: readonly number[]) => condition(isOneOf('e.field_code', codes), ...codes);

/** Counted: SQLite 3.53 makes a join of EXISTS, and with OR finds a document more than once. */
const hasValue = (code: string, { sql, parameters }: Condition): Condition => ({
  sql: `(SELECT COUNT(*) FROM document_value e WHERE e.document_code = ${code} AND ${sql}) > 0`,
  parameters,
});

export const notOf = ({ sql, parameters }: Condition): Condition => ({ sql: `NOT (${sql})`, parameters });
