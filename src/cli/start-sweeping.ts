import type { INestApplication } from '@nestjs/common';
import { Sweeper } from '#application/files/sweeper';
import { Housekeeping } from '#application/housekeeping';
import { Diagnostics } from '#application/ports/diagnostics';
import type { Config } from '#src/config';

/** Sweeps now and then; any number of processes may. A halt for a human (`SweepHalted`) stops it for good, as does the answer, which waits for a step under way. */
export function startSweeping(app: INestApplication, { sweepMinutes }: Pick<Config, 'sweepMinutes'>): () => Promise<void> {
  if (sweepMinutes === 0) return async () => undefined;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  const sweep = async () => {
    try {
      await app.get(Housekeeping).tidy(stopping.signal);
      await app.get(Sweeper).sweep(stopping.signal);
    } catch (error) {
      app.get(Diagnostics).problem('sweeper', error);
      if (error instanceof Error && error.name === 'SweepHalted') clearInterval(timer);
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
