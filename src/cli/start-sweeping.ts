import type { INestApplicationContext } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { Purger } from '#application/files/purger';
import { SweepHalted, Sweeper } from '#application/files/sweeper';
import { Housekeeping } from '#application/retention/housekeeping';
import { Diagnostics } from '#application/ports/unit-of-work';
import type { Config } from '#src/config';

/**
 * Sweeps now and then; any number of processes may. After a halt for a human (`SweepHalted`) no object is removed any more, while what was
 * deleted is purged as before. The answer ends it, and waits for a step under way.
 */
export function startSweeping(app: INestApplicationContext, { sweepMinutes }: Pick<Config, 'sweepMinutes'>): () => Promise<void> {
  if (sweepMinutes === 0) return async () => undefined;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let isHalted = false;
  const { runs, removed, purged, halted, lastRun } = instruments(app.get<Registry>(Registry));
  const tidy = () => app.get(Housekeeping).tidy(stopping.signal);
  const remove = async () => {
    if (!isHalted) removed.inc((await app.get(Sweeper).sweep(stopping.signal)).removed);
  };
  const purge = () => {
    let counted = 0;
    return app.get(Purger).purge(stopping.signal, ({ documents }) => {
      purged.inc(documents - counted);
      counted = documents;
    });
  };
  /** None of them keeps the others from what they do. */
  const sweep = async () => {
    let hasFailed = false;
    for (const step of [tidy, remove, purge]) {
      try {
        await step();
      } catch (error) {
        app.get(Diagnostics).problem('sweeper', error);
        if (error instanceof SweepHalted) isHalted = true;
        else hasFailed = true;
      }
    }
    if (isHalted) halted.set(1);
    const isDone = !hasFailed && !isHalted;
    runs.labels(isDone ? 'done' : hasFailed ? 'failed' : 'halted').inc();
    if (isDone) lastRun.set(Date.now() / 1000);
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
