import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { Workflows } from '#application/ports/workflows';
import { NO_RECEIPT, type IdempotencyReceipt } from '#application/idempotency/idempotency-receipt';
import type { Scope } from '#domain/access/scope';
import { DomainError, refuseAll, type FieldProblem } from '#domain/errors';
import { exitOf, namedExit, stepOf } from '#domain/workflows/exits';
import { formLevel } from '#domain/workflows/form-level';
import { renamed, type Named } from '#domain/workflows/named';
import { lackingLabels, unmet } from '#domain/workflows/requirements';
import { depart } from '#domain/workflows/visit';
import type { Execution, Workflow, WorkflowStatus } from '#domain/workflows/workflow';
import type { Step, Task, WorkflowDesign } from '#domain/workflows/workflow-definition';
import { formValues, type Texts } from './flow-form';
import { FlowProgress } from './flow-progress';
import { Flows, type CurrentTask } from './flows';
import { NamedPeople } from './named-people';

/** Unreadable members are null or missing. */
export interface CompleteStepInput {
  executionId: string | null;
  comment: string | null;
  /** Selects an exit: by the step, one of its tasks, or the end. */
  nextTaskId: string | null;
  /** Users named for later tasks. */
  named: Named;
  /** Problems of the request itself. */
  unread: readonly FieldProblem[];
}

export interface WorkflowState {
  id: string;
  code: number;
  status: WorkflowStatus;
  tasks: CurrentTask[];
  at: Date;
}

/** Extension `concluir`: completes one person's part of a task; when that completes the step, the flow moves on. */
@Injectable()
export class CompleteStep {
  constructor(
    private readonly flows: Flows,
    private readonly workflows: Workflows,
    private readonly people: NamedPeople,
    private readonly progress: FlowProgress,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, input: CompleteStepInput, receipt: IdempotencyReceipt<WorkflowState> = NO_RECEIPT): Promise<WorkflowState> {
    const execution = input.executionId === null ? null : await this.flows.findExecution(scope, input.executionId);
    if (!execution && input.unread.length === 0) throw new DomainError('STEP_NOT_FOUND');
    const { invalid = [], refused = [] } = await this.people.problems(scope, input.named);
    refuseAll([...input.unread, ...invalid], refused);
    if (!execution) throw new DomainError('STEP_NOT_FOUND');
    const at = this.clock.now();
    return this.unitOfWork.run(
      async () => {
        // Locks the flow first, so that concurrent completions of one step are serialised.
        const flow = await this.flows.holdOpen(scope, execution);
        const design = await this.flows.designOf(scope, flow);
        await this.complete(scope, flow, design, execution, input, at);
        const state = await this.stateOf(scope, flow, at);
        await receipt.keep(state);
        await this.audit.record(scope.actor, scope.clientId, 'workflow.complete', {
          workflowId: flow.id,
          code: flow.code,
          executionId: execution.id,
          taskId: execution.taskId,
          finished: state.status !== 'running',
        });
        return state;
      },
      async () => (await this.workflows.findExecution(scope, execution.id))?.endedAt?.getTime() === at.getTime(),
    );
  }

  private async complete(
    scope: Scope,
    flow: Workflow,
    design: WorkflowDesign,
    execution: Execution,
    input: CompleteStepInput,
    at: Date,
  ): Promise<void> {
    const step = stepOf(design, execution.stepId) as Step;
    const texts = await this.workflows.valuesOf(scope, flow);
    await this.demand(scope, flow, design, step, execution, texts, input.comment);
    const { needless, leaves } = depart(step, await this.workflows.lastVisit(scope, flow), execution.id);
    await this.workflows.endExecutions(scope, flow, execution.id, needless, at);
    if (input.comment !== null) {
      const author = execution.email === null ? { userId: scope.actor.userId, email: null } : { userId: null, email: execution.email };
      await this.workflows.addComment(scope, flow, { taskName: execution.taskName, ...author, madeAt: at, text: input.comment });
    }
    const named = renamed(flow.named, input.named);
    await this.workflows.setNamed(scope, flow, named);
    if (!leaves) return void (input.nextTaskId !== null && namedExit(design, step, input.nextTaskId));
    const level = design.form && formLevel(design.form, scope.client.structure.lists);
    const exit = exitOf(design, step, formValues(level, texts), input.nextTaskId);
    await this.progress.leave(scope, flow, design, exit, { visit: execution.visit + 1, named, at });
  }

  private async demand(
    scope: Scope,
    flow: Workflow,
    { form }: WorkflowDesign,
    step: Step,
    { taskId }: Execution,
    texts: Texts,
    comment: string | null,
  ): Promise<void> {
    const task = step.tasks.find(({ id }) => id === taskId) as Task;
    const { attachment, document } = task.requires;
    const problems = unmet(task, {
      comment: comment !== null,
      formLacks: form && lackingLabels(formLevel(form, scope.client.structure.lists), texts),
      attachment: attachment && (await this.workflows.filesOf(scope, flow)).length > 0,
      document: document && (await this.workflows.hasDocuments(scope, flow)),
    });
    if (problems.length > 0) throw new DomainError('RULES_BROKEN', problems);
  }

  private async stateOf(scope: Scope, { code }: Workflow, at: Date): Promise<WorkflowState> {
    const flow = (await this.workflows.find(scope, { code })) as Workflow;
    return { id: flow.id, code, status: flow.status, tasks: await this.flows.currentTasks(scope, flow), at };
  }
}
