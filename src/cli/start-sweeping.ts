import type { INestApplication } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { Purger } from '#application/files/purger';
import { SweepHalted, Sweeper } from '#application/files/sweeper';
import { Housekeeping } from '#application/retention/housekeeping';
import { Diagnostics } from '#application/ports/diagnostics';
import type { Config } from '#src/config';

/** Sweeps now and then; any number of processes may. A halt for a human (`SweepHalted`) stops it for good, as does the answer, which waits for a step under way. */
export function startSweeping(app: INestApplication, { sweepMinutes }: Pick<Config, 'sweepMinutes'>): () => Promise<void> {
  if (sweepMinutes === 0) return async () => undefined;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const { runs, removed, purged, halted, lastRun } = instruments(app.get<Registry>(Registry));
  const sweep = async () => {
    try {
      await app.get(Housekeeping).tidy(stopping.signal);
      const swept = await app.get(Sweeper).sweep(stopping.signal);
      removed.inc(swept.removed);
      purged.inc((await app.get(Purger).purge(stopping.signal)).documents);
      runs.labels('done').inc();
      lastRun.set(Date.now() / 1000);
    } catch (error) {
      app.get(Diagnostics).problem('sweeper', error);
      const isHalted = error instanceof SweepHalted;
      runs.labels(isHalted ? 'halted' : 'failed').inc();
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

function instruments(registry: Registry) {
  const registers = [registry];
  const runs = new Counter({
    name: 'acervo_sweeper_runs_total',
    help: 'Sweeper runs, by result.',
    labelNames: ['result'],
    registers,
  });
  // From the start: an increase from nothing is none.
  for (const result of ['done', 'failed', 'halted']) runs.labels(result).inc(0);
  return {
    runs,
    removed: new Counter({ name: 'acervo_sweeper_removed_objects_total', help: 'Objects removed from the file store.', registers }),
    purged: new Counter({ name: 'acervo_purged_documents_total', help: 'Deleted documents that are gone for good.', registers }),
    halted: new Gauge({
      name: 'acervo_sweeper_halted',
      help: '1: something in use was due for deletion; it waits for a human.',
      registers,
      aggregator: 'max',
    }),
    lastRun: new Gauge({
      name: 'acervo_sweeper_last_run_timestamp_seconds',
      help: 'When a run last ended well, since 1970; 0: never.',
      registers,
      aggregator: 'max',
    }),
  };
}
