import type { FieldProblem } from '#domain/errors';
import type { Step, Task } from './workflow-definition';

/** Users selected for tasks whose responsible is selected during the flow (operation 6.2). */
export interface Named {
  /** Selecionado. */
  userId: string | null;
  /** Selecionado Externo. */
  email: string | null;
  /** Selecionado externo vários. */
  emails: readonly string[];
  /** Selecionado externo único: one for each such task of a group, in their order. */
  groupEmails: readonly string[];
}

export const NOBODY_NAMED: Named = { userId: null, email: null, emails: [], groupEmails: [] };

/** Later selections replace earlier ones. */
export function renamed(before: Named, now: Named): Named {
  return {
    userId: now.userId ?? before.userId,
    email: now.email ?? before.email,
    emails: now.emails.length > 0 ? now.emails : before.emails,
    groupEmails: now.groupEmails.length > 0 ? now.groupEmails : before.groupEmails,
  };
}

/** Of a step in a group, the tasks for each of which an address of its own is named. */
export const externalsOf = ({ group, tasks }: Step): readonly Task[] =>
  group === null ? [] : tasks.filter(({ responsible }) => responsible.type === 'selected-external');

/** Who must be named for a step and is not, each as the property in which it would be. */
export function unnamed(step: Step, named: Named): FieldProblem[] {
  const missing = (path: keyof Named, { name }: Task): FieldProblem => ({ path: [path], code: 'TASK_NEEDS', details: { task: name } });
  const problems = step.tasks.flatMap((task): FieldProblem[] => {
    switch (task.responsible.type) {
      case 'selected-user':
        return named.userId === null ? [missing('userId', task)] : [];
      case 'selected-external':
        return step.group === null && named.email === null ? [missing('email', task)] : [];
      case 'selected-externals':
        return named.emails.length === 0 ? [missing('emails', task)] : [];
      default:
        return [];
    }
  });
  const externals = externalsOf(step);
  const [first] = externals;
  if (first && named.groupEmails.length === 0) problems.push(missing('groupEmails', first));
  else if (externals.length > 0 && named.groupEmails.length !== externals.length) {
    problems.push({ path: ['groupEmails'], code: 'GROUP_EMAILS', details: { count: externals.length, step: step.name } });
  }
  // Two tasks may want the same.
  return problems.filter(({ path }, index) => problems.findIndex((other) => other.path[0] === path[0]) === index);
}
