import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { Purger } from '#application/files/purger';
import { SweepHalted, Sweeper } from '#application/files/sweeper';
import { Housekeeping } from '#application/retention/housekeeping';
import { Diagnostics } from '#application/ports/unit-of-work';
import { CONFIG, type Config } from '#src/config';
import type { BackgroundWork } from './background-work';

/**
 * Sweeps now and then; any number of processes may. After a halt for a human (`SweepHalted`) no object is removed any more, while what was
 * deleted is purged as before.
 */
@Injectable()
export class SweepInBackground implements BackgroundWork {
  private readonly stopping = new AbortController();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private isHalted = false;

  constructor(
    private readonly housekeeping: Housekeeping,
    private readonly sweeper: Sweeper,
    private readonly purger: Purger,
    private readonly diagnostics: Diagnostics,
    private readonly registry: Registry,
    @Inject(CONFIG) private readonly config: Pick<Config, 'sweepMinutes'>,
  ) {}

  onApplicationBootstrap(): void {
    const { sweepMinutes } = this.config;
    if (sweepMinutes === 0) return;
    const counted = instruments(this.registry);
    this.timer = setInterval(() => {
      this.running ??= this.sweep(counted).finally(() => (this.running = undefined));
    }, sweepMinutes * 60_000).unref();
  }

  async end(): Promise<void> {
    clearInterval(this.timer);
    this.stopping.abort();
    await this.running;
  }

  /** No step keeps the others from what they do. */
  private async sweep({ runs, removed, purged, halted, lastRun }: Instruments): Promise<void> {
    const { signal } = this.stopping;
    const tidy = () => this.housekeeping.tidy(signal);
    const remove = async () => {
      if (!this.isHalted) removed.inc((await this.sweeper.sweep(signal)).removed);
    };
    const purge = () => {
      let counted = 0;
      return this.purger.purge(signal, ({ documents }) => {
        purged.inc(documents - counted);
        counted = documents;
      });
    };
    let hasFailed = false;
    for (const step of [tidy, remove, purge]) {
      try {
        await step();
      } catch (error) {
        this.diagnostics.problem('sweeper', error);
        if (error instanceof SweepHalted) this.isHalted = true;
        else hasFailed = true;
      }
    }
    if (this.isHalted) halted.set(1);
    const isDone = !hasFailed && !this.isHalted;
    runs.labels(isDone ? 'done' : hasFailed ? 'failed' : 'halted').inc();
    if (isDone) lastRun.set(Date.now() / 1000);
  }
}

type Instruments = ReturnType<typeof instruments>;

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
