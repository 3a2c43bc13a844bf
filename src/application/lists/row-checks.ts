import { Injectable } from '@nestjs/common';
import { ListRows, type ListRow } from '#application/ports/lists';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import { notationOfLists, type Notation } from '#domain/documents/sent-value';
import { DomainError, refuseAll, type FieldProblem } from '#domain/errors';
import { RowDraft } from '#domain/value-lists/row-draft';
import { readCells, type CellInput, type SentCells } from '#domain/value-lists/sent-cells';
import type { ValueList } from '#domain/value-lists/value-list';
import { ParentRows } from './parent-rows';

/** Checks of operations 5.4 and 5.5, for writes and simulations. */
@Injectable()
export class RowChecks {
  private readonly notation: Notation;

  constructor(
    private readonly listRows: ListRows,
    private readonly parentRows: ParentRows,
    timeZone: TimeZone,
  ) {
    this.notation = notationOfLists(timeZone);
  }

  /** Refuses inputs that are not valid cells of the list. */
  read(list: ValueList, inputs: readonly CellInput[]): SentCells {
    const sent = readCells(list, inputs, this.notation);
    if (sent.invalid.length > 0) refuseAll(sent.invalid, sent.refused);
    return sent;
  }

  /** Refuses a row with unreadable parts, together with all other problems. */
  async refuseUnread(
    scope: Scope,
    list: ValueList,
    { row, cells, unread }: { row: ListRow | null; cells: readonly CellInput[]; unread: readonly FieldProblem[] },
  ): Promise<void> {
    if (unread.length === 0) return;
    // If no cell could be read, missing cells are not reported.
    if (cells.length === 0) refuseAll(unread);
    const sent = readCells(list, cells, this.notation);
    refuseAll([...unread, ...sent.invalid], await this.problems(scope, new RowDraft(list, row && row.texts, sent)));
  }

  /** Refuses the row with all its problems. */
  async demand(scope: Scope, draft: RowDraft): Promise<void> {
    refuseAll([], await this.problems(scope, draft));
  }

  private async problems(scope: Scope, draft: RowDraft): Promise<FieldProblem[]> {
    return [...draft.problems(), ...(await this.parentProblems(scope, draft)), ...(await this.keyProblems(scope, draft))];
  }

  keyTaken(draft: RowDraft): DomainError {
    return new DomainError('RULES_BROKEN', [keyTaken(draft)]);
  }

  private async parentProblems(scope: Scope, draft: RowDraft): Promise<FieldProblem[]> {
    const references = this.parentRows.fieldsOf(scope, draft.list);
    // An unchanged reference is not checked again: the key of the parent row may have changed.
    if (draft.refuses(references) || (!draft.isNew && !draft.moves(references))) return [];
    // Missing mandatory fields are reported elsewhere.
    if (references.some((field) => field.isImportMandatory && !draft.after(field))) return [];
    const cells = references.flatMap((field) => {
      const value = draft.after(field);
      return value ? [{ field, text: value.text, path: draft.pathOf([field]) }] : [];
    });
    return this.parentRows.problems(scope, draft.list, cells, draft.pathOf(references));
  }

  private async keyProblems(scope: Scope, draft: RowDraft): Promise<FieldProblem[]> {
    const { list, newKey, hasKey } = draft;
    if (newKey === null || !hasKey) return [];
    return (await this.listRows.findByKey(scope, list.id, newKey)) ? [keyTaken(draft)] : [];
  }
}

function keyTaken(draft: RowDraft): FieldProblem {
  return { path: draft.keyPath, code: 'LIST_KEY_TAKEN', details: { list: draft.list.name } };
}
