import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Cursors } from '#application/ports/documents';
import {
  type DocumentQuery,
  DocumentSearch,
  type FoundDocument,
  type Position,
  TextTooFrequent,
  type Total,
} from '#application/ports/document-search';
import type { Scope } from '#domain/access/scope';
import { FILTER_LIMITS, statesOf, type Filter, type Order } from '#domain/documents/filter';
import { DomainError, refuseAll, type FieldProblem } from '#domain/errors';
import type { Level } from '#domain/trees/client-structure';
import { TimeZone } from '../support/time-zone';
import { FilterReader, type AskedGroup } from './filter-reader';
import { entryOf, type FoundEntry } from './found-entry';
import { SearchedLabels, searchedLevels, searchNotation } from './searched-labels';
import { TextSearch, type AskedText } from './text-search';

export interface AskedOrder {
  label?: string | null | undefined;
  listName?: string | null | undefined;
  member?: 'code' | 'created' | 'due' | null | undefined;
  descending: boolean;
}

/** Undefined: not sent; null: unreadable, which has been told. */
export interface FindInput {
  unitId?: string;
  nodeId?: string;
  filter: AskedGroup | null | undefined;
  order: AskedOrder | null | undefined;
  /** Words of the text of files. */
  text: string | null | undefined;
  columns: readonly (string | undefined)[] | null | undefined;
  cursor: string | null | undefined;
  /** Absent: the default of the user. */
  pageSize?: number;
  count: boolean;
  /** Pieces of the text around its words. */
  highlight: boolean;
  unread: readonly FieldProblem[];
}

export interface FindAnswer {
  documents: readonly FoundEntry[];
  /** The cursor of the next page; null: this was the last. */
  next: string | null;
  isComplete: boolean;
  /** Null unless asked for. */
  total: Total | null;
  /** Null where no words of files were asked for; its number, where there are too many to count. */
  text: { pending: number | null } | null;
}

/** Above it a total is not exact. */
export const MOST_COUNTED = 10_000;
/** Of cursors: another one does not open as this one. */
const VERSION = 1;
type Kept = [version: number, search: string, key: Position['key'], code: number];

/** A typed search: a filter, words of files, one order, a cursor, chosen columns, a count (ADR 0039). */
@Injectable()
export class FindDocuments {
  constructor(
    private readonly finder: DocumentSearch,
    private readonly cursors: Cursors,
    private readonly timeZone: TimeZone,
    private readonly texts: TextSearch,
  ) {}

  async execute(scope: Scope, input: FindInput): Promise<FindAnswer> {
    const [problems, refused]: [FieldProblem[], FieldProblem[]] = [[...input.unread], []];
    const nodeCodes = input.nodeId === undefined ? undefined : scope.client.structure.subtree(scope.level(input.nodeId).node.code);
    const levels = searchedLevels(scope, nodeCodes);
    const filter = this.filter(scope, input, levels, problems);
    const words = input.text == null ? null : this.texts.read(input.text, problems, refused);
    const order = this.order(input.order, levels, problems, refused);
    const columns = this.columns(input.columns, levels, problems);
    const search = digestOf(scope, input);
    const after = this.position(input.cursor, search, problems);
    refuseAll(problems, refused);

    const text = words && { words, scope: await this.texts.scopeOf(scope) };
    const wanted: DocumentQuery = { filter, states: statesOf(filter), order, ...(nodeCodes && { nodeCodes }), ...(text && { text }) };
    const [slice, total, pending] = await Promise.all([
      this.finder.page(scope, wanted, input.pageSize ?? scope.actor.pageSize, after).catch(refuseFrequent),
      input.count ? this.finder.count(scope, wanted, MOST_COUNTED).catch(refuseFrequent) : null,
      text && this.texts.pending(text),
    ]);
    const highlights = text && input.highlight ? await this.highlights(text, slice.documents) : null;
    const kept = (next: Position): Kept => [VERSION, search, next.key, next.code];
    return {
      documents: slice.documents.flatMap((found) => entryOf(scope, found, columns)).map((entry) => ({ ...entry, ...highlights?.(entry) })),
      next: slice.next && this.cursors.seal(JSON.stringify(kept(slice.next))),
      isComplete: slice.isComplete,
      total,
      text: text && { pending },
    };
  }

  private async highlights(text: AskedText, documents: readonly FoundDocument[]) {
    const found = await this.texts.highlights(text, documents.map(({ code }) => code)); // prettier-ignore
    return ({ found: { code } }: FoundEntry) => ({ highlights: found.get(code) ?? [] });
  }

  private filter(scope: Scope, { filter, unitId, nodeId }: FindInput, levels: readonly Level[], problems: FieldProblem[]): Filter {
    const labels = new SearchedLabels(levels, problems);
    const notation = searchNotation(scope, nodeId, this.timeZone);
    const read = new FilterReader(scope, labels, notation, this.timeZone, problems).read(filter ?? {}, ['filter']);
    return unitId === undefined ? read : { all: [read, { member: 'unit', test: { among: [unitId] } }] };
  }

  private order(asked: AskedOrder | null | undefined, levels: readonly Level[], problems: FieldProblem[], refused: FieldProblem[]): Order {
    const { label, listName = null, member, descending } = asked ?? { descending: true };
    if (!label) return { by: member ?? 'code', descending };
    const fields = new SearchedLabels(levels, problems).named(label, listName, ['order', 'label']) ?? [];
    const isAmbiguous = new Set(fields.map(({ type }) => type)).size > 1 || fields.length > FILTER_LIMITS.orderFields;
    if (isAmbiguous) refused.push({ path: ['order', 'label'], code: 'ORDER_AMBIGUOUS', details: { label } });
    return { by: fields.map(({ code }) => code).sort((a, b) => a - b), descending };
  }

  /** The codes of the fields of each chosen column; null: all. */
  private columns(asked: FindInput['columns'], levels: readonly Level[], problems: FieldProblem[]): readonly ReadonlySet<number>[] | null {
    if (!asked) return null;
    const labels = new SearchedLabels(levels, problems);
    return asked.map((label, index) => {
      const fields = label === undefined ? null : labels.named(label, null, ['columns', index]);
      return new Set(fields?.map(({ code }) => code));
    });
  }

  /** A cursor holds where the caller has got to; what may be seen is asked anew with each page. */
  private position(cursor: string | null | undefined, search: string, problems: FieldProblem[]): Position | null {
    if (cursor == null) return null;
    const opened = this.cursors.open(cursor);
    const [version, ofSearch, key, code] = (opened === null ? [] : JSON.parse(opened)) as Partial<Kept>;
    if (version !== VERSION || code === undefined) {
      problems.push({ path: ['cursor'], code: 'FORMAT', details: { type: 'cursor' } });
      return null;
    }
    if (ofSearch !== search) problems.push({ path: ['cursor'], code: 'CURSOR_OF_OTHER_SEARCH' });
    return { key: key ?? null, code };
  }
}

function refuseFrequent(error: unknown): never {
  if (error instanceof TextTooFrequent) throw new DomainError('RULES_BROKEN', [{ path: ['text'], code: 'TEXT_TOO_FREQUENT' }], {}, error);
  throw error;
}

/** What makes a search this one: who asks, where, and for what, as it was sent. */
function digestOf({ actor, clientId }: Scope, { unitId, nodeId, filter, order, text }: FindInput): string {
  const asked = JSON.stringify([actor.userId, clientId, unitId, nodeId, filter, order, text]);
  return createHash('sha256').update(asked).digest('base64url').slice(0, 22);
}
