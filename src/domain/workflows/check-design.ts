import {
  END,
  type ListDefinition,
  type StepDefinition,
  type TaskDefinition,
  type WorkflowDescription,
} from '#domain/provisioning/archive-definition';
import type { DefinitionPath } from '#domain/provisioning/archive-problem';
import type { Problems } from '#domain/provisioning/archive-problem';
import { fold } from '#domain/text';
import { FormCheck, type KnownLists } from './check-form';
import { checkRoutes } from './check-routes';
import { readDeadline } from './deadline';

/** Members of tasks only; in a group they belong to its tasks. */
const OF_TASKS = ['responsible', 'consensus', 'deadline', 'requires'] as const;

const SELECTED = new Set<unknown>(['selected-user', 'selected-external', 'selected-externals']);

const namesOf = (things: readonly { name: string }[]) => things.map(({ name }) => name);

class DesignCheck {
  private readonly form: FormCheck;

  constructor(
    private readonly workflow: WorkflowDescription,
    lists: KnownLists,
    /** Folded. */
    private readonly logins: ReadonlySet<string>,
    /** JSON of the names from the root. */
    private readonly levels: ReadonlySet<string>,
    private readonly path: DefinitionPath,
    private readonly problems: Problems,
  ) {
    this.form = new FormCheck(workflow.form, lists, problems);
  }

  run(): void {
    const { steps } = this.workflow;
    const path = [...this.path, 'steps'];
    this.form.run([...this.path, 'form']);
    this.problems.unique('step', namesOf(steps), (index) => [...path, index, 'name']);
    for (const [index, step] of steps.entries()) this.step(step, index, [...path, index]);
    this.taskNames(steps, path);
    checkRoutes(steps, this.form, path, this.problems);
    this.levelNames();
    this.model();
    this.workingTime();
  }

  private levelNames(): void {
    const { activation, levels, steps } = this.workflow;
    if (!levels) return;
    const path = [...this.path, 'levels'];
    if (activation !== 'automatic') this.problems.add(path, `levels are of an automatic workflow: the activation is ${activation}`);
    const names = levels.map((level) => level.join(' > '));
    this.problems.unique('level', names, (index) => [...path, index]);
    for (const [index, level] of levels.entries()) {
      if (!this.levels.has(JSON.stringify(level))) this.problems.add([...path, index], `level "${names[index]}" is not defined`);
    }
    const [first] = steps;
    const named = [...(first?.tasks ?? []), ...(first ? [first] : [])].filter(({ responsible }) => SELECTED.has(responsible));
    for (const { name } of named) {
      this.problems.add(path, `task "${name}" has a responsible who is unknown when a document starts the flow`);
    }
  }

  private step(step: StepDefinition, index: number, path: DefinitionPath): void {
    const { name, group, tasks, responsible } = step;
    if (fold(name) === END) this.problems.add([...path, 'name'], `a step cannot be called "${name}": that is where a workflow ends`);
    if (group === undefined && tasks === undefined) {
      if (responsible === undefined) this.problems.add(path, `step "${name}" has neither a responsible nor a group of tasks`);
      else this.task({ ...step, responsible }, index === 0, path);
      return;
    }
    for (const member of OF_TASKS.filter((each) => step[each] !== undefined)) {
      this.problems.add([...path, member], `step "${name}" is a group: ${member} is said of its tasks`);
    }
    for (const [number, task] of (tasks ?? []).entries()) this.task(task, false, [...path, 'tasks', number]);
  }

  private taskNames(steps: readonly StepDefinition[], path: DefinitionPath): void {
    const places = steps.flatMap((step, index) =>
      step.tasks
        ? step.tasks.map(({ name }, number) => ({ name, at: [...path, index, 'tasks', number, 'name'] }))
        : [{ name: step.name, at: [...path, index, 'name'] }],
    );
    // Duplicate names of steps are already reported.
    if (steps.every(({ tasks }) => !tasks)) return;
    this.problems.unique('task', namesOf(places), (index) => places[index]?.at ?? path);
  }

  private task(task: TaskDefinition, isFirst: boolean, path: DefinitionPath): void {
    const { name, responsible, consensus, deadline, requires = [] } = task;
    const isShared = responsible === 'selected-externals' || (typeof responsible === 'object' && 'group' in responsible);
    if (consensus !== undefined && !isShared) {
      this.problems.add([...path, 'consensus'], `task "${name}" has a consensus, which only a group or several externals reach`);
    }
    if (responsible === 'api') this.apiTask(task, isFirst, path);
    if (typeof responsible === 'object') this.people(responsible, [...path, 'responsible']);
    if (deadline !== undefined && !((readDeadline(deadline)?.amount ?? 0) > 0)) {
      this.problems.add(
        [...path, 'deadline'],
        `the deadline of task "${name}" must be a number above zero and a unit, like "2 working-days"`,
      );
    }
    if (requires.includes('form') && !this.workflow.form) {
      this.problems.add([...path, 'requires'], `task "${name}" requires a form, and the workflow has none`);
    }
  }

  private apiTask({ name, deadline }: TaskDefinition, isFirst: boolean, path: DefinitionPath): void {
    const at = [...path, 'responsible'];
    if (!isFirst) this.problems.add(at, `task "${name}" cannot be done by api: only the first step can, as a task of its own`);
    if (this.workflow.activation !== 'api') {
      this.problems.add(at, `task "${name}" cannot be done by api: the activation is ${this.workflow.activation}`);
    }
    if (deadline !== undefined) this.problems.add([...path, 'deadline'], `task "${name}" is completed at once: it has no deadline`);
  }

  private people(responsible: { user: string } | { group: readonly string[] }, path: DefinitionPath): void {
    const isGroup = 'group' in responsible;
    const logins = isGroup ? responsible.group : [responsible.user];
    const at = (index: number) => (isGroup ? [...path, 'group', index] : [...path, 'user']);
    this.problems.unique('login', logins, at);
    for (const [index, login] of logins.entries()) {
      if (!this.logins.has(fold(login))) this.problems.add(at(index), `user "${login}" is not defined`);
    }
  }

  private model(): void {
    const { model } = this.workflow;
    if (!model) return;
    const path = [...this.path, 'model'];
    if (model.content === undefined) this.problems.add(path, `model "${model.name}" needs a file or a content`);
    const { fields = [] } = model;
    for (const [index, reference] of fields.entries()) this.form.field(reference, [...path, 'fields', index]);
    const seen = new Set<string>();
    for (const [index, { pdf }] of fields.entries()) {
      if (seen.has(pdf)) this.problems.add([...path, 'fields', index, 'pdf'], `field "${pdf}" of the PDF is used twice`);
      seen.add(pdf);
    }
  }

  private workingTime(): void {
    const { workingTime } = this.workflow;
    if (!workingTime) return;
    if (workingTime.from >= workingTime.until) {
      this.problems.add([...this.path, 'workingTime', 'until'], 'working time must end after it begins');
    }
  }
}

/** All that is wrong with the workflows of a client: every step must be reachable, and must lead to the end. */
export function checkWorkflows(
  workflows: readonly WorkflowDescription[],
  lists: ReadonlyMap<string, ListDefinition>,
  logins: ReadonlySet<string>,
  levels: ReadonlySet<string>,
  path: DefinitionPath,
  problems: Problems,
): void {
  problems.unique('workflow', namesOf(workflows), (index) => [...path, index, 'name']);
  for (const [index, workflow] of workflows.entries()) new DesignCheck(workflow, lists, logins, levels, [...path, index], problems).run();
}
