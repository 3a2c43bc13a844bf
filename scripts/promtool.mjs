/**
 * Prometheus' own judge of rules and metrics. Fetched once, else from PATH.
 *
 *   node scripts/promtool.mjs
 *
 * prints where it is as TEST_PROMTOOL=path.
 */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debianRoot, programOf, whyNoPackages } from './servers/debian.mjs';
import { onPath, run } from './servers/processes.mjs';
import { firstThatWorks, logToStderr } from './servers/ways.mjs';
import { given, wrap } from './servers/wrapped.mjs';

const MINUTE = 60_000;

async function promtool(path, origin) {
  const version = /promtool, version (\S+)/.exec(await run(path, ['--version'], { timeoutMs: MINUTE }))?.[1];
  if (!version) throw new Error(`${path} is no promtool`);
  return { name: 'promtool', version, origin, address: path };
}

export function obtainPromtool({ log = logToStderr } = {}) {
  const ways = [
    given('TEST_PROMTOOL', promtool),
    {
      name: 'prometheus-bookworm',
      whyNot: whyNoPackages,
      start: async () => {
        const check = async (root) => promtool(await wrap(root, 'promtool', programOf(root, 'usr/bin/promtool')), 'new');
        const root = await debianRoot('prometheus', 'bookworm', ['prometheus'], { log, check });
        return promtool(join(root, 'promtool'), 'debian bookworm');
      },
    },
    {
      name: 'path',
      whyNot: () => (onPath('promtool') ? undefined : 'promtool is not on PATH'),
      start: () => promtool(onPath('promtool'), 'path'),
    },
  ];
  return firstThatWorks('promtool', ways, log);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const found = await obtainPromtool();
  if (found.available) console.log(`TEST_PROMTOOL=${found.address}`);
  else logToStderr(`promtool is not available: ${found.reason}`);
  process.exitCode = found.available ? 0 : 1;
}
