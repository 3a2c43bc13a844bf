import 'reflect-metadata';
import cluster from 'node:cluster';
import { ReadingPump } from '#application/text-extraction/reading-pump';
import { whenDiskBreaks } from '#infrastructure/typeorm/data-source';
import { holdServing } from '#infrastructure/typeorm/serving-lock';
import { BackgroundModule } from '#src/background/background.module';
import type { Config } from '#src/config';
import { loadDemoArchive } from '#src/demo/load-demo-archive';
import { refuseDemoPasswords } from '#src/demo/refuse-demo-passwords';
import { noLongerEarly } from '#src/terminal/early-signals';
import { told } from '#src/terminal/start-failure';
import { greet } from '#src/workers/worker';
import { createApp } from './create-app';
import { serveMetrics } from './serve-metrics';
import { endInOrder } from './shutdown';
import { welcome } from './welcome';

/** Who is waiting learns that the call failed; nothing is read or written any more. */
const LAST_ANSWERS_MS = 500;

/** The service in this process: the only one, or one of several workers. */
export async function serve(config: Config): Promise<void> {
  // What it makes is nobody else's.
  process.umask(0o077);
  const isAlone = config.databaseUrl === null;
  if (isAlone) holdServing(config.dataDir);
  const app = await createApp(config, BackgroundModule);
  whenDiskBreaks(app, (error) => {
    console.error(told(error));
    setTimeout(() => process.exit(1), LAST_ANSWERS_MS);
  });
  if (config.loadDemo) await loadDemoArchive(app);
  await refuseDemoPasswords(app, config);
  if (isAlone) await app.get(ReadingPump).free();
  // Of several workers, the primary answers for all.
  if (!cluster.isWorker) await serveMetrics(app, config);
  noLongerEarly();
  endInOrder(app, config);
  // The background begins here, too.
  await app.listen(config.port, config.host);
  await greet(await welcome(app, config));
}
