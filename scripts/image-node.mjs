/**
 * The Node of the image, which is the one that is recommended, for tests on a machine that has another: fetched once from the npm registry.
 *
 *   node scripts/image-node.mjs
 *
 * prints where it is as TEST_NODE=path.
 */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { imageOf, nodeVersionOf, stagesOf } from './packaging/dockerfile.mjs';
import { nodeOf } from './packaging/tools.mjs';
import { run } from './servers/processes.mjs';
import { firstThatWorks, logToStderr } from './servers/ways.mjs';
import { given } from './servers/wrapped.mjs';

const MINUTE = 60_000;
const dockerfile = fileURLToPath(new URL('../docker/Dockerfile', import.meta.url));
export const imageNode = nodeVersionOf(imageOf(stagesOf(dockerfile)));

async function node(path, origin) {
  const version = (await run(path, ['--version'], { timeoutMs: MINUTE })).trim();
  return { name: 'node', version, origin, address: path };
}

export function obtainImageNode({ log = logToStderr } = {}) {
  const npm = { name: 'npm', start: async () => node(join(await nodeOf(imageNode, log), 'bin/node'), 'npm') };
  return firstThatWorks('node', [given('TEST_NODE', node), npm], log);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const found = await obtainImageNode();
  if (found.available) console.log(`TEST_NODE=${found.address}`);
  else logToStderr(`Node ${imageNode} is not available: ${found.reason}`);
  process.exitCode = found.available ? 0 : 1;
}
