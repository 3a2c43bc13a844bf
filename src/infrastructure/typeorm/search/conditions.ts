import type { AskedWord } from '#application/ports/text-index';
import type { FieldTest, Filter, Member, Range, Scalar, States, Test } from '#domain/documents/filter';
import { hasWords, ofField } from '../documents/word-rows';
import { idBytes, idsBytes } from '../id-bytes';
import { isOneOf, type Condition } from '../scope-condition';
import { places, type Parameter } from '../sql';
import { prefixBounds, valueKey } from '../value-key';

/** Raw SQL: parts of the search. */
export const condition = (sql: string, ...parameters: Parameter[]): Condition => ({ sql, parameters });

const ALWAYS = condition('1 = 1');
const NEVER = condition('1 = 0');

function joined(conditions: readonly Condition[], word: 'AND' | 'OR', none: Condition): Condition {
  const [only, ...others] = conditions;
  if (!only) return none;
  if (others.length === 0) return only;
  return condition(`(${conditions.map(({ sql }) => sql).join(` ${word} `)})`, ...conditions.flatMap(({ parameters }) => parameters));
}

export const allOf = (conditions: readonly Condition[]): Condition => joined(conditions, 'AND', ALWAYS);
export const anyOf = (conditions: readonly Condition[]): Condition => joined(conditions, 'OR', NEVER);
export const notOf = ({ sql, parameters }: Condition): Condition => ({ sql: `NOT (${sql})`, parameters });
export const oneOf = (column: string, values: readonly Parameter[]): Condition =>
  values.length === 0 ? NEVER : condition(isOneOf(column, values), ...values);

const keyOf = (value: Scalar): Scalar => (typeof value === 'string' ? valueKey(value) : value);

function inRange({ from, above, until, below }: Range, column: string): Condition {
  const ends = [['>=', from], ['>', above], ['<=', until], ['<', below]] as const; // prettier-ignore
  return allOf(ends.flatMap(([sign, end]) => (end === undefined ? [] : [condition(`${column} ${sign} ?`, keyOf(end))])));
}

/** The test of a value that is there. */
export function testIn(test: Test, column: string): Condition {
  if ('among' in test) return oneOf(column, test.among.map(keyOf));
  if ('within' in test) return anyOf(test.within.map((range) => inRange(range, column)));
  if ('prefix' in test) return condition(`${column} BETWEEN ? AND ?`, ...prefixBounds(test.prefix));
  return ALWAYS;
}

/** Of each field the words that a value must have, which are in rows of their own; null: the test is another. */
export const wordsIn = ({ fieldCodes, test }: TestedFields): AskedWord[][] | null =>
  'words' in test ? fieldCodes.map((code) => test.words.map((word) => ({ word: `${ofField(code)}${word}`, isBeginning: true }))) : null;

/** The codes under which the values of documents in these states are found: those of deleted documents are negative. */
export function codesIn(states: States, fieldCodes: readonly number[]): number[] {
  if (states === 'live') return [...fieldCodes];
  const negative = fieldCodes.map((code) => -code);
  return states === 'deleted' ? negative : [...fieldCodes, ...negative];
}

export interface TestedFields {
  test: Test;
  fieldCodes: number[];
}

/** Fields with one test together: hundreds of levels may have a field of one name. */
export function byTest(tests: readonly FieldTest[]): TestedFields[] {
  const groups = new Map<string, TestedFields>();
  for (const { fieldCode, test } of tests) {
    const key = JSON.stringify(test);
    const group = groups.get(key) ?? { test, fieldCodes: [] };
    group.fieldCodes.push(fieldCode);
    groups.set(key, group);
  }
  return [...groups.values()];
}

const COLUMNS: Record<Exclude<Member, 'box' | 'boxType'>, string> = {
  code: 'document.code',
  created: 'document.created_at',
  due: 'document.due_day',
  status: 'document.status',
  creator: 'document.created_by',
  unit: 'document.unit_id',
  externalKey: 'document.external_key',
  files: 'document.file_count',
  level: 'document.node_code',
};

/** The condition on a member of the document `document`; without a value it is not met, rather than unknown. */
export function memberTest(member: Member, test: Test, clientId: string): Condition {
  if (member === 'box' || member === 'boxType') return boxTest(member, test, clientId);
  const column = COLUMNS[member];
  if ('filled' in test) return condition(`${column} IS NOT NULL`);
  const isOfIds = member === 'creator' || member === 'unit';
  const tested = isOfIds ? oneOf(column, 'among' in test ? idsBytes(test.among.map(String)) : []) : testIn(test, column);
  return allOf([condition(`${column} IS NOT NULL`), tested]);
}

/** A code names the boxes that have it, with what their sub-boxes hold; an id names one box. */
function boxTest(member: 'box' | 'boxType', test: Test, clientId: string): Condition {
  const client = idBytes(clientId);
  if (!('among' in test)) return condition('document.box_id IS NOT NULL');
  if (member === 'box' && test.among.every((value) => typeof value === 'string'))
    return allOf([condition('document.box_id IS NOT NULL'), oneOf('document.box_id', test.among)]);
  const values = places(test.among);
  const which = member === 'box' ? `box.code IN (${values}) OR box.parent_id IN (SELECT outer_box.id FROM box outer_box WHERE outer_box.client_id = ? AND outer_box.code IN (${values}))` : `box.type_id IN (${values})`; // prettier-ignore
  const parameters = member === 'box' ? [...test.among, client, ...test.among] : test.among;
  const among = `document.box_id IN (SELECT box.id FROM box WHERE box.client_id = ? AND (${which}))`;
  return condition(`(document.box_id IS NOT NULL AND ${among})`, client, ...parameters);
}

/** Whether rows of `document` are needed to check the filter. */
export function needsDocument(filter: Filter): boolean {
  if ('all' in filter) return filter.all.some(needsDocument);
  if ('any' in filter) return filter.any.some(needsDocument);
  return 'not' in filter ? needsDocument(filter.not) : 'member' in filter;
}

/** Makes the condition on one document: its code stands in a column, its row in `document` where that is needed. */
export class Checks {
  constructor(
    private readonly code: string,
    private readonly clientId: string,
    private readonly states: States,
  ) {}

  of(filter: Filter): Condition {
    if ('all' in filter) return allOf(filter.all.map((each) => this.of(each)));
    if ('any' in filter) return anyOf(filter.any.map((each) => this.of(each)));
    if ('not' in filter) return notOf(this.of(filter.not));
    return 'fields' in filter ? this.ofFields(filter.fields) : memberTest(filter.member, filter.test, this.clientId);
  }

  ofFields(tests: readonly FieldTest[]): Condition {
    const groups = byTest(tests);
    const words = groups.flatMap((group) => wordsIn(group) ?? []);
    const values = groups.filter((group) => wordsIn(group) === null).map(({ test, fieldCodes }) => this.value(fieldCodes, [test]));
    return anyOf([
      ...(values.length > 0 ? [this.has(anyOf(values))] : []),
      ...(words.length > 0 ? [hasWords(this.clientId, 'document_words', words, this.code)] : []),
    ]);
  }

  /** Whether a value of one of these fields, each within its bounds, comes before that of the field in the column. */
  hasEarlier(fieldColumn: string, bounds: ReadonlyMap<number, readonly Test[]>): Condition {
    const any = [...bounds].map(([fieldCode, tests]) => this.value([fieldCode], tests));
    return this.has(allOf([condition(`ABS(held.field_code) < ABS(${fieldColumn})`), anyOf(any)]));
  }

  private value(fieldCodes: readonly number[], tests: readonly Test[]): Condition {
    return allOf([oneOf('held.field_code', codesIn(this.states, fieldCodes)), ...tests.map((test) => testIn(test, 'held.value_key'))]);
  }

  /** Counted: SQLite 3.53 makes a join of EXISTS, and with OR finds a document more than once. */
  private has({ sql, parameters }: Condition): Condition {
    return condition(
      `(SELECT COUNT(*) FROM document_value held WHERE held.client_id = ? AND held.document_code = ${this.code} AND ${sql}) > 0`,
      idBytes(this.clientId),
      ...parameters,
    );
  }
}
