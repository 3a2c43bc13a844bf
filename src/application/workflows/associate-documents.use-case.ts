import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock } from '#application/ports/clock';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { Workflows } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import type { WorkflowReference } from '#domain/workflows/workflow';
import { Flows } from './flows';

/** Operation 6.3: documents that the caller may see become documents of a running flow; those that are already stay so. */
@Injectable()
export class AssociateDocuments {
  constructor(
    private readonly access: AccessPolicy,
    private readonly flows: Flows,
    private readonly workflows: Workflows,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, reference: WorkflowReference, documentIds: readonly string[]): Promise<void> {
    const { code } = await this.flows.find(scope, reference);
    const documents = await this.access.ofClient(scope.actor, 'document:view', scope.clientId);
    const at = this.clock.now();
    await this.unitOfWork.run(
      async () => {
        const flow = await this.flows.hold(scope, code);
        const codes = documents ? await this.workflows.documentCodes(documents, documentIds) : new Map<string, number>();
        const unknown = documentIds.flatMap((id, index) => (codes.has(id) ? [] : [index]));
        if (unknown.length > 0) {
          throw new DomainError(
            'DOCUMENT_UNKNOWN',
            unknown.map((index) => ({ path: ['documents', index], code: 'UNKNOWN_ID' as const })),
          );
        }
        const added = new Set(await this.workflows.addDocuments(scope, flow, [...codes.values()], at));
        if (added.size === 0) return;
        const ids = [...codes].filter(([, each]) => added.has(each)).map(([id]) => id);
        await this.audit.record(scope.actor, scope.clientId, 'workflow.associate', { workflowId: flow.id, code, documents: ids });
      },
      // Once more changes nothing: the whole may be repeated.
      async () => false,
    );
  }
}
