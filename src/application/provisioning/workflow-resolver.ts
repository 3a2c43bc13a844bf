import { stableId } from '#application/support/stable-id';
import {
  WEEKDAYS,
  type ExitDefinition,
  type FieldDefinition,
  type FormFieldReference,
  type StepDefinition,
  type TaskDefinition,
  type WorkflowDescription,
} from '#domain/provisioning/archive-definition';
import type { DefinitionPath } from '#domain/provisioning/archive-problem';
import { textToStore } from '#domain/documents/field-value';
import { exitsOf } from '#domain/workflows/check-routes';
import { readDeadline } from '#domain/workflows/deadline';
import type {
  Condition,
  Exit,
  Form,
  FormCustomField,
  Model,
  Responsible,
  Step,
  Task,
  WorkflowDesign,
  WorkingTime,
} from '#domain/workflows/workflow-definition';
import type { DefinitionIds } from './definition-ids';

/** What a workflow may refer to of its client. */
export interface WorkflowSurroundings {
  clientId: string;
  clientName: string;
  /** By the JSON of the names from the root. */
  levelIds: ReadonlyMap<string, string>;
  listIds: ReadonlyMap<string, string>;
  /** By list and label. */
  listFieldIds: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/** Assigns ids to one workflow and its parts: given ids, ids of existing parts with the same names, or ids derived from the names. */
export class WorkflowResolver {
  private readonly names: readonly string[];
  private readonly id: string;
  private readonly running: WorkflowDesign | undefined;

  constructor(
    private readonly all: DefinitionIds,
    private readonly around: WorkflowSurroundings,
    private readonly workflow: WorkflowDescription,
    private readonly path: DefinitionPath,
  ) {
    const { clientId, clientName } = around;
    this.names = [clientName, workflow.name];
    this.id = all.idOf('workflows', workflow, ['workflow', ...this.names], path, [clientId, workflow.name]);
    this.running = all.running.workflows.get(this.id)?.design;
  }

  run(): void {
    const { name, active = true, activation, levels = [], model } = this.workflow;
    this.all.put('workflows', {
      id: this.id,
      name,
      clientId: this.around.clientId,
      active,
      activation,
      levelIds: levels.map((names) => this.around.levelIds.get(JSON.stringify(names)) ?? '').sort(),
      design: this.design(),
      modelContent: model?.content?.replace(/\s+/g, '') ?? null,
    });
  }

  private design(): WorkflowDesign {
    const { steps, form, workingTime } = this.workflow;
    const fieldIds = new Map<string, string>();
    const designedForm = form ? this.form(form, fieldIds) : null;
    const endId = this.running?.endId ?? stableId('workflow-end', this.id);
    return {
      steps: this.steps(steps, endId, fieldIds),
      endId,
      form: designedForm,
      model: this.model(fieldIds),
      workingTime: workingTime ? this.workingTime(workingTime) : null,
    };
  }

  private form({ name, id, fields = [], lists = [] }: NonNullable<WorkflowDescription['form']>, ids: Map<string, string>): Form {
    const [path, running] = [[...this.path, 'form'], this.running?.form];
    const formId = this.all.partId({ id }, running?.id, ['workflow-form', ...this.names], path);
    for (const [index, field] of fields.entries()) {
      const known = running?.fields.find((each) => each.field.label === field.label)?.id;
      ids.set(field.label, this.all.partId(field, known, ['workflow-field', ...this.names, field.label], [...path, 'fields', index]));
    }
    const codes = new Map(fields.map(({ label }, index) => [label, -1 - index]));
    return {
      id: formId,
      name,
      fields: fields.map((field) => customField(field, ids.get(field.label) as string, codes)),
      lists: lists.flatMap((list) => {
        const listId = this.around.listIds.get(list.name);
        return listId ? [{ listId, mandatory: list.mandatory ?? false }] : [];
      }),
    };
  }

  private steps(steps: readonly StepDefinition[], endId: string, fieldIds: ReadonlyMap<string, string>): Step[] {
    const bare = steps.map((step, index) => this.step(step, [...this.path, 'steps', index]));
    const idOf = new Map(bare.map(({ name, id }) => [name, id]));
    return bare.map((step, index) => ({
      ...step,
      exits: exitsOf(steps, index).map(({ to, label = null, when }): Exit => ({
        to: idOf.get(to) ?? endId,
        label,
        when: when ? this.condition(when, fieldIds) : null,
      })),
    }));
  }

  private condition(when: NonNullable<ExitDefinition['when']>, fieldIds: ReadonlyMap<string, string>): Condition {
    const { field, list, operator, value } = when;
    const fieldId = this.fieldId(when, fieldIds);
    const own = this.workflow.form?.fields?.find(({ label }) => label === field);
    const type = (list === undefined ? own : this.all.image.fields.get(fieldId))?.type ?? 'text';
    return { fieldId, operator, value: textToStore(type, value) };
  }

  private step(step: StepDefinition, path: DefinitionPath): Omit<Step, 'exits'> {
    const { name, tasks } = step;
    const known = this.running?.steps.find((each) => each.name === name);
    const group = tasks ? (step.group ?? 'all') : null;
    // A task that becomes a group is a different thing.
    const knownId = known && (known.group === null) === (group === null) ? known.id : undefined;
    const id = this.all.partId(step, knownId, [group ? 'workflow-group' : 'workflow-task', ...this.names, name], path);
    if (!tasks) return { id, name, group, tasks: [this.task({ ...step, responsible: step.responsible ?? 'activator' }, id)] };
    return {
      id,
      name,
      group,
      tasks: tasks.map((task, index) => {
        const runningTask = known?.tasks.find((each) => each.name === task.name && each.id !== known.id)?.id;
        const names = ['workflow-task', ...this.names, name, task.name];
        return this.task(task, this.all.partId(task, runningTask, names, [...path, 'tasks', index]));
      }),
    };
  }

  private task({ name, responsible, consensus = 100, deadline, requires = [] }: TaskDefinition, id: string): Task {
    return {
      id,
      name,
      responsible: this.responsible(responsible, consensus),
      deadline: deadline === undefined ? null : readDeadline(deadline),
      requires: {
        comment: requires.includes('comment'),
        form: requires.includes('form'),
        attachment: requires.includes('attachment'),
        document: requires.includes('document'),
      },
    };
  }

  private responsible(said: TaskDefinition['responsible'], consensus: number): Responsible {
    if (said === 'selected-externals') return { type: said, consensus };
    if (typeof said === 'string') return { type: said };
    if ('user' in said) return { type: 'user', userId: this.all.userId(said.user) };
    return { type: 'group', userIds: said.group.map((login) => this.all.userId(login)), consensus };
  }

  private model(fieldIds: ReadonlyMap<string, string>): Model | null {
    const { model } = this.workflow;
    if (!model) return null;
    return { name: model.name, fields: Object.fromEntries((model.fields ?? []).map((each) => [each.pdf, this.fieldId(each, fieldIds)])) };
  }

  private fieldId({ field, list }: FormFieldReference, own: ReadonlyMap<string, string>): string {
    return (list === undefined ? own : this.around.listFieldIds.get(list))?.get(field) ?? '';
  }

  private workingTime({ days, from, until, holidays = [] }: NonNullable<WorkflowDescription['workingTime']>): WorkingTime {
    return {
      days: WEEKDAYS.flatMap((day, number) => (days.includes(day) ? [number] : [])),
      from: minutes(from),
      until: minutes(until),
      holidays: [...holidays].sort(),
    };
  }
}

function customField(definition: FieldDefinition, id: string, codes: ReadonlyMap<string, number>): FormCustomField {
  const { label, type, mandatory = false, min = null, max = null, pattern = null, mask = null, options = [] } = definition;
  const { parent, operator = null } = definition;
  const parentCode = parent === undefined ? null : (codes.get(parent) ?? null);
  const rules = { min, max, pattern, mask, options, parentCode, parentOperator: operator };
  return { id, field: { code: codes.get(label) as number, id, label, type, ...rules }, mandatory };
}
