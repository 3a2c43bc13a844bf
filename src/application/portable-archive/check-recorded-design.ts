import type { RecordedDesign } from '#application/ports/portable-archive';
import type { PdfForms } from '#application/ports/workflows';
import type { ListDefinition, TaskDefinition, WorkflowDescription } from '#domain/provisioning/archive-definition';
import { readDay } from '#domain/documents/calendar';
import { Problems } from '#domain/provisioning/archive-problem';
import { fold } from '#domain/text';
import { checkWorkflows } from '#domain/workflows/check-design';
import type { WorkflowDesign } from '#domain/workflows/workflow-definition';
import { checkModels } from '../provisioning/check-models';
import { DefinitionWriter } from '../provisioning/definition-writer';
import type { KnownThings } from './known-things';
import { WorkflowWording } from '../provisioning/workflow-wording';

/** Checks recorded designs of flows by the rules for current designs, except that people and lists may have been removed since. */
export class RecordedDesigns {
  private lists: ReadonlyMap<string, ListDefinition> | undefined;

  constructor(
    private readonly known: KnownThings,
    private readonly forms: PdfForms,
  ) {}

  /** What is wrong with it, in words. */
  async problems({ definitionId, design, model }: RecordedDesign): Promise<string[]> {
    const { known } = this;
    const workflow = known.workflow(definitionId);
    if (!workflow) return [`there is no workflow ${definitionId}`];
    const loose = looseEnds(design);
    if (loose.length > 0) return loose;
    const image = { ...workflow, activation: 'api' as const, levelIds: [], design: today(design, known), modelContent: model };
    const wording = new WorkflowWording(known.image, image, () => ({})).write();
    this.lists ??= new Map((definitionOf(known)?.lists ?? []).map((list) => [list.name, list]));
    const problems = new Problems();
    checkWorkflows([wording], this.lists, new Set(wording.steps.flatMap(loginsOf)), new Set(), [], problems);
    const models = await checkModels({ clients: [{ name: '', units: [], levels: [], workflows: [wording] }] }, this.forms);
    return [...problems.found, ...models].map(({ message }) => message);
  }
}

/** Ids without a target: without this check such an exit would be read as one to the end. */
function looseEnds({ steps, endId, form, model, workingTime }: WorkflowDesign): string[] {
  const targets = new Set([endId, ...steps.map(({ id }) => id)]);
  const lost = steps.flatMap(({ exits }) => exits.map(({ to }) => to)).filter((to) => !targets.has(to));
  const empty = steps.filter(({ tasks, exits }) => tasks.length === 0 || exits.length === 0).map(({ id }) => id);
  const small = steps.filter(({ group, tasks }) => group !== null && tasks.length < 2).map(({ id }) => id);
  const noDays = (workingTime?.holidays ?? []).filter((day) => readDay(day) !== day);
  const codes = (form?.fields ?? []).map(({ field }) => field.code);
  const wrong = codes.some((code, index) => code >= 0 || codes.indexOf(code) !== index);
  const parents = (form?.fields ?? []).flatMap(({ field }) => field.parentCode ?? []).filter((code) => !codes.includes(code));
  return [
    ...lost.map((id) => `an exit leads to ${id}, which is not a step`),
    ...empty.map((id) => `step ${id} has no tasks, or no exits`),
    ...small.map((id) => `step ${id} is a group, and has fewer than two tasks`),
    ...noDays.map((day) => `"${day}" is not a day of the calendar`),
    ...(wrong ? ['the codes of form fields must be below zero, each once'] : []),
    ...parents.map((code) => `there is no form field ${code}`),
    ...(model && !form ? ['a model needs a form'] : []),
  ];
}

/** The design without its references to lists that the client no longer has. */
function today(design: WorkflowDesign, known: KnownThings): WorkflowDesign {
  const shown = (design.form?.lists ?? []).filter(({ listId }) => known.has('lists', listId));
  const ids = new Set([
    ...(design.form?.fields ?? []).map(({ id }) => id),
    ...shown.flatMap(({ listId }) => known.fieldsOfList(listId)).map(({ id }) => id),
  ]);
  const isGone = (fieldId: string) => !ids.has(fieldId) && !known.image.fields.has(fieldId);
  return {
    ...design,
    form: design.form && { ...design.form, lists: shown },
    model: design.model && {
      ...design.model,
      fields: Object.fromEntries(Object.entries(design.model.fields).filter(([, id]) => !isGone(id))),
    },
    steps: design.steps.map((step) => ({
      ...step,
      exits: step.exits.map((exit) => (exit.when && isGone(exit.when.fieldId) ? { ...exit, when: null } : exit)),
    })),
  };
}

const definitionOf = ({ image, clientId }: KnownThings) =>
  new DefinitionWriter(image, { ids: true, passwordHashes: false }).write().clients.find(({ id }) => id === clientId);

function loginsOf(step: WorkflowDescription['steps'][number]): string[] {
  const tasks: readonly Pick<TaskDefinition, 'responsible'>[] = step.tasks ?? (step.responsible ? [{ responsible: step.responsible }] : []);
  return tasks.flatMap(({ responsible }) => {
    if (typeof responsible === 'string') return [];
    return ('user' in responsible ? [responsible.user] : responsible.group).map(fold);
  });
}
