import type { INestApplicationContext } from '@nestjs/common';
import { Command } from 'commander';
import { Registry } from 'prom-client';
import { Purger } from '#application/files/purger';
import { Sweeper, SweepHalted } from '#application/files/sweeper';
import { Diagnostics } from '#application/ports/unit-of-work';
import { NOTHING_PURGED, type Purged } from '#application/ports/retention';
import { Housekeeping } from '#application/retention/housekeeping';
import { SweepInBackground } from '#src/background/sweep-in-background';
import type { Work } from '#src/cli/command-run';
import { Output } from '#src/cli/output';
import { addSweepCommand } from '#src/cli/sweep-command';

const MINUTE_MS = 60_000;

/** What is done by a sweeper that halts; each purge takes two documents, and fails where it is told so. */
function scene({ purgeFails = false } = {}) {
  const done: string[] = [];
  const problems: unknown[] = [];
  const halt = new SweepHalted(['key']);
  const registry = new Registry();
  const parts = new Map<unknown, unknown>([
    [Registry, registry],
    [Diagnostics, { problem: (_: string, error: unknown) => problems.push(error) }],
    [Sweeper, { sweep: () => Promise.reject(done.push('sweep') && halt) }],
    [
      Purger,
      {
        purge: async (_: AbortSignal, progress?: (purged: Purged) => void) => {
          done.push('purge');
          for (const documents of [1, 2]) progress?.({ ...NOTHING_PURGED, documents });
          if (purgeFails) throw new Error('of one client');
        },
      },
    ],
    [Housekeeping, { tidy: async () => void done.push('tidy') }],
  ]);
  const app = { get: (token: unknown) => parts.get(token) } as INestApplicationContext;
  const measured = async (name: string) => (await registry.getMetricsAsJSON()).find((each) => each.name === name)?.values.map(({ value }) => value); // prettier-ignore
  return { app, done, problems, halt, measured };
}

describe('a sweeper that waits for a human', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it.each([
    ['', false, [0, 0, 2]],
    [', also one that fails', true, [0, 2, 0]],
  ])('does not end the purge%s', async (_, purgeFails, runs) => {
    const { app, done, problems, halt, measured } = scene({ purgeFails });
    const [housekeeping, sweeper, purger] = [app.get(Housekeeping), app.get(Sweeper), app.get(Purger)];
    const sweeping = new SweepInBackground(housekeeping, sweeper, purger, app.get(Diagnostics), app.get(Registry), { sweepMinutes: 1 });
    sweeping.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(2 * MINUTE_MS);
    await sweeping.end();
    expect(done).toEqual(['tidy', 'sweep', 'purge', 'tidy', 'purge']);
    expect(problems[0]).toBe(halt);
    expect(problems).toHaveLength(purgeFails ? 3 : 1);
    expect(await measured('acervo_sweeper_halted')).toEqual([1]);
    expect(await measured('acervo_purged_documents_total')).toEqual([4]);
    expect(await measured('acervo_sweeper_runs_total')).toEqual(runs);
    expect(await measured('acervo_sweeper_last_run_timestamp_seconds')).toEqual([0]);
  });
});

it('`sweep` purges and tidies where the sweeper waits for a human, and says so', async () => {
  const { app, done, halt } = scene();
  const works: Work[] = [];
  const acervo = new Command();
  addSweepCommand(acervo, async (work) => void works.push(work));
  await acervo.parseAsync(['sweep'], { from: 'user' });
  await expect(works[0]!(app, new Output(true), new AbortController().signal)).rejects.toBe(halt);
  expect(done).toEqual(['sweep', 'purge', 'tidy']);
});
