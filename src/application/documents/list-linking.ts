import { Injectable } from '@nestjs/common';
import { ParentRows } from '#application/lists/parent-rows';
import { ListRows, type ListRow } from '#application/ports/lists';
import type { Scope } from '#domain/access/scope';
import { contradictions, keysOf, lacksForNewRow, type ListEntry } from '#domain/documents/indexing';
import { keyOfText } from '#domain/documents/field-value';
import { parentProblems } from '#domain/documents/parent-rule';
import { DomainError, type FieldProblem } from '#domain/errors';
import type { Level } from '#domain/trees/client-structure';
import { growsWhileFiling, joinKeys } from '#domain/value-lists/value-list';

/** A list entry whose row exists or will be added. */
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

/** Finds or adds the list rows that a document references. */
@Injectable()
export class ListLinking {
  constructor(
    private readonly listRows: ListRows,
    private readonly parentRows: ParentRows,
  ) {}

  async plan(scope: Scope, entries: readonly ListEntry[]): Promise<{ plans: ListPlan[]; problems: FieldProblem[] }> {
    const plans = await Promise.all(
      // A missing key has been reported already; there is no row to look up.
      entries
        .map((entry) => ({ entry, keys: keysOf(entry) }))
        .filter(({ keys }) => keys.every((key) => key !== ''))
        .map(async ({ entry, keys }): Promise<ListPlan> => {
          const key = joinKeys(keys);
          return { entry, key, row: await this.listRows.findByKey(scope, entry.list.id, key) };
        }),
    );
    const problems = await Promise.all(plans.map((plan) => this.problemsOf(scope, plan)));
    return { plans, problems: problems.flat() };
  }

  /** For a change: where rows may be added, key and mandatory-import fields are required even if the row exists (interface 4.1). */
  async planChange(scope: Scope, entries: readonly ListEntry[]): Promise<{ plans: ListPlan[]; problems: FieldProblem[] }> {
    const { plans, problems } = await this.plan(scope, entries);
    const known = plans.filter(({ entry, row }) => row && growsWhileFiling(entry.list));
    const lacking = known
      .flatMap(({ entry }) => lacksForNewRow(entry))
      .map((problem): FieldProblem => ({ ...problem, details: { ...problem.details, row: 'known' } }));
    return { plans, problems: [...problems, ...lacking] };
  }

  /** In the transaction that writes the document. */
  async link(scope: Scope, { retention }: Level, plans: readonly ListPlan[]): Promise<LinkedRows> {
    const linked: LinkedRows = { rows: new Map(), keys: [] };
    const inKeyOrder = [...plans].sort((a, b) => (`${a.entry.list.id} ${a.key}` < `${b.entry.list.id} ${b.key}` ? -1 : 1));
    for (const plan of inKeyOrder) {
      const { list } = plan.entry;
      const dates = list.fields.some(({ code }) => code === retention?.referenceFieldCode);
      const row = await this.rowOf(scope, plan, dates);
      linked.rows.set(list.id, row.code);
      for (const field of list.fields) linked.keys.push([field.code, keyOfText(field, row.texts.get(field.code) ?? '')]);
    }
    return linked;
  }

  /** @param dates whether the row determines the due date: then the row stays locked until the document is written. */
  private async rowOf(scope: Scope, { entry, key, row: known }: ListPlan, dates: boolean): Promise<ListRow> {
    const cells = entry.values.map(({ field, text, key: cellKey }) => ({ fieldCode: field.code, text, key: cellKey }));
    const found = known ?? (await this.listRows.addOrFind(scope, entry.list.id, key, cells, { filed: true }));
    if ('added' in found && found.added) return found;
    const row = (dates && (await this.listRows.hold(scope, entry.list.id, found.id))) || found;
    // The row was added or changed concurrently: the sent values must match it.
    const denied = row === known ? [] : contradictions(entry, row.texts);
    if (denied.length > 0) throw new DomainError('RULES_BROKEN', denied);
    return row;
  }

  private async problemsOf(scope: Scope, { entry, row }: ListPlan): Promise<FieldProblem[]> {
    const { list, values, refused, path } = entry;
    if (row) return contradictions(entry, row.texts);
    if (!growsWhileFiling(list)) return [{ path, code: 'LIST_KEY_UNKNOWN', details: { list: list.name } }];
    const cells = values.map((value) => ({ ...value, path: [...value.path, 'value'] }));
    return [
      ...lacksForNewRow(entry),
      ...parentProblems(cells, list.fields, refused),
      ...(await this.parentRows.problems(scope, list, cells, path)),
    ];
  }
}

/** Comparison keys by field code of the rows, existing or to be added. */
export function keysOfPlans(plans: readonly ListPlan[]): [number, string][] {
  return plans.flatMap(({ entry, row }) =>
    entry.list.fields.map((field): [number, string] => [
      field.code,
      row ? keyOfText(field, row.texts.get(field.code) ?? '') : (entry.values.find((value) => value.field.code === field.code)?.key ?? ''),
    ]),
  );
}
