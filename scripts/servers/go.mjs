/** Programs built by the Go toolchain from its module proxy: once, then cached. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cached, isCached } from './cache.mjs';
import { onPath, run } from './processes.mjs';

const BUILD_WITHIN_MS = 60 * 60_000;
const SAY_EVERY_MS = 30_000;

/** Says now and then how far a build is: the compiler names each package that it has begun. */
function progress(name, log) {
  let [packages, saidAt] = [0, Date.now()];
  return (chunk) => {
    packages += String(chunk).split('\n').length - 1;
    if (Date.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = Date.now();
    log(`${name}: ${packages} packages compiled so far`);
  };
}

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

const recipeOf = ({ module, path, version }) => ({ module, path, version, layout: 1 });

/** Whether `goCommand` would have nothing to build. */
export const isBuilt = (name, command) => isCached(name, recipeOf(command));

/** Likewise for a command whose own go.mod may leave versions out, which `go install` refuses: built as a dependency of a module of ours. */
export async function goCommand(name, { module, path, version, check }, { log }) {
  const fill = async (part) => {
    if (!onPath('go')) throw new Error('no Go toolchain on the PATH');
    log(`${name}: building ${version} with the Go toolchain, once; this takes minutes`);
    const folder = await mkdtemp(join(tmpdir(), 'acervo-go-'));
    // Politely: a large one takes minutes of all processors.
    const go = (...args) =>
      run('nice', ['go', '-C', folder, ...args], {
        timeoutMs: BUILD_WITHIN_MS,
        env: { ...process.env, CGO_ENABLED: '0', GOFLAGS: '-mod=mod' },
        heard: progress(name, log),
      });
    try {
      await go('mod', 'init', 'built');
      await go('get', `${module}@${version}`);
      await go('build', '-v', '-p', '2', '-o', join(part, name), `${module}/${path}`);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
    await run(join(part, name), check, { timeoutMs: 30_000 });
  };
  return join(await cached(name, recipeOf({ module, path, version }), fill, { timeoutMs: BUILD_WITHIN_MS, log }), name);
}
