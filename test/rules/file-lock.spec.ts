import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileLock, InUse, type Pace } from '#src/cli/file-lock';
import { UsageError } from '#src/terminal/usage-error';
import { until } from '../support/until';

const QUICK: Pace = { beatMs: 50, watchMs: 750 };
const SLOW: Pace = { beatMs: 50, watchMs: 15_000 };
const NOBODY = 65534;
const ROOT = join(__dirname, '../..');
const isRoot = process.getuid?.() === 0;

/** As somebody to whom something may be refused. */
async function asNobody<T>(work: () => Promise<T>): Promise<T> {
  if (!isRoot) return work();
  process.seteuid!(NOBODY);
  return work().finally(() => process.seteuid!(0));
}

describe('a file lock', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'acervo-lock-'));
    path = join(folder, 'em-uso');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const held = async (change: (holder: Record<string, unknown>) => object, age = 0) => {
    const lock = await FileLock.take(path, 'x');
    const text = await readFile(path, 'utf8');
    await lock.release();
    await writeFile(path, JSON.stringify(change(JSON.parse(text) as Record<string, unknown>)));
    const at = new Date(Date.now() - age);
    await utimes(path, at, at);
  };
  const elsewhere = (holder: Record<string, unknown>) => ({ ...holder, space: 'another kernel or container' });

  it('is held by one process until it is released', async () => {
    const lock = await FileLock.take(path, 'o resultado');
    await expect(FileLock.take(path, 'o resultado')).rejects.toThrow(/^o resultado is in use by process \d+ of /);
    await expect(FileLock.take(path, 'o resultado')).rejects.toThrow(InUse);
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
  });

  (process.platform === 'linux' ? it : it.skip)('is for later where there is no room, and nothing is left of it', async () => {
    const taking = `require('./src/cli/file-lock.ts').FileLock.take(process.argv[1], 'x').catch((error) => console.log(error.constructor.name, error.message))`;
    const program = [process.execPath, '-r', join(ROOT, 'test/support/run-typescript.cjs'), '-e', taking, path];
    const { stdout, stderr } = spawnSync('prlimit', ['--fsize=10', ...program], { cwd: ROOT, encoding: 'utf8' });
    expect([stdout, stderr]).toEqual([`Unfinished ${path} cannot be written: EFBIG\n`, '']);
    expect(await readdir(folder)).toEqual([]);
  });

  it.each([
    ['behind', 3600_000],
    ['ahead', -3600_000],
  ])('is not taken from a live holder with the same pid in another container whose clock is %s', async (_, age) => {
    await held(elsewhere, age);
    let touched = 0;
    const touching = setInterval(() => {
      const at = new Date(Date.now() - age + touched++);
      void utimes(path, at, at);
    }, 20);
    try {
      await expect(FileLock.take(path, 'x', SLOW)).rejects.toThrow(InUse);
    } finally {
      clearInterval(touching);
    }
  });

  it('is refreshed by its holder', async () => {
    const lock = await FileLock.take(path, 'x', QUICK);
    const touchedAt = async () => (await stat(path)).mtimeMs;
    const first = await touchedAt();
    await until(touchedAt, (now) => now !== first);
    await lock.release();
  });

  it('is taken at once when its holder releases it', async () => {
    await held(elsewhere);
    const taking = FileLock.take(path, 'x', { beatMs: 50, watchMs: 3000 });
    await rm(path);
    await (await taking).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it.each<[string, (holder: Record<string, unknown>) => object, number]>([
    ['a process that is no more', (holder) => ({ ...holder, pid: 2 ** 22 + 1 }), 0],
    ['a process that has the pid of another by now', (holder) => ({ ...holder, start: '1' }), 0],
    ['a container that is not heard of, though its clock is ahead', elsewhere, -3600_000],
    ['another version', () => [17], 120_000],
  ])('is taken from %s, by one of many processes', async (_, change, age) => {
    if (process.platform !== 'linux' && age === 0) return;
    for (let round = 0; round < (age === 0 ? 40 : 1); round++) {
      await held(change, age);
      const takers = await Promise.allSettled(Array.from({ length: 8 }, () => FileLock.take(path, 'x', QUICK)));
      const [taken, ...others] = takers.filter((each) => each.status === 'fulfilled');
      expect(others).toEqual([]);
      await taken!.value.check();
      await taken!.value.release();
      expect(await readdir(folder)).toEqual([]);
    }
  });

  it('is not released by a former holder that has lost it', async () => {
    const lock = await FileLock.take(path, 'o resultado');
    await lock.check();
    await rm(path);
    await expect(lock.check()).rejects.toThrow(InUse);
    const other = await FileLock.take(path, 'o resultado');
    await expect(lock.check()).rejects.toThrow(/^o resultado was taken over by another process/);
    await lock.release();
    await other.check();
    await other.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it.each<[string, () => unknown]>([
    ['a folder', () => mkdir(path)],
    ['a link to nothing', () => symlink(join(folder, 'nada'), path)],
    ['a pipe', () => expect(spawnSync('mkfifo', [path]).status).toBe(0)],
  ])('is refused with a message where %s has that name', async (_, make) => {
    await make();
    const taking = FileLock.take(path, 'x');
    await expect(taking).rejects.toThrow(UsageError);
    await expect(taking).rejects.toThrow(`${path} is not a regular file`);
  });

  it('is refused with a message where it cannot be read', async () => {
    await held((holder) => ({ ...holder, start: '1' }));
    await chmod(folder, 0o777);
    await chmod(path, 0);
    await expect(asNobody(() => FileLock.take(path, 'x', QUICK))).rejects.toThrow(`${path} cannot be read: EACCES`);
  });

  it('is refused with a message where the folder is not writable', async () => {
    await expect(FileLock.take(join(folder, 'nada', 'em-uso'), 'x')).rejects.toThrow(/em-uso cannot be made: ENOENT$/);
    await held((holder) => ({ ...holder, start: '1' }));
    await chmod(path, 0o644);
    await chmod(folder, 0o555);
    await expect(asNobody(() => FileLock.take(path, 'x', QUICK))).rejects.toThrow(/em-uso\.[0-9a-f]{16} cannot be made: EACCES$/);
    await chmod(folder, 0o755);
    expect(await readdir(folder)).toEqual(['em-uso']);
  });

  // Another's file takes another user.
  (isRoot ? it : it.skip)('is refused in words where a folder lets nobody remove what is another’s', async () => {
    await held((holder) => ({ ...holder, start: '1' }));
    await chmod(path, 0o644);
    await chmod(folder, 0o1777);
    await expect(asNobody(() => FileLock.take(path, 'x', QUICK))).rejects.toThrow(`${path} cannot be removed: EPERM`);
    expect(await readdir(folder)).toEqual(['em-uso']);
  });
});
