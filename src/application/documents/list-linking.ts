import { Injectable } from '@nestjs/common';
import { ListRows, type ListRow } from '#application/ports/list-rows';
import type { Scope } from '#domain/access/scope';
import { contradictions, keysOf, lacksForNewRow, type ListEntry } from '#domain/documents/indexing';
import { keyOfText } from '#domain/documents/field-value';
import { DomainError, type FieldProblem } from '#domain/errors';
import { growsWhileFiling, joinKeys } from '#domain/value-lists/value-list';

/** A list entry whose row is known, or is to be added. */
export interface ListPlan {
  entry: ListEntry;
  key: string;
  row: ListRow | null;
}

export interface LinkedRows {
  /** Row codes by list id. */
  rows: Map<string, number>;
  /** Comparison keys of all cells of those rows by field code. */
  keys: [number, string][];
}

/** Finds, or adds, the list rows that a document points at (contract "Lists" of all creates). */
@Injectable()
export class ListLinking {
  constructor(private readonly listRows: ListRows) {}

  async plan(scope: Scope, entries: readonly ListEntry[]): Promise<{ plans: ListPlan[]; problems: FieldProblem[] }> {
    const plans = await Promise.all(
      // An entry that lacks a key has been reported already; there is no row to look for.
      entries
        .map((entry) => ({ entry, keys: keysOf(entry) }))
        .filter(({ keys }) => keys.every((key) => key !== ''))
        .map(async ({ entry, keys }): Promise<ListPlan> => {
          const key = joinKeys(keys);
          return { entry, key, row: await this.listRows.findByKey(scope, entry.list.id, key) };
        }),
    );
    return { plans, problems: plans.flatMap((plan) => this.problemsOf(plan)) };
  }

  /** In the transaction that writes the document. */
  async link(scope: Scope, plans: readonly ListPlan[]): Promise<LinkedRows> {
    const linked: LinkedRows = { rows: new Map(), keys: [] };
    const inKeyOrder = [...plans].sort((a, b) => (`${a.entry.list.id} ${a.key}` < `${b.entry.list.id} ${b.key}` ? -1 : 1));
    for (const plan of inKeyOrder) {
      const row = plan.row ?? (await this.add(scope, plan));
      linked.rows.set(plan.entry.list.id, row.code);
      for (const field of plan.entry.list.fields) linked.keys.push([field.code, keyOfText(field, row.texts.get(field.code) ?? '')]);
    }
    return linked;
  }

  private async add(scope: Scope, { entry, key }: ListPlan): Promise<ListRow> {
    const cells = entry.values.map(({ field, text, key: cellKey }) => ({ fieldCode: field.code, text, key: cellKey }));
    const row = await this.listRows.addOrFind(scope, entry.list.id, key, cells);
    // Somebody else added the row since it was looked for: it must agree like one that had been there all along.
    const denied = row.added ? [] : contradictions(entry, row.texts);
    if (denied.length > 0) throw new DomainError('RULES_BROKEN', denied);
    return row;
  }

  private problemsOf({ entry, row }: ListPlan): FieldProblem[] {
    if (row) return contradictions(entry, row.texts);
    if (growsWhileFiling(entry.list)) return lacksForNewRow(entry);
    return [{ path: entry.path, code: 'LIST_KEY_UNKNOWN', details: { list: entry.list.name } }];
  }
}
