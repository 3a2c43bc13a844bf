import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { StructureHold } from '#application/ports/structure';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { Workflows } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import { DomainError, refuseAll, type FieldProblem } from '#domain/errors';
import { formLevel } from '#domain/workflows/form-level';
import type { Execution, Workflow, WorkflowReference } from '#domain/workflows/workflow';
import { FlowForm, type FormInput, type FormPlan } from './flow-form';
import { Flows, flowUnknown } from './flows';

/** Unreadable members are null. */
export interface UpdateFormInput {
  executionId: string | null;
  flow: WorkflowReference | null;
  fields: readonly FormInput[];
  /** Problems of the request itself. */
  unread: readonly FieldProblem[];
}

interface Checked {
  execution: Execution;
  flow: Workflow;
  plan: FormPlan;
}

/** Operation 6.7: named fields change, the others stay; an empty value removes the old one. */
@Injectable()
export class UpdateForm {
  constructor(
    private readonly flows: Flows,
    private readonly workflows: Workflows,
    private readonly forms: FlowForm,
    private readonly structure: StructureHold,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  async execute(scope: Scope, input: UpdateFormInput): Promise<void> {
    const { execution, flow: named, plan } = await this.check(scope, input);
    await this.unitOfWork.run(
      async () => {
        await this.structure.hold(scope);
        const flow = await this.flows.holdOpen(scope, execution);
        // Checked again under the lock, because compared values may have changed.
        refuseAll([], this.forms.parentProblems(plan, await this.workflows.valuesOf(scope, flow)));
        const texts = await this.forms.settle(scope, plan.level, [], plan);
        await this.workflows.setValues(scope, flow, texts);
        await this.audit.record(scope.actor, scope.clientId, 'workflow.form', {
          workflowId: flow.id,
          code: flow.code,
          executionId: execution.id,
          fields: [...texts.keys()],
        });
      },
      () => this.isAsAsked(scope, named, plan),
    );
  }

  private async check(scope: Scope, { executionId, flow: reference, fields, unread }: UpdateFormInput): Promise<Checked> {
    const execution = executionId === null ? null : await this.flows.findExecution(scope, executionId);
    const flow = reference && (await this.workflows.find(scope, reference));
    // Callers who may not act on the step learn nothing about the form.
    const mayKnow = execution !== null || executionId === null;
    const form = flow && mayKnow ? await this.examine(scope, flow, execution, fields) : { plan: null, invalid: [], refused: [] };
    const unknown = unread.length > 0 && reference && !flow ? flowUnknown(reference).problems : [];
    refuseAll([...unread, ...unknown, ...form.invalid], form.refused);
    if (!execution) throw new DomainError('STEP_NOT_FOUND');
    if (!flow || !form.plan) throw flowUnknown(reference);
    return { execution, flow, plan: form.plan };
  }

  private async examine(
    scope: Scope,
    flow: Workflow,
    execution: Execution | null,
    fields: readonly FormInput[],
  ): Promise<{ plan: FormPlan | null; invalid: FieldProblem[]; refused: FieldProblem[] }> {
    const isOther = execution !== null && execution.workflowCode !== flow.code;
    const ofStep: FieldProblem[] = isOther ? [{ path: ['executionId'], code: 'STEP_OF_OTHER_FLOW' }] : [];
    const { form } = await this.flows.designOf(scope, flow);
    if (!form) {
      const named = fields.filter(({ fieldId }) => fieldId !== null);
      return { plan: null, invalid: named.map(({ path }) => ({ path: [...path, 'fieldId'], code: 'UNKNOWN_ID' })), refused: ofStep };
    }
    const { plan, invalid, refused } = await this.forms.examine(scope, formLevel(form, scope.client.structure.lists), fields);
    const parents = execution && !isOther ? this.forms.parentProblems(plan, await this.workflows.valuesOf(scope, flow)) : [];
    return { plan, invalid, refused: [...ofStep, ...refused, ...parents] };
  }

  /** After a COMMIT without an answer: a form with the requested content counts as changed. */
  private async isAsAsked(scope: Scope, flow: Workflow, plan: FormPlan): Promise<boolean> {
    const now = await this.workflows.valuesOf(scope, flow);
    const { texts } = this.forms.foresee(plan.level, [], plan);
    return [...texts].every(([id, text]) => (now.get(id) ?? '') === text);
  }
}
