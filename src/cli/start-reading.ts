import type { INestApplicationContext } from '@nestjs/common';
import { Counter, Gauge, Registry } from 'prom-client';
import { Diagnostics } from '#application/ports/unit-of-work';
import { FileReader, type IsolationName } from '#application/ports/text-extraction';
import { ReadingPump } from '#application/text-extraction/reading-pump';
import { PinoLogger } from '#infrastructure/logging/pino-logger';
import { CONFIG, type Config } from '#src/config';
import { repeat } from './repeat';

const INSPECT_MS = 15_000;

/** Reads files in the background; any number of processes may. The answer ends it: another process reads what was broken off. */
export function startReading(
  app: INestApplicationContext,
  { readFiles, fileReaders }: Pick<Config, 'readFiles' | 'fileReaders'>,
): () => Promise<void> {
  if (!readFiles || fileReaders === 0) return async () => undefined;
  const { missing } = app.get(FileReader);
  if (missing.length > 0)
    app
      .get(Diagnostics)
      .problem(
        'reading of files',
        new Error(`packages are not installed: ${missing.join(', ')}; npm run reading:install installs those of the repository`),
      );
  const pump = app.get(ReadingPump);
  const [tellIsolation, countWork] = [isolationTeller(app), inspector(app, pump)];
  const inspect = async () => {
    await tellIsolation();
    await countWork();
  };
  const stop = repeat(() => pump.look(), inspect, INSPECT_MS);
  return async () => {
    const stopped = stop();
    await pump.end();
    await stopped;
  };
}

/** What keeps the reader from everything else differs from machine to machine, and may be found after a first try that failed. */
function isolationTeller(app: INestApplicationContext): () => Promise<void> {
  let told: IsolationName | null | undefined;
  return async () => {
    const isolation = await app.get(FileReader).isolation();
    if (isolation === told) return;
    told = isolation;
    app.get(PinoLogger).pino.info({ isolation: isolation ?? 'none' }, isolation ? 'files are read apart' : 'files are not read: no isolation of their reader works here'); // prettier-ignore
    const { pdfToText } = app.get<Config>(CONFIG);
    if (pdfToText !== null && isolation === 'permissions')
      app.get(Diagnostics).problem('reading of files', new Error('PDFTOTEXT is not used: it takes bubblewrap, which does not work here'));
  };
}

function inspector(app: INestApplicationContext, pump: ReadingPump): () => Promise<void> {
  const registers = [app.get<Registry>(Registry)];
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
