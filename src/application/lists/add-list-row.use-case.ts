import { Injectable } from '@nestjs/common';
import { newId } from '#application/support/ids';
import { AuditTrail } from '#application/ports/audit-trail';
import { ListRows } from '#application/ports/lists';
import { StructureHold } from '#application/ports/structure';
import { UnitOfWork } from '#application/ports/unit-of-work';
import type { IdempotencyReceipt } from '#application/idempotency/idempotency-receipt';
import type { Scope } from '#domain/access/scope';
import { listUnknown, refuseAll, type FieldProblem } from '#domain/errors';
import { RowDraft } from '#domain/value-lists/row-draft';
import type { CellInput } from '#domain/value-lists/sent-cells';
import { RowChecks } from './row-checks';
import { previewOf, type RowPreview } from './row-preview';

export interface AddListRowInput {
  /** Null: it could not be read. */
  listId: string | null;
  cells: readonly CellInput[];
  /** Problems of reading the request; reported together with the problems found here. */
  unread: readonly FieldProblem[];
}

/** Operation 5.5, for every kind of list, including those to which filing may not add rows. */
@Injectable()
export class AddListRow {
  constructor(
    private readonly listRows: ListRows,
    private readonly checks: RowChecks,
    private readonly structure: StructureHold,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  /** Answers the id of the new row. */
  async execute(scope: Scope, input: AddListRowInput, receipt: IdempotencyReceipt<string>): Promise<string> {
    const draft = await this.check(scope, input);
    const cells = draft.changes.flatMap(({ field, value }) => (value ? [{ fieldCode: field.code, ...value }] : []));
    const id = newId();
    await this.unitOfWork.run(
      async () => {
        await this.structure.hold(scope);
        const { added } = await this.listRows.addOrFind(scope, draft.list.id, draft.newKey ?? '', cells, { id });
        if (!added) throw this.checks.keyTaken(draft);
        await receipt.keep(id);
        await this.audit.record(scope.actor, scope.clientId, 'list-row.create', { listId: draft.list.id, rowId: id });
      },
      async () => (await this.listRows.find(scope, draft.list.id, id)) !== null,
    );
    return id;
  }

  /** What `execute` would do. */
  async simulate(scope: Scope, input: AddListRowInput): Promise<RowPreview> {
    return previewOf(await this.check(scope, input), null);
  }

  private async check(scope: Scope, { listId, cells, unread }: AddListRowInput): Promise<RowDraft> {
    const list = listId === null ? null : scope.list(listId);
    if (!list && unread.length > 0) refuseAll([...unread, ...(listId === null ? [] : listUnknown().problems)]);
    if (!list) throw listUnknown();
    await this.checks.refuseUnread(scope, list, { row: null, cells, unread });
    const draft = new RowDraft(list, null, this.checks.read(list, cells));
    await this.checks.demand(scope, draft);
    return draft;
  }
}
