import { NOBODY_NAMED, renamed, unnamed, type Named } from './named';
import { arrive, depart, peopleNeeded } from './visit';
import type { Execution } from './workflow';
import type { Responsible, Step, Task, WorkflowDesign } from './workflow-definition';

const clock = { iso: (instant: Date) => instant.toISOString(), instant: (local: string) => new Date(`${local}Z`) };
const task = (id: string, responsible: Responsible): Task => ({
  id,
  name: id,
  responsible,
  deadline: null,
  requires: { comment: false, form: false, attachment: false, document: false },
});
const single = (responsible: Responsible): Step => ({ id: 't', name: 't', group: null, tasks: [task('t', responsible)], exits: [] });
const group = (kind: 'all' | 'one', ...responsibles: Responsible[]): Step => ({
  id: 'g',
  name: 'g',
  group: kind,
  tasks: responsibles.map((each, index) => task(`t${index}`, each)),
  exits: [],
});
const design: WorkflowDesign = { steps: [], endId: 'end', form: null, model: null, workingTime: null };
const named: Named = { userId: 'u', email: 'e@x', emails: ['a@x', 'b@x'], groupEmails: ['1@x', '2@x'] };
const external: Responsible = { type: 'selected-external' };

/** Who gets a part, as `task person`. */
function people(step: Step): string[] {
  let made = 0;
  const arrival = { visit: 3, starterId: 'starter', named, at: new Date(0), clock };
  return arrive(design, step, arrival, () => `x${made++}`).map(
    ({ taskId, userId, email, visit }) => `${taskId} ${userId ?? email} ${visit}`,
  );
}

describe('a reached step', () => {
  it('asks once when a task is due, for any number of participants', () => {
    const iso = jest.fn((instant: Date) => instant.toISOString());
    const due: Task = { ...task('t', { type: 'selected-externals', consensus: 1 }), deadline: { amount: 2, unit: 'working-days' } };
    const crowd = { ...named, emails: Array.from({ length: 500 }, (_, index) => `${index}@x`) };
    const arrival = { visit: 1, starterId: 's', named: crowd, at: new Date(0), clock: { ...clock, iso } };
    const parts = arrive(design, { ...single(external), tasks: [due] }, arrival, () => 'x');
    expect([parts.length, new Set(parts.map(({ dueAt }) => dueAt?.getTime()))]).toEqual([500, new Set([2 * 86_400_000])]);
    expect(iso).toHaveBeenCalledTimes(1);
  });

  it.each<[string, Step, string[]]>([
    ['the activator', single({ type: 'activator' }), ['t starter 3']],
    ['the calling program', single({ type: 'api' }), ['t starter 3']],
    ['a user', single({ type: 'user', userId: 'maria' }), ['t maria 3']],
    ['a selected user', single({ type: 'selected-user' }), ['t u 3']],
    ['a selected external', single(external), ['t e@x 3']],
    ['several selected externals', single({ type: 'selected-externals', consensus: 50 }), ['t a@x 3', 't b@x 3']],
    ['a group of users, each once', single({ type: 'group', userIds: ['p', 'q', 'p'], consensus: 100 }), ['t p 3', 't q 3']],
    ['tasks of a group', group('all', external, { type: 'activator' }, external), ['t0 1@x 3', 't1 starter 3', 't2 2@x 3']],
  ])('opens a part for %s', (_, step, expected) => {
    expect(people(step)).toEqual(expected);
  });

  it.each<[string, Step, Partial<Named>, string[]]>([
    ['a user', single({ type: 'selected-user' }), { userId: null }, ['userId TASK_NEEDS']],
    ['an address', single(external), { email: null }, ['email TASK_NEEDS']],
    ['addresses', single({ type: 'selected-externals', consensus: 1 }), { emails: [] }, ['emails TASK_NEEDS']],
    ['addresses of a group', group('all', external, external), { groupEmails: [], email: null }, ['groupEmails TASK_NEEDS']],
    ['one of them', group('one', external, external), { groupEmails: ['a@x'] }, ['groupEmails GROUP_EMAILS']],
    ['none too many', group('one', external, { type: 'activator' }), {}, ['groupEmails GROUP_EMAILS']],
    [
      'the same for two tasks, once',
      group('all', { type: 'selected-user' }, { type: 'selected-user' }),
      { userId: null },
      ['userId TASK_NEEDS'],
    ],
    ['nobody', group('all', { type: 'activator' }, { type: 'user', userId: 'x' }), NOBODY_NAMED, []],
  ])('needs %s', (_, step, over, expected) => {
    expect(unnamed(step, { ...named, ...over }).map(({ path, code }) => `${path.join('.')} ${code}`)).toEqual(expected);
  });

  it('adds newly named users and keeps those named before', () => {
    expect(renamed(named, { ...NOBODY_NAMED, userId: 'v' })).toEqual({ ...named, userId: 'v' });
    expect(renamed(NOBODY_NAMED, named)).toEqual(named);
  });
});

const part = (taskId: string, id: string, state: 'open' | 'done' | 'needless' = 'open'): Execution => ({
  id,
  workflowCode: 1,
  visit: 1,
  stepId: 's',
  taskId,
  taskName: taskId,
  userId: id,
  email: null,
  startedAt: new Date(0),
  dueAt: null,
  endedAt: state === 'open' ? null : new Date(1),
  done: state === 'done',
});

describe('a completed part', () => {
  const threeOf = (consensus: number) => single({ type: 'group', userIds: ['a', 'b', 'c'], consensus });
  const pair = (kind: 'all' | 'one') => group(kind, { type: 'activator' }, { type: 'activator' });

  it.each<[string, Step, Execution[], string[], boolean]>([
    ['ends a single task', single({ type: 'activator' }), [part('t', 'a')], [], true],
    ['waits for the others of a group', threeOf(100), [part('t', 'a'), part('t', 'b', 'done'), part('t', 'c')], [], false],
    ['completes the share', threeOf(60), [part('t', 'a'), part('t', 'b', 'done'), part('t', 'c')], ['c'], true],
    ['completes the whole', threeOf(100), [part('t', 'a'), part('t', 'b', 'done'), part('t', 'c', 'done')], [], true],
    ['waits for the other task', pair('all'), [part('t0', 'a'), part('t1', 'b')], [], false],
    ['is the last of two tasks', pair('all'), [part('t0', 'a'), part('t1', 'b', 'done')], [], true],
    ['is enough of two tasks', pair('one'), [part('t0', 'a'), part('t1', 'b')], ['b'], true],
    [
      'ends the other parts of its task alone',
      group('all', { type: 'group', userIds: ['a', 'b'], consensus: 50 }, { type: 'activator' }),
      [part('t0', 'a'), part('t0', 'b'), part('t1', 'c')],
      ['b'],
      false,
    ],
  ])('%s', (_, step, visit, needless, leaves) => {
    expect(depart(step, visit, 'a')).toEqual({ needless, leaves });
  });

  it.each([
    [3, 60, 2],
    [3, 66, 2],
    [3, 67, 3],
    [3, 100, 3],
    [10, 25, 3],
    [100, 1, 1],
    [1, 1, 1],
    [200, 100, 200],
  ])('of %d users %d percent are %d', (count, percent, needed) => {
    expect(peopleNeeded(count, percent)).toBe(needed);
  });
});
