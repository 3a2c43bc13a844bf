import {
  END,
  WEEKDAYS,
  type ExitDefinition,
  type FieldDefinition,
  type FormFieldReference,
  type ModelDefinition,
  type StepDefinition,
  type TaskDefinition,
  type WorkflowDescription,
} from '#domain/provisioning/archive-definition';
import { levelNames, type ArchiveImage, type WorkflowImage } from '#domain/provisioning/archive-image';
import { writeDeadline } from '#domain/workflows/deadline';
import type { Exit, Form, FormCustomField, Responsible, Step, Task, WorkingTime } from '#domain/workflows/workflow-definition';
import { fieldDefinition, lean } from './lean';

const time = (minutes: number) => [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Writes a workflow as part of an archive file. */
export class WorkflowWording {
  private readonly names: readonly string[];
  private readonly stepNames: ReadonlyMap<string, string>;

  constructor(
    private readonly image: ArchiveImage,
    private readonly workflow: WorkflowImage,
    /** Writes an id unless it follows from these names. */
    private readonly said: (id: string, ...names: readonly string[]) => { id?: string },
  ) {
    this.names = [image.clients.get(workflow.clientId)?.name ?? workflow.clientId, workflow.name];
    this.stepNames = new Map(workflow.design.steps.map(({ id, name }) => [id, name]));
  }

  write(): WorkflowDescription {
    const { id, name, active, activation, levelIds, design } = this.workflow;
    const { steps, form, workingTime } = design;
    return {
      ...this.said(id, 'workflow', ...this.names),
      name,
      ...(!active && { active }),
      activation,
      ...(levelIds.length > 0 && { levels: levelIds.map((levelId) => levelNames(this.image.levels, levelId)) }),
      steps: steps.map((step, index) => this.step(step, steps[index + 1]?.id ?? design.endId)),
      ...(form && { form: this.form(form) }),
      ...this.model(),
      ...(workingTime && { workingTime: this.workingTime(workingTime) }),
    };
  }

  private step({ id, name, group, tasks, exits }: Step, following: string): StepDefinition {
    const [only] = tasks;
    const what = group
      ? {
          group,
          tasks: tasks.map((task) => ({ ...this.said(task.id, 'workflow-task', ...this.names, name, task.name), ...this.task(task) })),
        }
      : this.task(only as Task);
    return {
      ...this.said(id, group ? 'workflow-group' : 'workflow-task', ...this.names, name),
      name,
      ...what,
      ...this.exits(exits, following),
    };
  }

  private task({ name, responsible, deadline, requires }: Task): Omit<TaskDefinition, 'id'> {
    const consensus = 'consensus' in responsible && responsible.consensus !== 100 ? responsible.consensus : null;
    const needed = (Object.keys(requires) as (keyof typeof requires)[]).filter((each) => requires[each]);
    return lean({
      name,
      responsible: this.responsible(responsible),
      consensus,
      deadline: deadline && writeDeadline(deadline),
      requires: needed,
    });
  }

  private responsible(responsible: Responsible): TaskDefinition['responsible'] {
    const login = (id: string) => this.image.users.get(id)?.login ?? id;
    if (responsible.type === 'user') return { user: login(responsible.userId) };
    if (responsible.type === 'group') return { group: responsible.userIds.map(login) };
    return responsible.type;
  }

  private exits(exits: readonly Exit[], following: string): Pick<StepDefinition, 'next' | 'exits'> {
    const [first, ...others] = exits;
    const target = (to: string) => this.stepNames.get(to) ?? END;
    if (first && others.length === 0 && first.label === null && first.when === null) {
      return first.to === following ? {} : { next: target(first.to) };
    }
    return {
      exits: exits.map(({ to, label, when }): ExitDefinition => ({
        to: target(to),
        ...(label !== null && { label }),
        ...(when && { when: { ...this.reference(when.fieldId), operator: when.operator, value: when.value } }),
      })),
    };
  }

  private form({ id, name, fields, lists }: Form): NonNullable<WorkflowDescription['form']> {
    return lean({
      ...this.said(id, 'workflow-form', ...this.names),
      name,
      fields: fields.map((each) => this.field(each, fields)),
      lists: lists.map(({ listId, mandatory }) => lean({ name: this.image.lists.get(listId)?.name ?? listId, mandatory })),
    });
  }

  private field({ id, field, mandatory }: FormCustomField, all: readonly FormCustomField[]): FieldDefinition {
    const parent = all.find((each) => each.field.code === field.parentCode)?.field.label;
    return lean({ ...fieldDefinition(field, this.said(id, 'workflow-field', ...this.names, field.label), parent), mandatory });
  }

  private model(): { model?: ModelDefinition } {
    const { design, modelContent } = this.workflow;
    if (!design.model) return {};
    const fields = Object.entries(design.model.fields).map(([pdf, fieldId]) => ({ pdf, ...this.reference(fieldId) }));
    return { model: { name: design.model.name, content: modelContent ?? '', ...(fields.length > 0 && { fields }) } };
  }

  private reference(fieldId: string): FormFieldReference {
    const own = this.workflow.design.form?.fields.find(({ id }) => id === fieldId);
    if (own) return { field: own.field.label };
    const field = this.image.fields.get(fieldId);
    return { field: field?.label ?? fieldId, ...(field?.listId && { list: this.image.lists.get(field.listId)?.name ?? field.listId }) };
  }

  private workingTime({ days, from, until, holidays }: WorkingTime): NonNullable<WorkflowDescription['workingTime']> {
    return lean({ days: days.flatMap((day) => WEEKDAYS[day] ?? []), from: time(from), until: time(until), holidays });
  }
}
