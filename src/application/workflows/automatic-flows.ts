import { Injectable } from '@nestjs/common';
import type { FilingPlan } from '#application/documents/document-filing';
import { newId } from '#application/support/ids';
import { AuditTrail } from '#application/ports/audit-trail';
import { WorkflowDefinitions, Workflows } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import { formLevel } from '#domain/workflows/form-level';
import { NOBODY_NAMED } from '#domain/workflows/named';
import type { Workflow } from '#domain/workflows/workflow';
import type { Step, WorkflowDefinition } from '#domain/workflows/workflow-definition';
import { FlowForm } from './flow-form';
import { FlowProgress } from './flow-progress';

/** A flow started by a document. */
export interface StartedFlow {
  id: string;
  code: number;
  definitionId: string;
  documentId: string;
}

/** Starts flows automatically: those of the automatic definitions for the level of a filed document. */
@Injectable()
export class AutomaticFlows {
  constructor(
    private readonly definitions: WorkflowDefinitions,
    private readonly workflows: Workflows,
    private readonly forms: FlowForm,
    private readonly progress: FlowProgress,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * In the transaction that files the document, under the structure lock: definitions cannot change meanwhile.
   * @param except a definition for which the document already has a flow
   */
  async start(
    scope: Scope,
    plan: FilingPlan,
    document: { id: string; code: number },
    at: Date,
    except: string | null = null,
  ): Promise<StartedFlow[]> {
    const started: StartedFlow[] = [];
    for (const definitionId of scope.client.structure.startedAt(plan.level.node.id)) {
      const definition = definitionId === except ? null : await this.definitions.find(scope, definitionId);
      if (definition) started.push(await this.one(scope, definition, plan, document, at));
    }
    return started;
  }

  /** As the last step of that transaction. */
  async record(scope: Scope, started: readonly StartedFlow[]): Promise<void> {
    for (const { id: workflowId, code, definitionId, documentId } of started) {
      const subject = { workflowId, code, definitionId, documents: [documentId], files: [], finished: false };
      await this.audit.record(scope.actor, scope.clientId, 'workflow.activate', subject);
    }
  }

  private async one(
    scope: Scope,
    { id: definitionId, revision, design }: WorkflowDefinition,
    plan: FilingPlan,
    document: { id: string; code: number },
    at: Date,
  ): Promise<StartedFlow> {
    const { clientId, actor } = scope;
    const draft: Omit<Workflow, 'code'> = {
      ...{ id: newId(), clientId, definitionId, revision, status: 'running', note: null },
      ...{ startedAt: at, startedBy: actor.userId, endedAt: null, named: NOBODY_NAMED },
    };
    const flow: Workflow = { ...draft, code: await this.workflows.add(scope, draft) };
    await this.workflows.addDocuments(scope, flow, [document.code], at);
    const level = design.form && formLevel(design.form, scope.client.structure.lists);
    if (level) await this.workflows.setValues(scope, flow, await this.forms.settle(scope, level, [plan], null));
    const position = { visit: 1, named: NOBODY_NAMED, at };
    await this.workflows.addExecutions(scope, flow, this.progress.executionsOf(design, design.steps[0] as Step, actor.userId, position));
    return { id: flow.id, code: flow.code, definitionId, documentId: document.id };
  }
}
