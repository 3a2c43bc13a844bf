/**
 * strace, which ends a service at a chosen system call and writes down what it writes. From PATH, else out of Debian's package.
 *
 *   node scripts/strace.mjs
 *
 * prints where it is as TEST_STRACE=path.
 */
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debianRoot, programOf, whyNoPackages } from './servers/debian.mjs';
import { onPath, run } from './servers/processes.mjs';
import { firstThatWorks, logToStderr } from './servers/ways.mjs';
import { given, wrap } from './servers/wrapped.mjs';

const MINUTE = 60_000;

/** Version alone says nothing about what the machine permits: it must have ended a program. */
async function strace(path, origin) {
  const version = /strace -- version (\S+)/.exec(await run(path, ['--version'], { timeoutMs: MINUTE }))?.[1];
  if (!version) throw new Error(`${path} is no strace`);
  const tried = ['-f', '-qq', '-o', '/dev/null', '-e', 'trace=chdir', '-e', 'inject=chdir:error=EIO:when=1'];
  const said = await run(path, [...tried, 'sh', '-c', 'cd / 2>/dev/null || echo refused'], { timeoutMs: MINUTE });
  if (said.trim() !== 'refused') throw new Error(`${path} changes no system call here`);
  return { name: 'strace', version, origin, address: path };
}

export function obtainStrace({ log = logToStderr } = {}) {
  const ways = [
    given('TEST_STRACE', strace),
    {
      name: 'path',
      whyNot: () => (onPath('strace') ? undefined : 'strace is not on PATH'),
      start: () => strace(onPath('strace'), 'path'),
    },
    {
      name: 'strace-bookworm',
      whyNot: whyNoPackages,
      start: async () => {
        const check = async (root) => strace(await wrap(root, 'strace', programOf(root, 'usr/bin/strace')), 'new');
        const root = await debianRoot('strace', 'bookworm', ['strace'], { log, check });
        return strace(join(root, 'strace'), 'debian bookworm');
      },
    },
  ];
  return firstThatWorks('strace', ways, log);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const found = await obtainStrace();
  if (found.available) console.log(`TEST_STRACE=${found.address}`);
  else logToStderr(`strace is not available: ${found.reason}`);
  process.exitCode = found.available ? 0 : 1;
}
