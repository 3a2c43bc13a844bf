import { forecast, type LocalClock } from './forecast';
import { externalsOf, type Named } from './named';
import type { Execution } from './workflow';
import type { Step, Task, WorkflowDesign } from './workflow-definition';

/** A visit to a step that begins. */
export interface Arrival {
  /** From 1; a step that is come back to is visited anew. */
  visit: number;
  /** Who activated the flow. */
  starterId: string;
  named: Named;
  at: Date;
  clock: LocalClock;
}

type Person = Pick<Execution, 'userId' | 'email'>;

const user = (userId: string): Person => ({ userId, email: null });
const external = (email: string): Person => ({ userId: null, email });

/** One execution per responsible user. Selected users have been checked (`unnamed`). */
export function arrive(
  design: WorkflowDesign,
  step: Step,
  { visit, starterId, named, at, clock }: Arrival,
  newId: () => string,
): Omit<Execution, 'workflowCode'>[] {
  return step.tasks.flatMap((task) => {
    // Once, however many people there are: it may walk over years of working days.
    const dueAt = forecast(task.deadline, at, design.workingTime, clock);
    return peopleOf(step, task, starterId, named).map((person) => ({
      id: newId(),
      visit,
      stepId: step.id,
      taskId: task.id,
      taskName: task.name,
      ...person,
      startedAt: at,
      dueAt,
      endedAt: null,
      done: false,
    }));
  });
}

function peopleOf(step: Step, task: Task, starterId: string, named: Named): Person[] {
  const { responsible } = task;
  switch (responsible.type) {
    case 'user':
      return [user(responsible.userId)];
    case 'group':
      return [...new Set(responsible.userIds)].map(user);
    case 'activator':
    case 'api':
      return [user(starterId)];
    case 'selected-user':
      return named.userId === null ? [] : [user(named.userId)];
    case 'selected-externals':
      return named.emails.map(external);
    case 'selected-external': {
      const email = step.group === null ? named.email : named.groupEmails[externalsOf(step).indexOf(task)];
      return email ? [external(email)] : [];
    }
  }
}

/** What the end of one person's part brings about. */
export interface Departure {
  /** Open executions that end because they are no longer needed. */
  needless: string[];
  /** Whether the flow leaves the step. */
  leaves: boolean;
}

/** @param visit all executions of the visit as they were before; `doneId` is open among them. */
export function depart(step: Step, visit: readonly Execution[], doneId: string): Departure {
  const after = visit.map((execution) => (execution.id === doneId ? { ...execution, done: true } : execution));
  const complete = new Set(step.tasks.filter((task) => isComplete(task, after)).map(({ id }) => id));
  const leaves = step.group === 'one' ? complete.size > 0 : complete.size === step.tasks.length;
  const needless = after.filter(({ done, endedAt, taskId }) => !done && endedAt === null && (leaves || complete.has(taskId)));
  return { needless: needless.map(({ id }) => id), leaves };
}

function isComplete({ id, responsible }: Task, visit: readonly Execution[]): boolean {
  const parts = visit.filter(({ taskId }) => taskId === id);
  const done = parts.filter((part) => part.done).length;
  return done >= ('consensus' in responsible ? peopleNeeded(parts.length, responsible.consensus) : 1);
}

/** This percentage of the users, rounded up, at least one. */
export function peopleNeeded(people: number, percent: number): number {
  return Math.max(1, Math.ceil((people * percent) / 100));
}
