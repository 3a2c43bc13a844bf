/** What is fetched or built once for all runs and all clones: a folder outside the repository; deleting it is always safe. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const cacheRoot = () => join(process.env.ACERVO_CACHE || join(homedir(), '.cache', 'acervo'), 'servers');

const MANIFEST = 'fetched.json';
const exists = (path) =>
  stat(path).then(
    () => true,
    () => false,
  );
const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/**
 * One fetch at a time for each folder, so that two runs do not do the same work. Only that: were the lock ever wrong (its owner
 * killed, its pid used again, two takers at once), the rename in `cached` still lets nothing but a complete folder through.
 */
async function withLock(file, { timeoutMs, onWait }, action) {
  const deadline = Date.now() + timeoutMs;
  let waited = false;
  for (;;) {
    try {
      const handle = await open(file, 'wx');
      await handle.writeFile(String(process.pid));
      await handle.close();
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      const { mtimeMs = Date.now() } = await stat(file).catch(() => ({}));
      const owner = Number(await readFile(file, 'utf8').catch(() => ''));
      // An empty file is an owner about to write its pid, unless it stays so.
      const abandoned = owner ? !isAlive(owner) : Date.now() - mtimeMs > 5000;
      if (abandoned || Date.now() > deadline) {
        await rm(file, { force: true });
        continue;
      }
      if (!waited) onWait();
      waited = true;
      await sleep(250);
    }
  }
  try {
    return await action();
  } finally {
    await rm(file, { force: true });
  }
}

/** Removes what runs that were killed while fetching left behind. */
async function sweep(folder) {
  const part = `${basename(folder)}.part-`;
  for (const name of await readdir(dirname(folder))) {
    if (name.startsWith(part) && !isAlive(Number(name.slice(part.length).split('-')[0]))) {
      await rm(join(dirname(folder), name), { recursive: true, force: true });
    }
  }
}

function folderOf(name, recipe) {
  const hash = createHash('sha256')
    .update(JSON.stringify([recipe, process.platform, process.arch]))
    .digest('hex')
    .slice(0, 8);
  return join(cacheRoot(), `${name}-${hash}`);
}

/** Whether `cached` would have nothing to do. */
export const isCached = (name, recipe) => exists(join(folderOf(name, recipe), MANIFEST));

/**
 * The folder that `fill(folder)` filled, now or in an earlier run. `recipe` is all that decides its content: another recipe, another
 * folder. `fill` works in a folder that gets its final name only when complete, so that a broken fetch is never used.
 */
export async function cached(name, recipe, fill, { timeoutMs, log }) {
  const folder = folderOf(name, recipe);
  const complete = () => exists(join(folder, MANIFEST));
  if (await complete()) return folder;
  await mkdir(cacheRoot(), { recursive: true });
  return withLock(`${folder}.lock`, { timeoutMs, onWait: () => log(`${name}: another run is fetching it, waiting`) }, async () => {
    if (await complete()) return folder;
    await sweep(folder);
    const part = `${folder}.part-${process.pid}-${randomBytes(4).toString('hex')}`;
    const startedAt = Date.now();
    try {
      await mkdir(part);
      await fill(part);
      const seconds = (Date.now() - startedAt) / 1000;
      await writeFile(join(part, MANIFEST), JSON.stringify({ name, recipe, fetchedAt: new Date().toISOString(), seconds }, null, 2));
      await rename(part, folder).catch(async (error) => {
        if (!(await complete())) throw error;
      });
      log(`${name}: fetched in ${seconds.toFixed(1)} s`);
      return folder;
    } finally {
      await rm(part, { recursive: true, force: true });
    }
  });
}
