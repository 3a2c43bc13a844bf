import { Injectable } from '@nestjs/common';
import { DocumentFiling, type FiledDocument, type Filing } from '#application/documents/document-filing';
import { FileAcceptance } from '#application/files/file-acceptance';
import type { UploadSession } from '#application/files/upload-session';
import { newId } from '#application/support/ids';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { StructureHold } from '#application/ports/structure';
import { WorkflowDefinitions, Workflows } from '#application/ports/workflows';
import { NO_RECEIPT, type IdempotencyReceipt } from '#application/idempotency/idempotency-receipt';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import { eventFiles, type NewFile } from '#domain/files/document-file';
import { exitOf } from '#domain/workflows/exits';
import type { Workflow } from '#domain/workflows/workflow';
import type { Step, WorkflowDefinition } from '#domain/workflows/workflow-definition';
import { ActivationPlanner, apiTask, type ActivationInput, type ActivationPlan } from './activation-plan';
import { AutomaticFlows, type StartedFlow } from './automatic-flows';
import { FlowForm, formValues, type Texts } from './flow-form';
import { FlowProgress } from './flow-progress';

export interface ActivateWorkflowInput extends ActivationInput {
  /** Holds the uploaded files. */
  upload: UploadSession;
}

export interface ActivatedWorkflow {
  id: string;
  code: number;
}

/** The stored files of a request. */
interface Stored {
  ofDocuments: readonly (readonly NewFile[])[];
  ofFlow: readonly NewFile[];
}

/** Operation 6.2: flow, documents and files are stored in one transaction. */
@Injectable()
export class ActivateWorkflow {
  constructor(
    private readonly definitions: WorkflowDefinitions,
    private readonly planner: ActivationPlanner,
    private readonly filing: DocumentFiling,
    private readonly acceptance: FileAcceptance,
    private readonly forms: FlowForm,
    private readonly progress: FlowProgress,
    private readonly automatic: AutomaticFlows,
    private readonly workflows: Workflows,
    private readonly structure: StructureHold,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(
    scope: Scope,
    input: ActivateWorkflowInput,
    receipt: IdempotencyReceipt<ActivatedWorkflow> = NO_RECEIPT,
  ): Promise<ActivatedWorkflow> {
    const documentScope = await this.planner.documentScope(scope, input);
    const plan = await this.planner.plan(scope, documentScope, await this.definition(scope, input), input);
    const stored = await this.take(scope.clientId, input);
    const flow = this.flowOf(scope, plan.definition, input);
    const keys = [...stored.ofDocuments.flat(), ...stored.ofFlow].map(({ key }) => key);
    const activated = await this.unitOfWork.run(
      async () => {
        await this.structure.hold(scope);
        await input.upload.claim(keys);
        return this.store(scope, flow, { input, plan, stored, receipt });
      },
      async () => (await this.workflows.find(scope, { id: flow.id })) !== null,
    );
    input.upload.committed(keys);
    return activated;
  }

  /** For an unreadable request it is not checked whether the definition could be started. */
  private async definition(scope: Scope, { definitionId, unread }: ActivationInput): Promise<WorkflowDefinition | null> {
    const definition = definitionId === null ? null : await this.definitions.find(scope, definitionId);
    if (!definition || unread.length > 0) return definition;
    if (!definition.active) throw new DomainError('WORKFLOW_DEFINITION_INACTIVE');
    if (definition.activation === 'manual') throw new DomainError('WORKFLOW_DEFINITION_MANUAL');
    return definition;
  }

  private async take(clientId: string, { documents, files, upload }: ActivateWorkflowInput): Promise<Stored> {
    const ofDocuments: NewFile[][] = [];
    for (const document of documents) ofDocuments.push(await this.acceptance.fetchAndCheck(clientId, document.files, upload));
    return { ofDocuments, ofFlow: await this.acceptance.fetchAndCheck(clientId, files, upload) };
  }

  private flowOf(
    scope: Scope,
    { id: definitionId, revision }: WorkflowDefinition,
    { named, note }: ActivationInput,
  ): Omit<Workflow, 'code'> {
    return {
      id: newId(),
      clientId: scope.clientId,
      definitionId,
      revision,
      status: 'running',
      note,
      startedAt: this.clock.now(),
      startedBy: scope.actor.userId,
      endedAt: null,
      named,
    };
  }

  private async store(
    scope: Scope,
    draft: Omit<Workflow, 'code'>,
    {
      input,
      plan,
      stored,
      receipt,
    }: { input: ActivateWorkflowInput; plan: ActivationPlan; stored: Stored; receipt: IdempotencyReceipt<ActivatedWorkflow> },
  ): Promise<ActivatedWorkflow> {
    const flow: Workflow = { ...draft, code: await this.workflows.add(scope, draft) };
    const { filings, filed, started } = await this.fileDocuments(scope, flow, plan, stored);
    await this.workflows.addFiles(
      scope,
      flow,
      stored.ofFlow.map((file, index) => ({ ...file, toSign: input.files[index]?.sign ?? false, createdAt: flow.startedAt })),
    );
    const texts: Texts = plan.level ? await this.forms.settle(scope, plan.level, plan.documents, plan.form) : new Map();
    await this.workflows.setValues(scope, flow, texts);
    const finished = await this.begin(scope, flow, plan, texts, input);
    const activated = { id: flow.id, code: flow.code };
    await receipt.keep(activated);
    await this.filing.record(filings, filed);
    await this.automatic.record(scope, started);
    const subject = {
      workflowId: flow.id,
      code: flow.code,
      definitionId: flow.definitionId,
      documents: filed.map(({ id }) => id),
      files: stored.ofFlow.map(({ id }) => id),
      finished,
    };
    await this.audit.record(scope.actor, scope.clientId, 'workflow.activate', subject, eventFiles(stored.ofFlow));
    return activated;
  }

  private async fileDocuments(
    scope: Scope,
    flow: Workflow,
    plan: ActivationPlan,
    { ofDocuments }: Stored,
  ): Promise<{ filings: Filing[]; filed: FiledDocument[]; started: StartedFlow[] }> {
    const filings = plan.documents.map((document, index): Filing => {
      return { scope: plan.documentScope as Scope, plan: document, id: newId(), files: ofDocuments[index] ?? [], at: flow.startedAt };
    });
    const filed = filings.length === 0 ? [] : await this.filing.file(filings);
    const started: StartedFlow[] = [];
    for (const [index, document] of plan.documents.entries())
      started.push(...(await this.automatic.start(scope, document, filed[index] as FiledDocument, flow.startedAt, flow.definitionId)));
    const codes = filed.map(({ code }) => code);
    await this.workflows.addDocuments(scope, flow, codes, flow.startedAt);
    const toSign = plan.documents.flatMap(({ input }, index) =>
      (ofDocuments[index] ?? []).filter((_, at) => input.files[at]?.sign).map(({ id }) => id),
    );
    await this.workflows.markForSigning(scope, flow, toSign);
    return { filings, filed, started };
  }

  /** Opens the first step; a task for the API completes at once. Answers whether the flow has ended. */
  private async begin(
    scope: Scope,
    flow: Workflow,
    { definition: { design }, level }: ActivationPlan,
    texts: Texts,
    input: ActivateWorkflowInput,
  ): Promise<boolean> {
    const [at, step] = [flow.startedAt, design.steps[0] as Step];
    const task = apiTask(step);
    const executions = this.progress.executionsOf(design, step, flow.startedBy, { visit: 1, named: input.named, at });
    const opened = task ? executions.map((execution) => ({ ...execution, endedAt: at, done: true })) : executions;
    await this.workflows.addExecutions(scope, flow, opened);
    if (input.comment !== null) {
      const taskName = opened[0]?.taskName ?? step.name;
      await this.workflows.addComment(scope, flow, { taskName, userId: scope.actor.userId, email: null, madeAt: at, text: input.comment });
    }
    if (!task) return false;
    const exit = exitOf(design, step, formValues(level, texts), input.nextTaskId);
    return !(await this.progress.leave(scope, flow, design, exit, { visit: 2, named: input.named, at }));
  }
}
