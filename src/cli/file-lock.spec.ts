import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileLock } from './file-lock';
import { UsageError } from './usage-error';

describe('a file that one process may hold', () => {
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

  it('is held once, and left when it is given back', async () => {
    const lock = await FileLock.take(path, 'o resultado');
    await expect(FileLock.take(path, 'o resultado')).rejects.toThrow(/^o resultado is in use by process \d+ of /);
    await lock.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it('is not taken from a container with the same pid', async () => {
    await held((holder) => ({ ...holder, space: 'another kernel or container' }));
    await expect(FileLock.take(path, 'x')).rejects.toThrow(UsageError);
  });

  it.each<[string, (holder: Record<string, unknown>) => object, number]>([
    ['a process that is no more', (holder) => ({ ...holder, pid: 2 ** 22 + 1 }), 0],
    ['a process that has the pid of another by now', (holder) => ({ ...holder, start: '1' }), 0],
    ['a container that has not been heard of for long', (holder) => ({ ...holder, space: 'another' }), 120_000],
    ['another version', () => [17], 120_000],
  ])('is taken from %s, by one of many', async (_, change, age) => {
    if (process.platform !== 'linux' && age === 0) return;
    await held(change, age);
    const takers = await Promise.allSettled(Array.from({ length: 8 }, () => FileLock.take(path, 'x')));
    const [taken, ...others] = takers.filter((each) => each.status === 'fulfilled');
    expect(others).toEqual([]);
    await taken!.value.release();
    expect(await readdir(folder)).toEqual([]);
  });
});
