import type { Position } from '#application/ports/document-search';
import { compareScalars } from '#domain/documents/filter-tests';
import type { Filter, Scalar, Test } from '#domain/documents/filter';
import { idBytes } from '../id-bytes';
import type { Condition } from '../scope-condition';
import type { ClientSql } from '../sql';
import { codesIn, condition } from './conditions';
import { datesOf, documentsOf, equalMembers, equalValues, nextEntries, nextOfEach, orderBy, undatedOf, valuesOf, type Entries, type Place, type Run } from './entries'; // prettier-ignore
import { isOfKeys, type AlreadyTrue, type Predicates } from './predicates';

/** More indexes than one statement may read together: SQLite takes 500. */
const MOST_BRANCHES = 450;
/** Up to so many levels, or equal values, are each read by their own index from the beginning; of more, a first block of the client's is read. */
const MOST_READ_FROM_START = 4;
/** Entries that the first block reads for each document that is wanted. */
export const FIRST_PER_WANTED = 4;
/** Entries of many levels that are read at once at least; fewer where words are looked up, which an index may find sooner. */
const FIRST_OF_LEVELS = 2000;
const FIRST_WITH_WORDS = 80;
/** Every document comes behind it, newest first. */
export const FIRST_CODE = Number.MAX_SAFE_INTEGER;

/**
 * A part of the order that is asked for: documents with a value, or those without one.
 *
 * @example by due day: phase 0 has the documents with a day, by day and code; phase 1 those without, by code. `ofLevels` of phase 1: one range
 * of the index of levels for each level within reach.
 */
export interface Phase extends Run {
  alreadyTrue: AlreadyTrue;
  /** The same order in each level within reach; null: no index has it. */
  ofLevels: readonly Entries[] | null;
}

/** A document in the order that is asked for. */
export interface Found {
  code: number;
  position: Position;
}

/** Where the scan goes on: behind a position of a phase, in the index of the client or in those of the levels. */
export interface ScanPoint {
  phase: number;
  after: Position | null;
  inLevels: boolean;
}

export interface Block {
  found: readonly Found[];
  /** Entries that were read for it at most. */
  read: number;
  /** Null: there are no more. */
  next: ScanPoint | null;
}

export interface Row {
  sort_key: Scalar;
  code: number;
  /** 1: not a document that was found, but the last entry that was read of an index; the block ends there. */
  is_end: number;
}

type Point = { by: Filter; at: (place: Place) => (Entries | null)[]; areOfBothStates: boolean };

/** Goes along the indexes that have documents in the order that is asked for. Raw SQL: on the path of every search. */
export class IndexScan {
  /** In the order that is asked for: documents with a value, then those without one. */
  readonly phases: readonly Phase[];

  constructor(
    private readonly sql: ClientSql,
    private readonly predicates: Predicates,
  ) {
    const { order } = predicates.query;
    if (order.by === 'code') this.phases = [this.byCode(order.descending)];
    else this.phases = typeof order.by === 'string' ? this.byDate(order.by, order.descending) : this.byFields(order.by, order.descending);
  }

  begin(after: Position | null): ScanPoint {
    const phase = after !== null && after.key === null ? this.phases.length - 1 : 0;
    return { phase, after: after?.code === FIRST_CODE ? null : after, inLevels: beginsInLevels(this.phases[phase]) };
  }

  entriesSuffice({ phase, inLevels }: ScanPoint): boolean {
    return this.predicates.entriesSuffice((this.phases[phase] as Phase).alreadyTrue, inLevels);
  }

  /** The entries from the point on, of the client or of each level. */
  entriesFrom({ phase, inLevels }: ScanPoint): Phase {
    const all = this.phases[phase] as Phase;
    return inLevels && all.ofLevels ? { ...all, entries: all.ofLevels } : all;
  }

  /** Of about so many next entries those that meet all conditions. Behind the first ones of the client it goes on in the levels. */
  async next(point: ScanPoint, size: number, limit: number): Promise<Block> {
    const run = this.entriesFrom(point);
    const { found, read, end } = await this.block(run, point, size, limit);
    if (end) return { found, read, next: { ...point, after: end, inLevels: point.inLevels || run.ofLevels !== null } };
    const phase = point.phase + 1;
    const next = phase < this.phases.length ? { phase, after: null, inLevels: beginsInLevels(this.phases[phase]) } : null;
    return { found, read, next };
  }

  /** How many of the next entries meet all conditions, up to the most, and where these entries end. */
  async count(phase: Phase, after: Position | null, size: number, most: number): Promise<{ counted: number; end: Position | null }> {
    const [entries, { sql, parameters }] = [nextEntries(phase, after, size), this.checkOf(phase)];
    const [row] = await this.sql.rows<Row & { counted: number }>(
      `SELECT block.counted, block.sort_key, block.code FROM (WITH entry AS (${entries.sql})
         SELECT hits.counted, ending.sort_key, ending.code
         FROM (SELECT COUNT(*) AS counted FROM (SELECT /*! STRAIGHT_JOIN */ 1 FROM entry ${sql} LIMIT ?) met) hits
         LEFT JOIN (SELECT entry.sort_key, entry.code FROM entry ${orderBy('entry', phase)} LIMIT 1 OFFSET ?) ending ON 1 = 1) block`,
      [...entries.parameters, ...parameters, most, size - 1],
    );
    return { counted: Number(row?.counted), end: !row || row.code === null ? null : foundIn(row, phase).position };
  }

  /** Along a day, or the values of a condition on one field, or the documents as they were filed: for counts. */
  get counted(): Phase {
    const { conjuncts, clientId, query } = this.predicates;
    for (const by of ['created', 'due'] as const) {
      const [dated] = conjuncts.some((each) => isOf(each, by)) ? this.byDate(by, true) : [];
      if (dated) return dated;
    }
    const alone = conjuncts.find((each) => 'fields' in each && each.fields.length === 1 && each.fields.every(({ test }) => isOfKeys(test)));
    if (!alone || !('fields' in alone)) return this.newest;
    const entries = alone.fields.flatMap(({ fieldCode, test }) => codesIn(query.states, [fieldCode]).map((code) => valuesOf(code, [test], clientId))); // prettier-ignore
    return { entries, isKeyed: true, descending: true, alreadyTrue: { met: [alone] }, ofLevels: null };
  }

  /** And where these entries end; null: the phase has no more. */
  private async block(run: Phase, { after, inLevels }: ScanPoint, size: number, limit: number) {
    const { length } = run.entries;
    if (length === 0) return { found: [], end: null, read: 0 };
    if (!inLevels || length === 1) {
      const end = condition(`SELECT entry.sort_key, entry.code FROM entry ${orderBy('entry', run)} LIMIT 1 OFFSET ?`, size - 1);
      return { ...(await this.checked(run, nextEntries(run, after, size), end, limit)), read: size };
    }
    // The wanted ones may all be of one level. What comes behind the first end of one of them was not read there.
    const first = this.predicates.asksWords ? FIRST_WITH_WORDS : FIRST_OF_LEVELS;
    const ofEach = Math.max(Math.ceil(size / length), Math.min(limit, Math.ceil(first / length)));
    const ends = condition('SELECT entry.sort_key, entry.code FROM entry WHERE entry.is_last = 1');
    return { ...(await this.checked(run, nextOfEach(run, after, ofEach), ends, limit)), read: ofEach * length };
  }

  private async checked(phase: Phase, entries: Condition, ends: Condition, limit: number) {
    const { sql, parameters } = this.checkOf(phase);
    const rows = await this.sql.rows<Row>(
      `SELECT block.sort_key, block.code, block.is_end FROM (WITH entry AS (${entries.sql})
         SELECT met.sort_key, met.code, 0 AS is_end
         FROM (SELECT /*! STRAIGHT_JOIN */ entry.sort_key, entry.code FROM entry ${sql} ${orderBy('entry', phase)} LIMIT ?) met
         UNION ALL SELECT ending.sort_key, ending.code, 1 AS is_end FROM (${ends.sql}) ending) block`,
      [...entries.parameters, ...parameters, limit, ...ends.parameters],
    );
    const ofKind = (kind: number) => rows.filter((row) => Number(row.is_end) === kind).map((row) => foundIn(row, phase)).sort(inWay(phase)); // prettier-ignore
    const [found, [end = null]] = [ofKind(0), ofKind(1)];
    return { found: found.filter((each) => end === null || inWay(phase)(each, end) <= 0), end: end && end.position };
  }

  checkOf({ alreadyTrue }: Phase): Condition {
    const check = this.predicates.ofEntry(alreadyTrue, {
      code: 'entry.code',
      node: 'entry.node',
      field: 'entry.field',
      deletedAt: 'entry.deleted_at',
    });
    const join = this.predicates.needDocument(alreadyTrue) ? this.predicates.join('entry.code') : { sql: '', parameters: [] };
    return { sql: `${join.sql} WHERE ${check.sql}`, parameters: [...join.parameters, ...check.parameters] };
  }

  /** The documents as they were filed, the last one first. */
  private get newest(): Phase {
    return this.phase(false, true, (place) => documentsOf(this.predicates.query.states, place));
  }

  /** As they were filed; those with one value of something lie so, too, and are fewer. */
  private byCode(descending: boolean): Phase {
    const point = this.predicates.conjuncts.map((by) => this.pointOf(by)).find((each) => each !== null);
    if (!point) return { ...this.newest, descending };
    const { by, at, areOfBothStates } = point;
    return this.phase(false, descending, at, { met: [by], areOfBothStates });
  }

  private pointOf(by: Filter): Point | null {
    const { states } = this.predicates.query;
    const valuesIn = (test: Test) => {
      // Each once: its entries would be read twice.
      const values = 'among' in test ? [...new Set(test.among)] : [];
      return values.length > 0 && values.length <= MOST_READ_FROM_START ? values : null;
    };
    if ('fields' in by) {
      const [one, ...others] = by.fields;
      const among = one && others.length === 0 ? valuesIn(one.test) : null;
      if (!one || !among) return null;
      const of = (place: Place) => codesIn(states, [one.fieldCode]).flatMap((code) => among.map((key) => equalValues(code, key, place)));
      return { by, at: of, areOfBothStates: false };
    }
    const among = 'member' in by ? valuesIn(by.test) : null;
    // The code of a box means what its sub-boxes hold, too.
    if (!('member' in by) || !among || (by.member === 'box' && typeof among[0] === 'number')) return null;
    const { member } = by;
    const at = (place: Place) => among.map((value) => equalMembers(member, member === 'creator' ? idBytes(String(value)) : value, place));
    return at(this.predicates.clientId).includes(null) ? null : { by, at, areOfBothStates: member !== 'status' };
  }

  private byDate(by: 'created' | 'due', descending: boolean): Phase[] {
    const met = this.predicates.conjuncts.filter((each) => isOf(each, by));
    const tests = met.flatMap((each) => ('test' in each ? [each.test] : []));
    const ofClient = (entries: (clientId: string) => Entries) => (place: Place) => (typeof place === 'string' ? [entries(place)] : [null]);
    const keyed = this.phase(true, descending, ofClient((id) => datesOf(by, tests, id)), { met, areOfBothStates: true }); // prettier-ignore
    if (by === 'created' || tests.length > 0) return [keyed];
    return [keyed, this.phase(false, true, ofClient(undatedOf), { met: [], areOfBothStates: true })];
  }

  private byFields(fieldCodes: readonly number[], descending: boolean): Phase[] {
    const { ordering: met, orderTests, query } = this.predicates;
    const codes = fieldCodes.flatMap((fieldCode) => codesIn(query.states, [fieldCode]).map((code) => [code, orderTests.get(fieldCode) ?? []] as const)); // prettier-ignore
    const at = (place: Place) => codes.map(([code, tests]) => valuesOf(code, tests, place));
    const keyed = this.phase(true, descending, at, { met, standsByValue: true });
    if (met.length > 0) return [keyed];
    const { newest } = this;
    return [keyed, { ...newest, alreadyTrue: { met: [], standsByValue: false } }];
  }

  private phase(
    isKeyed: boolean,
    descending: boolean,
    at: (place: Place) => (Entries | null)[],
    alreadyTrue: AlreadyTrue = { met: [] },
  ): Phase {
    const { clientId, levels } = this.predicates;
    const ofLevels = levels?.flatMap(at) ?? [null];
    const areTogether = ofLevels.every((each) => each !== null) && ofLevels.length * (isKeyed ? 2 : 1) <= MOST_BRANCHES;
    const entries = at(clientId).filter((each) => each !== null);
    return { entries, isKeyed, descending, alreadyTrue, ofLevels: areTogether ? ofLevels : null };
  }
}

/** Whether each level within reach is gone along from the beginning: the entries of one level are its own, and the client's are not. */
const beginsInLevels = (phase: Phase | undefined): boolean =>
  !!phase && phase.ofLevels !== null && phase.ofLevels.length <= MOST_READ_FROM_START;

const isOf = (each: Filter, by: 'created' | 'due') => 'member' in each && each.member === by && isOfKeys(each.test);

export const foundIn = ({ sort_key: key, code }: Row, { isKeyed }: Run): Found => ({ code, position: { key: isKeyed ? key : null, code } });

/** The parts of a union come in any order. */
function inWay({ descending }: Run) {
  const compare = (a: Position, b: Position) => (a.key === null || b.key === null ? 0 : compareScalars(a.key, b.key)) || a.code - b.code;
  return (a: Found, b: Found) => compare(a.position, b.position) * (descending ? -1 : 1);
}
