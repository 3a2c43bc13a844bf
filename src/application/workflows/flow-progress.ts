import { Injectable } from '@nestjs/common';
import { newId } from '#application/support/ids';
import { Workflows } from '#application/ports/workflows';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import { DomainError, type FieldProblem } from '#domain/errors';
import { stepOf } from '#domain/workflows/exits';
import { unnamed, type Named } from '#domain/workflows/named';
import { arrive } from '#domain/workflows/visit';
import type { Execution, Workflow } from '#domain/workflows/workflow';
import type { Exit, Step, WorkflowDesign } from '#domain/workflows/workflow-definition';

/** The state in which a flow reaches a step. */
export interface Position {
  visit: number;
  named: Named;
  at: Date;
}

/** Moves flows from step to step; requires a locked or a new flow. */
@Injectable()
export class FlowProgress {
  constructor(
    private readonly workflows: Workflows,
    private readonly timeZone: TimeZone,
  ) {}

  /** Users who must be named before the flow can take this exit. */
  unnamedAfter(design: WorkflowDesign, exit: Exit, named: Named): FieldProblem[] {
    const next = this.stepAfter(design, exit);
    return next ? unnamed(next, named) : [];
  }

  /** Answers whether the flow continues; false at its end. */
  async leave(scope: Scope, flow: Workflow, design: WorkflowDesign, exit: Exit, position: Position): Promise<boolean> {
    const missing = this.unnamedAfter(design, exit, position.named);
    if (missing.length > 0) throw new DomainError('RULES_BROKEN', missing);
    const next = this.stepAfter(design, exit);
    if (next) await this.workflows.addExecutions(scope, flow, this.executionsOf(design, next, flow.startedBy, position));
    else await this.workflows.finish(scope, flow, position.at);
    return next !== null;
  }

  executionsOf(design: WorkflowDesign, step: Step, starterId: string, { visit, named, at }: Position): Omit<Execution, 'workflowCode'>[] {
    return arrive(design, step, { visit, named, at, starterId, clock: this.timeZone }, newId);
  }

  /** Null at the end. */
  stepAfter(design: WorkflowDesign, { to }: Exit): Step | null {
    if (to === design.endId) return null;
    const step = stepOf(design, to);
    // An applied definition has been validated: its exits lead to its own steps.
    if (!step) throw new Error(`a way to nowhere: ${to}`);
    return step;
  }
}
