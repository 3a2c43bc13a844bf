import type { INestApplication } from '@nestjs/common';
import { Sweeper } from '#application/files/sweeper';
import { Housekeeping } from '#application/housekeeping';
import { Diagnostics } from '#application/ports/diagnostics';
import type { Config } from '#src/config';

/** Sweeps now and then; any number of processes may. A halt for a human (`SweepHalted`) stops it for good. */
export function startSweeping(app: INestApplication, { sweepMinutes }: Pick<Config, 'sweepMinutes'>): void {
  if (sweepMinutes === 0) return;
  let running = false;
  const sweep = async () => {
    if (running) return;
    running = true;
    try {
      await app.get(Housekeeping).tidy();
      await app.get(Sweeper).sweep();
    } catch (error) {
      app.get(Diagnostics).problem('sweeper', error);
      if (error instanceof Error && error.name === 'SweepHalted') clearInterval(timer);
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void sweep(), sweepMinutes * 60_000).unref();
}
