import type { Position } from '#application/ports/document-search';
import { PAGE } from '../documents/found-pages';
import type { Condition } from '../scope-condition';
import { hasEachOnce, type AccessPath } from './access-paths';
import { allOf, condition } from './conditions';
import { nextEntries, orderBy, wayOf, type Entries } from './entries';
import { FIRST_CODE, type IndexScan, type Phase } from './index-scan';
import type { AlreadyTrue, Predicates } from './predicates';

/** Statements that read all of a path, or of an order, in one go. Raw SQL: parts of the search. */
export class WholeReads {
  constructor(
    private readonly predicates: Predicates,
    private readonly scan: IndexScan,
  ) {}

  /** Along the order: newest first, below a code, after `offset` documents. */
  pageOfOrder(limit: number, offset: number, below: number | null): Condition {
    const phase = this.phaseOfOrder;
    const only = phase.entries.length === 1 ? phase.entries[0] : undefined;
    if (only) return this.pageOfEntries(only, phase, limit, offset, below, { columns: `${only.code} AS code` });
    // Of several values: all entries are merged.
    const entries = nextEntries(phase, below === null ? null : { key: null, code: below }, FIRST_CODE);
    const check = this.scan.checkOf(phase);
    return condition(`SELECT entry.code FROM (${entries.sql}) entry ${check.sql} ${orderBy('entry', phase)} LIMIT ? OFFSET ?`, ...entries.parameters, ...check.parameters, limit, offset); // prettier-ignore
  }

  /** The same of one index, with what a page shows: what is passed over is read, too, so it must be little. */
  shownPage(limit: number, offset: number, below: number | null): Condition {
    const phase = this.phaseOfOrder;
    return this.pageOfEntries(phase.entries[0] as Entries, phase, limit, offset, below, PAGE);
  }

  private get phaseOfOrder(): Phase {
    const start = this.scan.entriesFrom(this.scan.begin(null));
    // Where no level is within reach, none of the client's entries passes the check.
    return start.entries.length > 0 ? start : (this.scan.phases[0] as Phase);
  }

  private pageOfEntries(
    only: Entries,
    { alreadyTrue }: Phase,
    limit: number,
    offset: number,
    below: number | null,
    { columns, joins }: { columns: string; joins?: string },
  ): Condition {
    const behind = below === null ? [] : [condition(`${only.code} < ?`, below)];
    const { sql, parameters } = this.from({ ...only, where: allOf([only.where, ...behind]) }, alreadyTrue, joins === undefined ? undefined : condition(joins)); // prettier-ignore
    return condition(`SELECT /*! STRAIGHT_JOIN */ ${columns} ${sql} ORDER BY ${only.code} DESC LIMIT ? OFFSET ?`, ...parameters, limit, offset); // prettier-ignore
  }

  /** The same of the documents of a path. */
  pageOfPath(path: AccessPath, limit: number, offset: number, below: number | null): Condition {
    const { sql, parameters, code } = this.documentsBy(path, (column) => (below === null ? [] : [condition(`${column} < ?`, below)]));
    return condition(`SELECT /*! STRAIGHT_JOIN */ ${code} AS code ${sql} ORDER BY ${code} DESC LIMIT ? OFFSET ?`, ...parameters, limit, offset); // prettier-ignore
  }

  /** Sorted as the phase is. */
  sortedPath(path: AccessPath, phase: Phase, after: Position | null, limit: number): Condition {
    const [sign, way] = wayOf(phase);
    const { key, join, where } = this.predicates.orderOfDocument(phase.isKeyed);
    const isByCode = this.predicates.query.order.by === 'code';
    const behind = (code: string) => {
      if (!after) return [];
      if (!phase.isKeyed) return [condition(`${code} ${sign} ?`, after.code)];
      return [condition(`(${key} ${sign} ? OR (${key} = ? AND ${code} ${sign} ?))`, after.key, after.key, after.code)];
    };
    const { sql, parameters, code } = this.documentsBy(path, behind, isByCode ? undefined : { join, where });
    const order = `${phase.isKeyed ? `${key} ${way}, ` : ''}${code} ${way}`;
    return condition(
      `SELECT /*! STRAIGHT_JOIN */ ${key} AS sort_key, ${code} AS code, 0 AS is_end ${sql} ORDER BY ${order} LIMIT ?`,
      ...parameters,
      limit,
    );
  }

  /** The documents of a path, each once, and all that they must meet; `document` is their row, where the order needs it. */
  documentsBy(path: AccessPath, more: (code: string) => Condition[], order?: { join: Condition; where: readonly Condition[] }) {
    const { entries, by } = path;
    const [only] = entries as [Entries];
    if (hasEachOnce(path)) {
      const where = allOf([only.where, ...more(only.code), ...(order?.where ?? [])]);
      const from = this.from({ ...only, where }, { met: typeof by === 'object' ? [by] : [] }, order?.join);
      return { ...from, code: only.code };
    }
    const meets = allOf([...this.predicates.ofDocument(by === 'text'), ...more('document.code'), ...(order?.where ?? [])]);
    const codes = entries.map(({ table, code, where: { sql } }) => `SELECT ${code} AS code FROM ${table} WHERE ${sql}`).join(' UNION ALL ');
    const [document, join] = [this.predicates.join('found.code'), order?.join ?? condition('')];
    const parameters = [
      ...entries.flatMap((each) => each.where.parameters),
      ...document.parameters,
      ...join.parameters,
      ...meets.parameters,
    ];
    const from = `FROM (SELECT DISTINCT part.code FROM (${codes}) part) found ${document.sql} ${join.sql} WHERE ${meets.sql}`;
    return { ...condition(from, ...parameters), code: 'document.code' };
  }

  /** Entries of one index, and all that they must meet. */
  from(entries: Entries, alreadyTrue: AlreadyTrue, order?: Condition): Condition {
    const isRow = entries.code === 'document.code';
    const row = isRow || !(order || this.predicates.needDocument(alreadyTrue)) ? condition('') : this.predicates.join(entries.code);
    const all = allOf([entries.where, this.predicates.ofEntry(alreadyTrue, entries)]);
    const parameters = [...row.parameters, ...(order?.parameters ?? []), ...all.parameters];
    return condition(`FROM ${entries.table} ${row.sql} ${order?.sql ?? ''} WHERE ${all.sql}`, ...parameters);
  }
}
