import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/unit-of-work';
import { type ListedWorkflow, WorkflowDefinitions, type WorkflowFilter, Workflows } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import { isLate, type Execution } from '#domain/workflows/workflow';
import type { WorkflowDefinition } from '#domain/workflows/workflow-definition';

export interface ListWorkflowsInput extends WorkflowFilter {
  page: number;
  withTotals: boolean;
}

export interface WorkflowPage {
  /** Null unless asked for. */
  totals: { pages: number; flows: number } | null;
  flows: (ListedWorkflow & { current: (Execution & { late: boolean }) | null })[];
}

/** Operation 6.4; uses the caller's page size. */
@Injectable()
export class ListWorkflows {
  constructor(
    private readonly definitions: WorkflowDefinitions,
    private readonly workflows: Workflows,
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, { page, withTotals, ...filter }: ListWorkflowsInput): Promise<WorkflowPage> {
    const definition = await this.definitions.find(scope, filter.definitionId);
    if (!definition) throw new DomainError('WORKFLOW_DEFINITION_NOT_FOUND');
    await this.checkTask(scope, definition, filter.taskId);
    const { pageSize } = scope.actor;
    const [flows, total] = await Promise.all([
      this.workflows.page(scope, filter, page, pageSize),
      withTotals ? this.workflows.count(scope, filter) : null,
    ]);
    const now = this.clock.now();
    return {
      totals: total === null ? null : { pages: Math.ceil(total / pageSize), flows: total },
      flows: flows.map((flow) => ({ ...flow, current: flow.current && { ...flow.current, late: isLate(flow.current, now) } })),
    };
  }

  /** Running flows may be at tasks that the current definition no longer has. */
  private async checkTask(scope: Scope, { id, design }: WorkflowDefinition, taskId: string | undefined): Promise<void> {
    if (taskId === undefined || design.steps.some(({ tasks }) => tasks.some((task) => task.id === taskId))) return;
    if (await this.workflows.knowsTask(scope, id, taskId)) return;
    throw new DomainError('INPUT_INVALID', [{ path: ['taskId'], code: 'UNKNOWN_ID' }]);
  }
}
