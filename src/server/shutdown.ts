import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { EventArrivals } from '#application/events/event-arrivals';
import { Diagnostics } from '#application/ports/unit-of-work';
import type { AcervoAdapter } from '#http/server/acervo-adapter';
import { SweepInBackground } from '#src/background/sweep-in-background';
import type { Config } from '#src/config';

/** npm passes on a Ctrl-C that the terminal has sent us already. */
const SAME_PRESS_MS = 1000;
/** For what is left when no connection is: taking back uploads that were cut off, closing pools. */
const LAST_STEPS_MS = 10_000;

/**
 * How the process ends. A signal: not ready at once, what is running may finish, exit code 0; with 1 when something had to be
 * cut off, by the deadline or by a second signal. A fault that nobody caught leaves the process in an unknown state: it says
 * so, without the values a driver's error carries, and ends the same way, with 1.
 */
export function endInOrder(app: INestApplication, config: Config): void {
  const { shutdown } = app.getHttpAdapter() as AcervoAdapter;
  let signalledAt: number | undefined;
  let ending: Promise<void> | undefined;

  const end = async (code: 0 | 1, delayMs: number): Promise<never> => {
    shutdown.announce();
    // It may finish what it is at while calls are answered.
    void app.get(SweepInBackground).end();
    app.get(EventArrivals).end();
    await Promise.race([pause(delayMs), shutdown.hurried]);
    await shutdown.depart(config.shutdownSeconds * 1000);
    // Ends the background, and closes what it used.
    const closed = app.close().then(() => shutdown.cutOff === 0);
    const clean = await Promise.race([closed.catch(() => false), pause(LAST_STEPS_MS).then(() => false)]);
    process.exit(clean ? code : 1);
  };
  const onSignal = () => {
    if (signalledAt !== undefined && performance.now() - signalledAt > SAME_PRESS_MS) shutdown.endNow();
    signalledAt ??= performance.now();
    ending ??= end(0, config.shutdownDelaySeconds * 1000);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  process.on('unhandledRejection', (error) => {
    app.get(Diagnostics).problem('a promise that nobody awaited', error);
    ending ??= end(1, 0);
  });
}
