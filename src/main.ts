import 'reflect-metadata';
import type { INestApplication } from '@nestjs/common';
import { Diagnostics } from '#application/ports/diagnostics';
import { loadDemoArchive } from './cli/demo/load-demo-archive';
import { startSweeping } from './cli/start-sweeping';
import { welcome } from './cli/welcome';
import { ConfigError, readConfig, silenceRuntimeNotices } from './config';
import { createApp } from './configure-app';

/** A fault that nobody caught leaves the process in an unknown state: it says so, without the values a driver's error carries, and ends. */
function endOnStrayFaults(app: INestApplication): void {
  process.on('unhandledRejection', (error) => {
    app.get(Diagnostics).problem('a promise that nobody awaited', error);
    void app.close().finally(() => process.exit(1));
  });
}

async function main(): Promise<void> {
  silenceRuntimeNotices();
  const config = readConfig();
  const app = await createApp(config);
  endOnStrayFaults(app);
  if (config.loadDemo) await loadDemoArchive(app);
  await app.listen(config.port, config.host);
  startSweeping(app, config);
  console.log(await welcome(app, config));
}

main().catch((error: unknown) => {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
});
