import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { StructureHold } from '#application/ports/structure-hold';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { Workflows } from '#application/ports/workflows';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import { formLevel } from '#domain/workflows/form-level';
import type { Workflow, WorkflowReference } from '#domain/workflows/workflow';
import { FlowForm, type FormInput, type FormPlan } from './flow-form';
import { Flows } from './flows';

export interface UpdateFormInput {
  executionId: string;
  flow: WorkflowReference;
  fields: readonly FormInput[];
}

/** Operation 6.7: named fields change, the others stay; an empty value takes the old one away. */
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
    const execution = await this.flows.execution(scope, input.executionId);
    const named = await this.flows.find(scope, input.flow);
    if (named.code !== execution.workflowCode) {
      throw new DomainError('RULES_BROKEN', [{ path: ['executionId'], code: 'STEP_OF_OTHER_FLOW' }]);
    }
    const plan = await this.plan(scope, named, input);
    await this.unitOfWork.run(
      async () => {
        await this.structure.hold(scope);
        const flow = await this.flows.holdOpen(scope, execution);
        const parents = this.forms.parentProblems(plan, await this.workflows.valuesOf(scope, flow));
        if (parents.length > 0) throw new DomainError('RULES_BROKEN', parents);
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

  private async plan(scope: Scope, flow: Workflow, { fields }: UpdateFormInput): Promise<FormPlan> {
    const { form } = await this.flows.designOf(scope, flow);
    if (!form) {
      throw new DomainError(
        'INPUT_INVALID',
        fields.map(({ path }) => ({ path: [...path, 'fieldId'], code: 'UNKNOWN_ID' })),
      );
    }
    const { plan, invalid, refused } = await this.forms.examine(scope, formLevel(form, scope.client.structure.lists), fields);
    if (invalid.length > 0) throw new DomainError('INPUT_INVALID', [...invalid, ...refused]);
    if (refused.length > 0) throw new DomainError('RULES_BROKEN', refused);
    return plan;
  }

  /** After a COMMIT without an answer: a form that says what it should is as good as one that we changed. */
  private async isAsAsked(scope: Scope, flow: Workflow, plan: FormPlan): Promise<boolean> {
    const now = await this.workflows.valuesOf(scope, flow);
    const { texts } = this.forms.foresee(plan.level, [], plan);
    return [...texts].every(([id, text]) => (now.get(id) ?? '') === text);
  }
}
