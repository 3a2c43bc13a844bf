import type { Position, Wanted } from '#application/ports/document-finder';
import type { AskedWord } from '#application/ports/text-index';
import type { Scope } from '#domain/access/scope';
import { conjunctsOf, type Filter, type Test } from '#domain/documents/filter';
import { amongNodes, isOneOf, levelsWithin, nodesWithin, withinScope, type Condition, type LevelReach } from '../scope-condition';
import { codesWithWords, hasWords, ofClient } from './word-rows';
import { codeStreams, columnStream, undatedStream, valueStream, type Phase, type Stream } from './find-streams';
import { allOf, anyOf, Checks, codesIn, needsDocument, notOf, testIn } from './find-tests';

/** Every document comes behind it, newest first. */
const FIRST_CODE = Number.MAX_SAFE_INTEGER;
/** Before the first document of the last phase. */
export const LAST_PHASE: Position = { key: null, code: FIRST_CODE };

const NONE: Condition = { sql: '', parameters: [] };

/** Conditions on the values of fields that order, by field; and those of the filter that they stand for. */
interface Bounds {
  tests: ReadonlyMap<number, readonly Test[]>;
  implied: readonly Filter[];
}

const isOrderedMember = (each: Filter, by: 'created' | 'due') => 'member' in each && each.member === by && isOrdered(each.test);

/** What is wanted, in the terms of statements. Written statements: parts of the typed search (ADR 0039). */
export class FindQuestion {
  readonly clientId: string;
  /** The conditions that all must hold, but for those on levels. */
  readonly conjuncts: readonly Filter[];
  /** The reachable levels; null: all, or too many to be told apart. */
  readonly levels: readonly LevelReach[] | null;
  /** In the order that is asked for: documents with a value, then those without one. */
  readonly phases: readonly Phase[];
  /** Words of files, each with the client; null: none are asked for. */
  readonly text: readonly (readonly AskedWord[])[] | null;
  private readonly nodeCodes: readonly number[] | undefined;
  private readonly bounds: Bounds;

  constructor(
    readonly scope: Scope,
    readonly wanted: Wanted,
    readonly isSqlite: boolean,
  ) {
    this.clientId = scope.clientId;
    const prefix = ofClient(this.clientId);
    this.text = wanted.text ? [wanted.text.words.map((asked) => ({ ...asked, word: `${prefix}${asked.word}` }))] : null;
    const all = conjunctsOf(wanted.filter);
    this.conjuncts = all.filter((each) => nodesOf(each) === null);
    const [first, ...others] = [wanted.nodeCodes ?? null, ...all.map(nodesOf)].filter((codes) => codes !== null);
    this.nodeCodes = first?.filter((code) => others.every((codes) => codes.includes(code)));
    this.levels = levelsWithin(scope, this.nodeCodes);
    this.bounds = this.findBounds();
    this.phases = this.makePhases();
  }

  /** The documents as they were filed, the last one first. */
  get newest(): Phase {
    return this.phase(codeStreams(this.clientId, this.wanted.states, null), false, true, []);
  }

  /** Along a day, or the values of a condition on one field, or the documents as they were filed: for counts. */
  get countedAlong(): Phase {
    const { wanted, conjuncts } = this;
    for (const by of ['created', 'due'] as const) {
      const [dated] = conjuncts.some((each) => isOrderedMember(each, by)) ? this.byMember(by, true) : [];
      if (dated) return dated;
    }
    const isOfOneField = (each: Filter) => 'fields' in each && each.fields.length === 1 && each.fields.every(({ test }) => isOrdered(test));
    const alone = conjuncts.find(isOfOneField);
    if (!alone || !('fields' in alone)) return this.newest;
    const streams = alone.fields.flatMap(({ fieldCode, test }) =>
      codesIn(wanted.states, [fieldCode]).map((code) => valueStream(code, [test], null)),
    );
    return this.phase(streams, true, true, [alone]);
  }

  /** Whether rows of documents are needed to check the phase. */
  needsDocument({ conjuncts }: Phase): boolean {
    return this.isByUnit || this.text !== null || conjuncts.some(needsDocument);
  }

  /** All that an entry of a block must meet: its code in `w.c`, its level in `w.n`, its row in `d` where that is needed. */
  checkOf({ conjuncts, checks }: Phase): Condition {
    const nodes = nodesWithin(this.scope, this.nodeCodes);
    return allOf([
      ...checks,
      ...(nodes === 'all' ? [] : [amongNodes('w.n', nodes)]),
      ...(this.isByUnit ? [withinScope(this.scope, 'd')] : []),
      ...conjuncts.map((each) => this.checksOn('w.c').of(each)),
      ...this.ofText('w.c', false),
    ]);
  }

  /** The same of a document that was found otherwise, in `d`; its words need not be looked up where it was found by them. */
  ofDocument(isByText = false): Condition[] {
    return [
      withinScope(this.scope, 'd'),
      ...(this.nodeCodes ? [amongNodes('d.node_code', this.nodeCodes)] : []),
      ...this.stateIn('d.deleted_at'),
      ...this.conjuncts.map((each) => this.checksOn('d.code').of(each)),
      ...this.ofText('d.code', isByText),
    ];
  }

  /** What orders such a document: a column, the table that has it, and which of its rows counts. */
  orderOfDocument({ isKeyed }: Phase): { key: string; join: Condition; where: Condition[] } {
    const { by } = this.wanted.order;
    if (typeof by !== 'string') {
      if (!isKeyed) return { key: '0', join: NONE, where: this.standsHere(false, 'd.code', '') };
      const codes = codesIn(this.wanted.states, by);
      const join = {
        sql: `CROSS JOIN document_value o ON o.document_code = d.code AND ${isOneOf('o.field_code', codes)}`,
        parameters: codes,
      };
      return { key: 'o.value_key', join, where: [this.within('o'), ...this.standsHere(true, 'd.code', 'o.field_code')] };
    }
    if (by === 'code') return { key: '0', join: NONE, where: [] };
    const column = by === 'created' ? 'd.created_at' : 'd.due_day';
    const where = { sql: `${column} IS ${isKeyed ? 'NOT ' : ''}NULL`, parameters: [] };
    return { key: isKeyed ? column : '0', join: NONE, where: [where] };
  }

  /** Where the first page begins, or this one; the phase by its number. */
  begin(after: Position | null): { phase: number; after: Position | null } {
    const phase = after !== null && after.key === null ? this.phases.length - 1 : 0;
    return { phase, after: after?.code === FIRST_CODE ? null : after };
  }

  /**
   * Last, as such rows are large. SQLite, which answers within a turn of the event loop, reads none of them: it takes all codes from the index,
   * whose lists are as long as there are documents, whatever these texts are.
   */
  private ofText(code: string, isFound: boolean): Condition[] {
    const { text, wanted, isSqlite } = this;
    if (!text || !wanted.text) return [];
    const within = withinScope(wanted.text.scope, 'd');
    if (isFound) return [within];
    if (!isSqlite) return [within, hasWords('document_contents', text, code)];
    const { sql, parameters } = codesWithWords(this, 'document_contents', text);
    return [within, { sql: `${code} IN (${sql})`, parameters }];
  }

  private get isByUnit(): boolean {
    return this.scope.reaches.some(({ parts }) => parts.some(({ unitIds }) => unitIds !== 'all'));
  }

  private checksOn(code: string): Checks {
    return new Checks(code, { clientId: this.clientId, states: this.wanted.states });
  }

  private stateIn(column: string): Condition[] {
    const { states } = this.wanted;
    return states === 'both' ? [] : [{ sql: `${column} IS ${states === 'live' ? '' : 'NOT '}NULL`, parameters: [] }];
  }

  /** A document with values of several fields that order stands where the first of them says; one without any comes last. */
  private standsHere(isKeyed: boolean, code: string, field: string): Condition[] {
    const { tests } = this.bounds;
    if (isKeyed) return tests.size < 2 ? [] : [notOf(this.checksOn(code).hasEarlier(field, tests))];
    const any = [...tests.keys()].map((fieldCode) => ({ fieldCode, test: { filled: true } as const }));
    return [notOf(this.checksOn(code).ofFields(any))];
  }

  /** Whether a value of `document_value` is one that orders. */
  private within(alias: string): Condition {
    const { states } = this.wanted;
    const any = [...this.bounds.tests].map(([fieldCode, tests]) => {
      const codes = codesIn(states, [fieldCode]);
      const ofField = { sql: isOneOf(`${alias}.field_code`, codes), parameters: codes };
      return allOf([ofField, ...tests.map((test) => testIn(test, `${alias}.value_key`))]);
    });
    return anyOf(any);
  }

  private findBounds(): Bounds {
    const { by } = this.wanted.order;
    const tests = new Map<number, Test[]>(typeof by === 'string' ? [] : by.map((code) => [code, []]));
    const implied = this.conjuncts.filter((each) => {
      if (!('fields' in each) || tests.size === 0 || each.fields.length !== tests.size) return false;
      return each.fields.every(({ fieldCode, test }) => tests.has(fieldCode) && isOrdered(test));
    });
    for (const each of implied) if ('fields' in each) for (const { fieldCode, test } of each.fields) tests.get(fieldCode)?.push(test);
    return { tests, implied };
  }

  private makePhases(): Phase[] {
    const { clientId, wanted } = this;
    const { by, descending } = wanted.order;
    const ofLevel = (nodeCode: number) => codeStreams(clientId, wanted.states, nodeCode);
    if (by === 'code') return [{ ...this.phase(codeStreams(clientId, wanted.states, null), false, descending, []), ofLevel }];
    return typeof by === 'string' ? this.byMember(by, descending) : this.byFields(by, descending);
  }

  private byMember(by: 'created' | 'due', descending: boolean): Phase[] {
    const implied = this.conjuncts.filter((each) => isOrderedMember(each, by));
    const tests = implied.flatMap((each) => ('test' in each ? [each.test] : []));
    const stream = columnStream(this.clientId, by === 'created' ? 'created_at' : 'due_day', tests);
    // This index has deleted documents, too.
    const keyed = { ...this.phase([stream], true, descending, implied), checks: this.stateIn('w.x') };
    if (by === 'created' || tests.length > 0) return [keyed];
    return [keyed, { ...this.phase([undatedStream(this.clientId)], false, true, []), checks: this.stateIn('w.x') }];
  }

  private byFields(fieldCodes: readonly number[], descending: boolean): Phase[] {
    const { clientId, wanted, bounds } = this;
    const streamsIn = (nodeCode: number | null): Stream[] =>
      fieldCodes.flatMap((fieldCode) =>
        codesIn(wanted.states, [fieldCode]).map((code) => valueStream(code, bounds.tests.get(fieldCode) ?? [], nodeCode)),
      );
    const checks = this.standsHere(true, 'w.c', 'w.f');
    const keyed = { ...this.phase(streamsIn(null), true, descending, bounds.implied), checks, ofLevel: streamsIn };
    if (bounds.implied.length > 0) return [keyed];
    const ofLevel = (nodeCode: number) => codeStreams(clientId, wanted.states, nodeCode);
    return [keyed, { ...this.newest, checks: this.standsHere(false, 'w.c', ''), ofLevel }];
  }

  private phase(streams: readonly Stream[], isKeyed: boolean, descending: boolean, implied: readonly Filter[]): Phase {
    return { streams, isKeyed, descending, checks: [], conjuncts: this.conjuncts.filter((each) => !implied.includes(each)) };
  }
}

/** Words are found by reading alone. */
const isOrdered = (test: Test): boolean => !('words' in test);

/** The levels that a condition leaves; null: it is about something else. */
const nodesOf = (filter: Filter): readonly number[] | null =>
  'member' in filter && filter.member === 'level' && 'among' in filter.test ? filter.test.among.map(Number) : null;
