import { compareKeys, keyOfText } from '#domain/documents/field-value';
import { DomainError, type FieldProblem } from '#domain/errors';
import type { Field } from '#domain/trees/field';
import type { Condition, Exit, Step, WorkflowDesign } from './workflow-definition';

/** The form as far as decisions go. */
export interface FormValues {
  /** A field of the form, or of one of its lists. */
  field(id: string): Field | undefined;
  /** The text of a field; undefined without one. */
  text(id: string): string | undefined;
}

const HOLDS: Record<Condition['operator'], (difference: number) => boolean> = {
  '=': (d) => d === 0,
  '<>': (d) => d !== 0,
  '>=': (d) => d >= 0,
  '<=': (d) => d <= 0,
};

/** A field without a value is different from every value, and neither above nor below one. */
export function holds({ fieldId, operator, value }: Condition, form: FormValues): boolean {
  const [field, text] = [form.field(fieldId), form.text(fieldId)];
  if (!field || text === undefined || text === '') return operator === '<>';
  return HOLDS[operator](compareKeys(keyOfText(field, text), keyOfText(field, value)));
}

const problem = (code: FieldProblem['code']): FieldProblem => ({ path: ['nextTaskId'], code });

/**
 * The way on from a step that is complete. Conditions decide where there are any; elsewhere the only exit is taken, or the
 * one that the caller names: by its step, or by a task of a group.
 */
export function exitOf(design: WorkflowDesign, step: Step, form: FormValues, wanted: string | null): Exit {
  const { exits } = step;
  const named = wanted === null ? undefined : namedExit(design, step, wanted);
  if (exits.some(({ when }) => when)) {
    const taken = exits.find(({ when }) => when && holds(when, form)) ?? exits.find(({ when }) => !when);
    // A definition that was applied always has one.
    if (!taken) throw new Error('a decision without a default');
    if (named && named.to !== taken.to) throw new DomainError('RULES_BROKEN', [problem('EXIT_NOT_CHOSEN')]);
    return taken;
  }
  const [only, ...others] = exits;
  const taken = named ?? (others.length === 0 ? only : undefined);
  if (!taken) throw new DomainError('RULES_BROKEN', [problem('EXIT_TO_CHOOSE')]);
  return taken;
}

/** The exit that a caller names, whether it is taken or not. */
export function namedExit(design: WorkflowDesign, { exits }: Step, wanted: string): Exit {
  const named = exits.find(({ to }) => to === wanted || stepOfTask(design, wanted)?.id === to);
  if (!named) throw new DomainError('INPUT_INVALID', [problem('UNKNOWN_ID')]);
  return named;
}

export const stepOf = ({ steps }: WorkflowDesign, id: string) => steps.find((step) => step.id === id);

const stepOfTask = ({ steps }: WorkflowDesign, taskId: string) => steps.find(({ tasks }) => tasks.some(({ id }) => id === taskId));
