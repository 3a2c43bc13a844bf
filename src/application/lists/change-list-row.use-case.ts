import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { DocumentRepository } from '#application/ports/documents';
import { ListRows, type ListRow } from '#application/ports/lists';
import { StructureHold } from '#application/ports/structure';
import { UnitOfWork } from '#application/ports/unit-of-work';
import type { Scope } from '#domain/access/scope';
import { dueDay } from '#domain/documents/indexing';
import { DomainError, refuseAll, type FieldProblem } from '#domain/errors';
import { RowDraft } from '#domain/value-lists/row-draft';
import type { CellInput, SentCells } from '#domain/value-lists/sent-cells';
import type { ValueList } from '#domain/value-lists/value-list';
import { RowChecks } from './row-checks';
import { previewOf, type RowPreview } from './row-preview';

export interface ChangeListRowInput {
  /** Null: it could not be read. */
  listId: string | null;
  /** Null: it could not be read. */
  rowId: string | null;
  cells: readonly CellInput[];
  /** Problems of reading the request; reported together with the problems found here. */
  unread: readonly FieldProblem[];
}

/** Operation 5.4. Documents show the texts of their rows, so all of them show the new texts at once. */
@Injectable()
export class ChangeListRow {
  constructor(
    private readonly listRows: ListRows,
    private readonly documents: DocumentRepository,
    private readonly checks: RowChecks,
    private readonly structure: StructureHold,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  async execute(scope: Scope, input: ChangeListRowInput): Promise<void> {
    const { list, sent, row: found } = await this.open(scope, input);
    await this.unitOfWork.run(
      async () => {
        await this.structure.hold(scope);
        // Reads under the lock: the second of two writers is validated against what the first has written.
        const row = await this.listRows.hold(scope, list.id, found.id);
        if (!row) throw new DomainError('LIST_ROW_NOT_FOUND');
        const draft = new RowDraft(list, row.texts, sent);
        await this.checks.demand(scope, draft);
        await this.write(scope, row, draft);
        const fields = draft.changes.map(({ field }) => field.id);
        await this.audit.record(scope.actor, scope.clientId, 'list-row.update', { listId: list.id, rowId: row.id, fields });
      },
      async () => {
        const row = await this.listRows.find(scope, list.id, found.id);
        return row !== null && new RowDraft(list, row.texts, sent).changes.length === 0;
      },
    );
  }

  /** What `execute` would do. */
  async simulate(scope: Scope, input: ChangeListRowInput): Promise<RowPreview> {
    const { list, sent, row } = await this.open(scope, input);
    const draft = new RowDraft(list, row.texts, sent);
    await this.checks.demand(scope, draft);
    return previewOf(draft, row.id);
  }

  private async open(
    scope: Scope,
    { listId, rowId, cells, unread }: ChangeListRowInput,
  ): Promise<{ list: ValueList; sent: SentCells; row: ListRow }> {
    const list = listId === null ? undefined : scope.list(listId);
    const row = list && rowId !== null ? await this.listRows.find(scope, list.id, rowId) : null;
    if (list && row) await this.checks.refuseUnread(scope, list, { row, cells, unread });
    refuseAll(unread);
    if (!list) throw new DomainError('LIST_NOT_FOUND');
    if (!row) throw new DomainError('LIST_ROW_NOT_FOUND');
    return { list, sent: this.checks.read(list, cells), row };
  }

  private async write(scope: Scope, row: ListRow, draft: RowDraft): Promise<void> {
    const { changes, newKey } = draft;
    const written = await this.listRows.change(scope, row, {
      values: changes.flatMap(({ field, value }) => (value ? [{ fieldCode: field.code, ...value }] : [])),
      cleared: changes.flatMap(({ field, value }) => (value ? [] : [field.code])),
      key: newKey,
    });
    if (!written) throw this.checks.keyTaken(draft);
    await this.moveDueDays(scope, row, draft);
  }

  /** Updates the due dates of the row's documents where their level counts from a field of the list. */
  private async moveDueDays(scope: Scope, row: ListRow, draft: RowDraft): Promise<void> {
    const { keys } = draft;
    for (const { field } of draft.changes.filter((change) => draft.moves([change.field]))) {
      for (const level of scope.client.structure.levelsDueBy(field.code)) {
        await this.documents.moveDueDay(scope, [level.node.code], row.code, dueDay(level, keys));
      }
    }
  }
}
