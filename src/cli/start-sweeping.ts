import type { INestApplication } from '@nestjs/common';
import { Metrics } from '#libs/metrics';
import { SweepHalted, Sweeper } from '#application/files/sweeper';
import { Housekeeping } from '#application/housekeeping';
import { Diagnostics } from '#application/ports/diagnostics';
import type { Config } from '#src/config';

/** Sweeps now and then; any number of processes may. A halt for a human (`SweepHalted`) stops it for good, as does the answer, which waits for a step under way. */
export function startSweeping(app: INestApplication, { sweepMinutes }: Pick<Config, 'sweepMinutes'>): () => Promise<void> {
  if (sweepMinutes === 0) return async () => undefined;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const { runs, removed, halted, lastRun } = instruments(app.get(Metrics));
  const sweep = async () => {
    try {
      await app.get(Housekeeping).tidy(stopping.signal);
      const swept = await app.get(Sweeper).sweep(stopping.signal);
      removed.add(swept.removed);
      runs.of('done').add();
      lastRun.set(Date.now() / 1000);
    } catch (error) {
      app.get(Diagnostics).problem('sweeper', error);
      const isHalted = error instanceof SweepHalted;
      runs.of(isHalted ? 'halted' : 'failed').add();
      if (!isHalted) return;
      halted.set(1);
      clearInterval(timer);
    }
  };
  const start = () => {
    running ??= sweep().finally(() => (running = undefined));
  };
  const timer = setInterval(start, sweepMinutes * 60_000).unref();
  return async () => {
    clearInterval(timer);
    stopping.abort();
    await running;
  };
}

function instruments(metrics: Metrics) {
  const runs = metrics.counter('acervo_sweeper_runs_total', 'Looks for what may be removed, by how they ended.', ['result']);
  // From the start: an increase from nothing is none.
  for (const result of ['done', 'failed', 'halted']) runs.of(result);
  return {
    runs,
    removed: metrics.counter('acervo_sweeper_removed_objects_total', 'Objects removed from the file store.').of(),
    halted: metrics.gauge('acervo_sweeper_halted', '1: something in use was due for deletion; it waits for a human.').of(),
    lastRun: metrics.gauge('acervo_sweeper_last_run_timestamp_seconds', 'When a run last ended well, since 1970; 0: never.').of(),
  };
}
