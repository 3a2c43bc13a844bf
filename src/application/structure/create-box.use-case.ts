import { Injectable } from '@nestjs/common';
import { newId } from '#application/support/ids';
import type { IdempotencyReceipt } from '#application/idempotency/idempotency-receipt';
import { ArchiveStore } from '#application/ports/provisioning';
import { AuditTrail } from '#application/ports/audit-trail';
import { Boxes, type ListedBox, StructureHold } from '#application/ports/structure';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import type { Scope } from '#domain/access/scope';
import type { BoxType } from '#domain/boxes/box';
import { DomainError, type FieldProblem } from '#domain/errors';

export interface CreateBoxInput {
  /** Null: the next one. */
  code: number | null;
  /** That numbers and keeps it; null: the client. */
  unitId: string | null;
  /** Null: that of the outer box. */
  typeId: string | null;
  outerCode: number | null;
  provisional: string | null;
}

/** `POST /api/Caixa`: those who may file documents make the boxes that these lie in. */
@Injectable()
export class CreateBox {
  constructor(
    private readonly boxes: Boxes,
    private readonly store: ArchiveStore,
    private readonly structure: StructureHold,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, input: CreateBoxInput, receipt: IdempotencyReceipt<ListedBox>): Promise<ListedBox> {
    const { unitId, outerCode, provisional } = input;
    const id = newId();
    let code: number | null = null;
    return this.unitOfWork.run(
      async () => {
        // One at a time: a code is unique among boxes of both numberings.
        await this.store.lock(scope.clientId);
        await this.structure.hold(scope);
        const { type, parentId } = await this.placeOf(scope, input);
        code = await this.boxes.add(scope, { id, code: input.code, unitId, typeId: type.id, parentId, provisional }, this.clock.now());
        if (code === null) throw taken(input.code as number);
        const numberedBy = unitId === null ? 'client' : 'unit';
        const box: ListedBox = { id, code, numberedBy, unitId, typeId: type.id, typeName: type.name, parentId, outerCode, provisional };
        await receipt.keep(box);
        await this.audit.record(scope.actor, scope.clientId, 'box.create', { boxId: id, code, ...(unitId !== null && { unitId }) });
        return box;
      },
      async () => code !== null && (await this.boxes.idsOf(scope, code)).includes(id),
    );
  }

  /** A box within another one is of its type. */
  private async placeOf(scope: Scope, { unitId, typeId, outerCode }: CreateBoxInput): Promise<{ type: BoxType; parentId: string | null }> {
    const outer = outerCode === null ? null : await this.boxes.numbered(scope, unitId, outerCode);
    if (outerCode !== null && !outer) throw invalid({ path: ['outerCode'], code: 'BOX_UNKNOWN', details: { code: outerCode } });
    if (outerCode !== null && outer?.parentId)
      throw invalid({ path: ['outerCode'], code: 'BOX_WITHIN_ANOTHER', details: { code: outerCode } });
    const [type] = await this.boxes.types(scope, 1, outer?.typeId ?? typeId ?? '');
    if (!type) throw invalid({ path: ['typeId'], code: 'UNKNOWN_ID' });
    return { type, parentId: outer?.id ?? null };
  }
}

const invalid = (problem: FieldProblem) => new DomainError('INPUT_INVALID', [problem]);

const taken = (code: number) => new DomainError('RULES_BROKEN', [{ path: ['boxCode'], code: 'BOX_CODE_TAKEN', details: { code } }]);
