// First of all: loading the rest takes a while.
import { noLongerEarly } from './early-signals';
import 'reflect-metadata';
import { SchemaRefused } from '#infrastructure/typeorm/schema-version';
import { loadDemoArchive } from './cli/demo/load-demo-archive';
import { startFailure } from './cli/start-failure';
import { startDelivering } from './cli/start-delivering';
import { startSealing } from './cli/start-sealing';
import { startSweeping } from './cli/start-sweeping';
import { sentence } from './cli/portuguese';
import { UsageError } from './cli/usage-error';
import { welcome } from './cli/welcome';
import { ConfigError, readConfig, silenceRuntimeNotices } from './config';
import { createApp } from './configure-app';
import { serveMetrics } from './serve-metrics';
import { endInOrder } from './shutdown';

async function main(): Promise<void> {
  silenceRuntimeNotices();
  const config = readConfig();
  const app = await createApp(config);
  if (config.loadDemo) await loadDemoArchive(app);
  await serveMetrics(app, config);
  noLongerEarly();
  endInOrder(app, config, startSweeping(app, config), startSealing(app), startDelivering(app));
  await app.listen(config.port, config.host);
  console.log(await welcome(app, config));
}

main().catch((error: unknown) => {
  const isTold = error instanceof ConfigError || error instanceof UsageError || error instanceof SchemaRefused;
  console.error(isTold ? sentence(error.message) : (startFailure(error) ?? error));
  process.exit(1);
});
