import { END, type ExitDefinition, type StepDefinition } from '#domain/provisioning/archive-definition';
import type { DefinitionPath } from '#domain/provisioning/archive-problem';
import type { Problems } from '#domain/provisioning/archive-problem';
import type { FormCheck } from './check-form';

/** The ways on from a step, whether they are written or go without saying. */
export function exitsOf(steps: readonly StepDefinition[], index: number): readonly ExitDefinition[] {
  const { next, exits } = steps[index] as StepDefinition;
  return exits ?? [{ to: next ?? steps[index + 1]?.name ?? END }];
}

export function checkRoutes(steps: readonly StepDefinition[], form: FormCheck, path: DefinitionPath, problems: Problems): void {
  const names = new Set(steps.map(({ name }) => name));
  for (const [index, step] of steps.entries()) {
    const at = [...path, index];
    if (step.next !== undefined && step.exits) problems.add([...at, 'next'], `step "${step.name}" has both next and exits`);
    for (const [number, { to, when }] of exitsOf(steps, index).entries()) {
      const exit = step.exits ? [...at, 'exits', number] : at;
      const target = step.exits ? [...exit, 'to'] : [...at, ...(step.next === undefined ? [] : ['next'])];
      if (to !== END && !names.has(to)) problems.add(target, `step "${step.name}" leads to "${to}", which is not a step of this workflow`);
      if (to === step.name) problems.add(target, `step "${step.name}" leads to itself`);
      if (index > 0 && to === steps[0]?.name && steps[0].responsible === 'api') {
        problems.add(target, `step "${step.name}" leads back to "${to}", which the activation alone completes`);
      }
      if (when) form.condition(when, [...exit, 'when']);
    }
    if (step.exits) checkDecision(step.name, step.exits, [...at, 'exits'], problems);
  }
  checkReach(steps, path, problems);
}

function checkDecision(name: string, exits: readonly ExitDefinition[], path: DefinitionPath, problems: Problems): void {
  const defaults = exits.filter(({ when }) => !when).length;
  if (defaults === exits.length) {
    // The user who completes the step chooses the exit.
    problems.unique(
      'exit to',
      exits.map(({ to }) => to),
      (index) => [...path, index, 'to'],
    );
  } else if (defaults !== 1) {
    const found = defaults === 0 ? 'none' : String(defaults);
    problems.add(
      path,
      `step "${name}" has exits with conditions: exactly one must have none, for when no condition holds, and ${found} has`,
    );
  }
}

/** Every step can be reached, and from every step the end. */
function checkReach(steps: readonly StepDefinition[], path: DefinitionPath, problems: Problems): void {
  const targets = new Map(steps.map(({ name }, index) => [name, exitsOf(steps, index).map(({ to }) => to)]));
  const reached = closure(steps[0] ? [steps[0].name] : [], (name) => targets.get(name) ?? []);
  const ending = closure([END], (name) => [...targets].flatMap(([from, to]) => (to.includes(name) ? [from] : [])));
  for (const [index, { name }] of steps.entries()) {
    if (!reached.has(name)) problems.add([...path, index, 'name'], `step "${name}" is never reached`);
    if (!ending.has(name)) problems.add([...path, index, 'name'], `step "${name}" never leads to the end`);
  }
}

function closure(from: readonly string[], next: (name: string) => readonly string[]): ReadonlySet<string> {
  const found = new Set(from);
  for (const name of found) for (const each of next(name)) found.add(each);
  return found;
}
