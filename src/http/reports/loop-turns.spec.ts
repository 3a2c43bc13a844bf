import { setImmediate as nextTurn } from 'node:timers/promises';
import { LoopTurns } from './loop-turns';

describe('LoopTurns', () => {
  it('runs a limited number at a time, in order', async () => {
    const turns = new LoopTurns(2);
    const done: number[] = [];
    const all = Array.from({ length: 7 }, (_, number) => turns.take(async () => void done.push(number)));
    const counts: number[] = [];
    while (done.length < 7) {
      counts.push(done.length);
      await nextTurn();
    }
    await Promise.all(all);
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6]);
    for (const [index, count] of counts.entries()) expect(count - (counts[index - 1] ?? 0)).toBeLessThanOrEqual(2);
  });

  it('alternates between callers', async () => {
    const turns = new LoopTurns(2);
    let [works, ended] = [0, false];
    const busy = (async () => {
      while (!ended) await turns.take(async () => void works++);
    })();
    for (let turn = 0; turn < 10; turn++) await nextTurn();
    ended = true;
    await busy;
    expect(works).toBeGreaterThanOrEqual(5);
    expect(works).toBeLessThan(40);
  });

  it('is released by failing work, and kept by running work', async () => {
    const turns = new LoopTurns(1);
    await expect(turns.take(() => Promise.reject(new Error('the disk is gone')))).rejects.toThrow('the disk is gone');
    let end: () => void = () => undefined;
    const lasting = turns.take(() => new Promise<void>((resolve) => (end = resolve)));
    let isNext = false;
    const next = turns.take(async () => void (isNext = true));
    for (let turn = 0; turn < 5; turn++) await nextTurn();
    expect(isNext).toBe(false);
    end();
    await Promise.all([lasting, next]);
    expect(isNext).toBe(true);
  });
});
