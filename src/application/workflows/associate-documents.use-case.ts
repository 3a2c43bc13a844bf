import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { Workflows } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import { DomainError, refuseAll, type FieldProblem } from '#domain/errors';
import type { Workflow, WorkflowReference } from '#domain/workflows/workflow';
import { Flows, flowUnknown } from './flows';

/** Unreadable members are null. */
export interface AssociateInput {
  flow: WorkflowReference | null;
  documentIds: readonly (string | null)[];
  /** Problems of the request itself. */
  unread: readonly FieldProblem[];
}

interface Sought {
  /** Codes by id. */
  codes: Map<string, number>;
  unknown: FieldProblem[];
}

/** Operation 6.3: adds documents visible to the caller to a running flow; documents already in the flow are skipped. */
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

  async execute(scope: Scope, input: AssociateInput): Promise<void> {
    const named = input.flow && (await this.workflows.find(scope, input.flow));
    const documents = await this.access.ofClient(scope.actor, 'document:view', scope.clientId);
    if (!named || input.unread.length > 0) return this.refuse(input, named, await this.seek(documents, input));
    const { code } = named;
    const at = this.clock.now();
    await this.unitOfWork.run(
      async () => {
        const flow = await this.flows.hold(scope, code);
        const { codes, unknown } = await this.seek(documents, input);
        if (unknown.length > 0) throw new DomainError('DOCUMENT_UNKNOWN', unknown);
        const added = new Set(await this.workflows.addDocuments(scope, flow, [...codes.values()], at));
        if (added.size === 0) return;
        const ids = [...codes].filter(([, each]) => added.has(each)).map(([id]) => id);
        await this.audit.record(scope.actor, scope.clientId, 'workflow.associate', { workflowId: flow.id, code, documents: ids });
      },
      // Repeating it changes nothing, so the transaction may be retried.
      async () => false,
    );
  }

  private async seek(documents: Scope | null, { documentIds }: AssociateInput): Promise<Sought> {
    const ids = documentIds.filter((id) => id !== null);
    const codes = documents && ids.length > 0 ? await this.workflows.documentCodes(documents, ids) : new Map<string, number>();
    const unknown = documentIds.flatMap((id, index): FieldProblem[] =>
      id === null || codes.has(id) ? [] : [{ path: ['documents', index], code: 'UNKNOWN_ID' }],
    );
    return { codes, unknown };
  }

  /** An unknown flow as the only problem has a code of its own. */
  private refuse({ flow: reference, unread }: AssociateInput, flow: Workflow | null, { unknown }: Sought): void {
    const problems = [...unread, ...unknown];
    if (problems.length > 0) refuseAll([...problems, ...(reference && !flow ? flowUnknown(reference).problems : [])]);
    throw flowUnknown(reference);
  }
}
