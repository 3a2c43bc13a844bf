import { Inject, Injectable } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { Diagnostics } from '#application/ports/unit-of-work';
import { FileReader, type IsolationName } from '#application/ports/text-extraction';
import { ReadingPump } from '#application/text-extraction/reading-pump';
import { PinoLogger } from '#infrastructure/logging/pino-logger';
import { installationOf } from '#infrastructure/text-extraction/optional-packages';
import { CONFIG, type Config } from '#src/config';
import type { BackgroundWork } from './background-work';
import { repeat } from './repeat';

const INSPECT_MS = 15_000;

/** Reads files; any number of processes may. At the end, what is being read is broken off: another process reads it. */
@Injectable()
export class ReadInBackground implements BackgroundWork {
  private stop: (() => Promise<void>) | undefined;
  private toldIsolation: IsolationName | null | undefined;

  constructor(
    private readonly pump: ReadingPump,
    private readonly reader: FileReader,
    private readonly diagnostics: Diagnostics,
    private readonly logger: PinoLogger,
    private readonly registry: Registry,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  onApplicationBootstrap(): void {
    const { fileReaders, readFiles } = this.config;
    if (!readFiles || fileReaders === 0) return;
    const { missing } = this.reader;
    if (missing.length > 0) this.problem(`packages are not installed: ${missing.join(', ')}; \`${installationOf(missing)}\` installs them`);
    const countWork = inspector(this.pump, this.registry);
    const inspect = async () => {
      await this.tellIsolation();
      await countWork();
    };
    this.stop = repeat(() => this.pump.look(), inspect, INSPECT_MS);
  }

  async end(): Promise<void> {
    const stopped = this.stop?.();
    await this.pump.end();
    await stopped;
  }

  /** What keeps the reader from everything else differs from machine to machine, and may be found after a first try that failed. */
  private async tellIsolation(): Promise<void> {
    const isolation = await this.reader.isolation();
    if (isolation === this.toldIsolation) return;
    this.toldIsolation = isolation;
    this.logger.pino.info({ isolation: isolation ?? 'none' }, isolation ? 'files are read apart' : 'files are not read: no isolation of their reader works here'); // prettier-ignore
    if (this.config.pdfToText !== null && isolation === 'permissions')
      this.problem('PDFTOTEXT is not used: it takes bubblewrap, which does not work here');
  }

  private problem(what: string): void {
    this.diagnostics.problem('reading of files', new Error(what));
  }
}

function inspector(pump: ReadingPump, registry: Registry): () => Promise<void> {
  const registers = [registry];
  new Counter({
    name: 'acervo_file_readings_total',
    help: 'Files that this process has read, by outcome.',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      for (const [outcome, count] of Object.entries(pump.totals)) this.labels(outcome).inc(count);
    },
  });
  // Each process counts the same ones.
  const work = new Gauge({
    name: 'acervo_file_work',
    help: 'Files that are to be read, and those that could not be, at most 100 000 each.',
    labelNames: ['state'],
    registers,
    aggregator: 'max',
  });
  return async () => {
    try {
      const counts = await pump.counts();
      work.labels('pending').set(counts.pending);
      work.labels('failed').set(counts.failed);
    } catch {
      // The pump reports that the database is away.
    }
  };
}
