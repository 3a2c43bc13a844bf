/** Programs built by the Go toolchain from its module proxy: once, then cached. */
import { join } from 'node:path';
import { cached } from './cache.mjs';
import { onPath, run } from './processes.mjs';

const BUILD_WITHIN_MS = 30 * 60_000;

/** Path of the built program. The first build of a large one takes minutes; Go's own caches make later ones quick. */
export async function goProgram(name, module, version, { log }) {
  const recipe = { module, version };
  const fill = async (part) => {
    if (!onPath('go')) throw new Error('no Go toolchain on the PATH');
    log(`${name}: building ${version} with the Go toolchain, once; this takes minutes`);
    await run('go', ['install', `${module}@${version}`], {
      timeoutMs: BUILD_WITHIN_MS,
      env: { ...process.env, GOBIN: part, CGO_ENABLED: '0' },
    });
    await run(join(part, name), ['--version'], { timeoutMs: 30_000 });
  };
  return join(await cached(name, recipe, fill, { timeoutMs: BUILD_WITHIN_MS, log }), name);
}
