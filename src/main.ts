// First of all: loading the rest takes a while.
import '#src/terminal/early-signals';
import cluster from 'node:cluster';
import { readConfig, silenceRuntimeNotices } from './config';

/** The primary of several workers loads little. */
async function main(): Promise<void> {
  silenceRuntimeNotices();
  const config = readConfig();
  if (cluster.isWorker || config.workers === 1) return (await import('#src/server/serve')).serve(config);
  const { Primary } = await import('#src/workers/primary');
  process.exit(await new Primary(config, __filename).run());
}

main().catch(async (error: unknown) => {
  const { told } = await import('#src/terminal/start-failure');
  console.error(told(error));
  process.exit(1);
});
