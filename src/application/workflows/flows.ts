import { Injectable } from '@nestjs/common';
import { type NamedExecution, WorkflowDefinitions, Workflows } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import type { Execution, Workflow, WorkflowReference } from '#domain/workflows/workflow';
import type { WorkflowDesign } from '#domain/workflows/workflow-definition';

/** A current task of a flow, with all its executions. */
export interface CurrentTask {
  id: string;
  name: string;
  executions: NamedExecution[];
}

/** The flow does not exist or is not visible to the caller. */
export const flowUnknown = (reference: WorkflowReference | null) =>
  new DomainError('WORKFLOW_UNKNOWN', [{ path: [reference?.id === undefined ? 'workflowCode' : 'workflowId'], code: 'UNKNOWN_ID' }]);

/** Finds flows and their steps. */
@Injectable()
export class Flows {
  constructor(
    private readonly workflows: Workflows,
    private readonly definitions: WorkflowDefinitions,
  ) {}

  /** The flow of a query or body. */
  async find(scope: Scope, reference: WorkflowReference): Promise<Workflow> {
    const flow = await this.workflows.find(scope, reference);
    if (!flow) throw flowUnknown(reference);
    return flow;
  }

  /** Locks a flow that must still be running. */
  async hold(scope: Scope, code: number): Promise<Workflow> {
    const flow = await this.workflows.hold(scope, code);
    if (!flow) throw new Error('a flow that was there is gone');
    if (flow.status !== 'running') throw new DomainError('WORKFLOW_ENDED');
    return flow;
  }

  /** The design that the flow follows. */
  async designOf(scope: Scope, { definitionId, revision }: Workflow): Promise<WorkflowDesign> {
    const design = await this.definitions.design(scope, definitionId, revision);
    if (!design) throw new Error(`a flow without a design: ${definitionId} ${revision}`);
    return design;
  }

  /**
   * An execution that the caller may act on: the caller's own, or that of an external person; callers who reach the whole client
   * (integrations) act for everyone. Other executions are treated as absent.
   */
  async findExecution(scope: Scope, id: string): Promise<Execution | null> {
    const execution = await this.workflows.findExecution(scope, id);
    const own = execution && (execution.userId === null || execution.userId === scope.actor.userId);
    return own || scope.holdsWholeClient() ? execution : null;
  }

  /** Locks the flow of an execution, which must still be open. */
  async holdOpen(scope: Scope, { id, workflowCode }: Execution): Promise<Workflow> {
    const flow = await this.hold(scope, workflowCode);
    if ((await this.workflows.findExecution(scope, id))?.endedAt !== null) throw new DomainError('STEP_FINISHED');
    return flow;
  }

  /** Empty for a flow that has ended. */
  async currentTasks(scope: Scope, flow: Workflow): Promise<CurrentTask[]> {
    if (flow.status !== 'running') return [];
    const tasks = new Map<string, CurrentTask>();
    for (const execution of await this.workflows.lastVisit(scope, flow)) {
      const task = tasks.get(execution.taskId) ?? { id: execution.taskId, name: execution.taskName, executions: [] };
      task.executions.push(execution);
      tasks.set(task.id, task);
    }
    return [...tasks.values()];
  }
}
