import { setTimeout as sleep } from 'node:timers/promises';
import { Deadlines } from './deadlines';

const MS = 20;

function aWait(deadlines: Deadlines): { overdue: Promise<void>; isOver: () => boolean; end: () => void } {
  let over = false;
  let wait!: ReturnType<Deadlines['begin']>;
  const overdue = new Promise<void>((resolve) => {
    wait = deadlines.begin(() => {
      over = true;
      resolve();
    });
  });
  return { overdue, isOver: () => over, end: () => deadlines.end(wait) };
}

describe('timeouts that share a timer', () => {
  // The timers alone would let the process of the test end.
  const alive = setInterval(() => undefined, 1000);
  afterAll(() => clearInterval(alive));

  it('report each overdue wait, and none that has ended', async () => {
    const deadlines = new Deadlines(MS);
    const [first, ended, third] = [aWait(deadlines), aWait(deadlines), aWait(deadlines)];
    ended.end();
    await Promise.all([first.overdue, third.overdue]);
    expect(ended.isOver()).toBe(false);
  });

  it('are never early, whenever others began', async () => {
    const deadlines = new Deadlines(MS);
    const first = aWait(deadlines);
    await sleep(MS / 2);
    const began = performance.now();
    const second = aWait(deadlines);
    await first.overdue;
    await second.overdue;
    expect(performance.now() - began).toBeGreaterThanOrEqual(MS);
  });

  it('continue after an idle time, and with a wait that begins when another is overdue', async () => {
    const deadlines = new Deadlines(MS);
    aWait(deadlines).end();
    await sleep(2 * MS);
    const next = await new Promise<ReturnType<typeof aWait>>((resolve) => deadlines.begin(() => resolve(aWait(deadlines))));
    await next.overdue;
    expect(next.isOver()).toBe(true);
  });
});
