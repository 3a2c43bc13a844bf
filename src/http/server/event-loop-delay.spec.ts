import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { LoopDelay } from './event-loop-delay';

const block = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end;);
};

describe('the event-loop delay', () => {
  it('shows a continuous delay and its end', async () => {
    const delay = new LoopDelay();
    expect(delay.ms).toBe(0);
    for (let turn = 0; turn < 6; turn++) {
      block(300);
      await nextTurn();
    }
    expect(delay.ms).toBeGreaterThan(100);
    const busy = delay.ms;
    while (delay.ms >= busy / 2) await sleep(20);
    delay.stop();
  });

  it('ignores a single pause', async () => {
    const delay = new LoopDelay();
    for (let looks = 0; looks < 5; looks++) await sleep(100);
    block(1500);
    await sleep(0);
    expect(delay.ms).toBeLessThan(1200);
    delay.stop();
  });
});
