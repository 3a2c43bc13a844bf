import type { DocumentQuery } from '#application/ports/document-search';
import type { AskedWord } from '#application/ports/text-index';
import type { Scope } from '#domain/access/scope';
import { conjunctsOf, type FieldTest, type Filter, type Test } from '#domain/documents/filter';
import { codesWithWords, hasWords, ofClient } from '../documents/word-rows';
import { idBytes } from '../id-bytes';
import { amongNodes, levelsWithin, nodesWithin, withinScope, type Condition, type LevelReach } from '../scope-condition';
import { allOf, anyOf, Checks, codesIn, condition, needsDocument, notOf, oneOf, testIn, wordsIn, byTest } from './conditions';
import type { Entries } from './entries';

/** Where a statement has what an entry says. */
export type Columns = Pick<Entries, 'code' | 'node' | 'field' | 'deletedAt'>;
const OF_ROW: Columns = { code: 'document.code', node: 'document.node_code', field: '0', deletedAt: 'document.deleted_at' };

/** What some entries stand for besides the place: conditions that they meet by themselves, and what is to be looked at in each. */
export interface AlreadyTrue {
  met: readonly Filter[];
  /** Entries of both states are among them. */
  areOfBothStates?: boolean;
  /** Whether documents with a value that orders stand there, or those without one; absent: the order is by no field. */
  standsByValue?: boolean;
}

type FieldsFilter = Extract<Filter, { fields: unknown }>;

const isOfFields = (each: Filter): each is FieldsFilter => 'fields' in each;

/** Whether these are tests of keys of each of the fields, once. There may be hundreds: levels have fields of one name. */
function areOf(fields: readonly FieldTest[], codes: readonly number[]): boolean {
  const tested = new Set(fields.map(({ fieldCode }) => fieldCode));
  return fields.length === codes.length && codes.every((code) => tested.has(code)) && fields.every(({ test }) => isOfKeys(test)); // prettier-ignore
}

/** What a document must meet: rights, place and conditions. Raw SQL: parts of the search. */
export class Predicates {
  readonly clientId: string;
  /** The conditions that all must hold, but for those on levels. */
  readonly conjuncts: readonly Filter[];
  /** The reachable levels; null: all, or too many to be told apart. */
  readonly levels: readonly LevelReach[] | null;
  /** Words of files, each with the client; null: none are asked for. */
  readonly text: readonly AskedWord[] | null;
  /** Whether entries are of documents that may be out of reach, though at a level within it. */
  readonly isByDocument: boolean;
  /** Conditions on exactly the fields that order, each once: they bound the values by which documents stand. */
  readonly ordering: readonly FieldsFilter[];
  /** What the values of each field that orders must meet. */
  readonly orderTests: ReadonlyMap<number, readonly Test[]>;
  private readonly nodeCodes: readonly number[] | undefined;
  private readonly nodes: readonly number[] | 'all';

  constructor(
    readonly scope: Scope,
    readonly query: DocumentQuery,
    readonly isSqlite: boolean,
  ) {
    this.clientId = scope.clientId;
    this.text = query.text?.words.map((asked) => ({ ...asked, word: `${ofClient(this.clientId)}${asked.word}` })) ?? null;
    const all = conjunctsOf(query.filter);
    this.conjuncts = all.filter((each) => nodesOf(each) === null);
    const [first, ...others] = [query.nodeCodes ?? null, ...all.map(nodesOf)].filter((codes) => codes !== null);
    this.nodeCodes = first?.filter((code) => others.every((codes) => codes.includes(code)));
    this.levels = levelsWithin(scope, this.nodeCodes);
    this.nodes = nodesWithin(scope, this.nodeCodes);
    this.isByDocument = scope.client.parts.some(({ unitIds }) => unitIds !== 'all');
    const { by } = query.order;
    const codes = typeof by === 'string' ? [] : by;
    this.ordering = typeof by === 'string' ? [] : this.conjuncts.filter(isOfFields).filter(({ fields }) => areOf(fields, codes));
    const tests = new Map<number, Test[]>(codes.map((code) => [code, []]));
    for (const { fieldCode, test } of this.ordering.flatMap(({ fields }) => fields)) tests.get(fieldCode)?.push(test);
    this.orderTests = tests;
  }

  /** Whether entries with this meaning are what is wanted, but for deleted documents, which are few. */
  entriesSuffice(alreadyTrue: AlreadyTrue, isOfLevels: boolean): boolean {
    return (
      (isOfLevels || this.nodes === 'all') &&
      !this.isByDocument &&
      this.checksOf({ ...alreadyTrue, areOfBothStates: false }, OF_ROW).length === 0
    );
  }

  /** Whether rows of documents are needed to check such entries. */
  needDocument(alreadyTrue: AlreadyTrue): boolean {
    return this.isByDocument || this.text !== null || this.left(alreadyTrue).some(needsDocument);
  }

  /** The rows of documents of entries, as `document`. */
  join(code: string): Condition {
    return condition(`CROSS JOIN document ON document.code = ${code} AND document.client_id = ?`, idBytes(this.clientId));
  }

  /** All that an entry must meet; its row is `document` where that is needed. */
  ofEntry(alreadyTrue: AlreadyTrue, columns: Columns): Condition {
    return allOf([
      ...(this.nodes === 'all' ? [] : [amongNodes(columns.node, this.nodes)]),
      ...(this.isByDocument ? [withinScope(this.scope, 'document')] : []),
      ...this.checksOf(alreadyTrue, columns),
    ]);
  }

  /** The same of a document that was found otherwise, as `document`; its words need not be looked up where it was found by them. */
  ofDocument(isByText: boolean): Condition[] {
    return [
      withinScope(this.scope, 'document'),
      ...(this.nodeCodes ? [amongNodes('document.node_code', this.nodeCodes)] : []),
      ...this.stateIn('document.deleted_at'),
      ...this.conjuncts.map((each) => this.checksOn('document.code').of(each)),
      ...this.ofText('document.code', isByText),
    ];
  }

  /** What orders such a document: a column, the table that has it, and which of its rows counts. */
  orderOfDocument(isKeyed: boolean): { key: string; join: Condition; where: Condition[] } {
    const { by } = this.query.order;
    const none = condition('');
    if (by === 'code') return { key: '0', join: none, where: [] };
    if (typeof by === 'string') {
      const column = by === 'created' ? 'document.created_at' : 'document.due_day';
      return { key: isKeyed ? column : '0', join: none, where: [condition(`${column} IS ${isKeyed ? 'NOT ' : ''}NULL`)] };
    }
    if (!isKeyed) return { key: '0', join: none, where: this.standsHere(false, OF_ROW) };
    const ofFields = allOf([
      condition('ordering.client_id = ?', idBytes(this.clientId)),
      oneOf('ordering.field_code', codesIn(this.query.states, by)),
    ]);
    const join = { ...ofFields, sql: `CROSS JOIN document_value ordering ON ordering.document_code = document.code AND ${ofFields.sql}` };
    const any = [...this.orderTests].map(([fieldCode, tests]) =>
      allOf([
        oneOf('ordering.field_code', codesIn(this.query.states, [fieldCode])),
        ...tests.map((test) => testIn(test, 'ordering.value_key')),
      ]),
    );
    return { key: 'ordering.value_key', join, where: [anyOf(any), ...this.standsHere(true, { ...OF_ROW, field: 'ordering.field_code' })] };
  }

  /** Whether words must be looked up in documents, whose rows of them are large. */
  get asksWords(): boolean {
    return this.text !== null || this.askedWords.length > 0;
  }

  /** The words that values are asked for, of each field. */
  get askedWords(): readonly AskedWord[] {
    return this.conjuncts.flatMap(wordsAskedIn);
  }

  private left({ met }: AlreadyTrue): Filter[] {
    return this.conjuncts.filter((each) => !met.includes(each));
  }

  private checksOf(alreadyTrue: AlreadyTrue, columns: Columns): Condition[] {
    const { standsByValue } = alreadyTrue;
    return [
      ...(alreadyTrue.areOfBothStates ? this.stateIn(columns.deletedAt) : []),
      ...(standsByValue === undefined ? [] : this.standsHere(standsByValue, columns)),
      ...this.left(alreadyTrue).map((each) => this.checksOn(columns.code).of(each)),
      ...this.ofText(columns.code, false),
    ];
  }

  /** A document with values of several fields that order stands where the first of them says; one without any comes last. */
  private standsHere(isByValue: boolean, { code, field }: Columns): Condition[] {
    const tests = this.orderTests;
    if (isByValue) return tests.size < 2 ? [] : [notOf(this.checksOn(code).hasEarlier(field, tests))];
    return [notOf(this.checksOn(code).ofFields([...tests.keys()].map((fieldCode) => ({ fieldCode, test: { filled: true } }))))];
  }

  /**
   * Last, as such rows are large. SQLite, which answers within a turn of the event loop, reads none of them: it takes all codes from the index,
   * whose lists are as long as there are documents, whatever these texts are.
   */
  private ofText(code: string, isFound: boolean): Condition[] {
    const { text, query } = this;
    if (!text || !query.text) return [];
    const within = withinScope(query.text.scope, 'document');
    if (isFound) return [within];
    if (!this.isSqlite) return [within, hasWords(this.clientId, 'document_contents', [text], code)];
    const { sql, parameters } = codesWithWords(this, [this.clientId], 'document_contents', [text]);
    return [within, { sql: `${code} IN (${sql})`, parameters }];
  }

  private checksOn(code: string): Checks {
    return new Checks(code, this.clientId, this.query.states);
  }

  private stateIn(column: string): Condition[] {
    const { states } = this.query;
    return states === 'both' ? [] : [condition(`${column} IS ${states === 'live' ? '' : 'NOT '}NULL`)];
  }
}

/** Words are found by reading alone. */
export const isOfKeys = (test: Test): boolean => !('words' in test);

/** The levels that a condition leaves; null: it is about something else. */
const nodesOf = (filter: Filter): readonly number[] | null =>
  'member' in filter && filter.member === 'level' && 'among' in filter.test ? filter.test.among.map(Number) : null;

/** Those that a value must have, unless it must not. */
export function wordsAskedIn(filter: Filter): readonly AskedWord[] {
  if ('fields' in filter) return byTest(filter.fields).flatMap((group) => wordsIn(group) ?? []).flat(); // prettier-ignore
  if ('not' in filter || 'member' in filter) return [];
  return ('all' in filter ? filter.all : filter.any).flatMap(wordsAskedIn);
}
