import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chance } from '../../e2e/support/chance';
import { DiskModel, type Kept } from './disk-model';
import { isWhole, stepsIn } from './recorded-writes';

const hex = (text: string) => [...Buffer.from(text)].map((byte) => `\\x${byte.toString(16).padStart(2, '0')}`).join('');

describe('what is on a disk after a power cut', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'acervo-model-'));
    mkdirSync(join(folder, 'in'));
    writeFileSync(join(folder, 'a'), 'old');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const file = (name: string) => `7<${hex(join(folder, name))}>`;
  const name = (path: string) => `"${hex(join(folder, path))}"`;
  const write = (path: string, text: string, at: number) =>
    `pwrite64(${file(path)}, "${hex(text)}", ${text.length}, ${at}) = ${text.length}`;
  const create = (path: string) => `openat(AT_FDCWD<${hex('/')}>, ${name(path)}, O_WRONLY|O_CREAT|O_EXCL, 0600) = ${file(path)}`;
  const sync = (path: string) => `fsync(${file(path)}) = 0`;
  const FOLDER = () => `fsync(8<${hex(folder)}>) = 0`;
  const after = (calls: readonly string[], kept: Kept = 'nothing', seed = 1) => {
    const lines = calls.map((call, index) => (/^\d/.test(call) ? call : `1 ${index}.5 ${call}`));
    const model = new DiskModel(folder);
    model.take(stepsIn(lines.join('\n'), folder).steps);
    return Object.fromEntries([...model.cut(kept, new Chance(seed))].map(([path, bytes]) => [path, bytes.toString()]));
  };

  it('is what was synced, and more perhaps', () => {
    const calls = [write('a', 'NEW', 0), sync('a'), write('a', 'er', 3)];
    expect(after(calls)).toEqual({ a: 'NEW' });
    expect(after(calls, 'all')).toEqual({ a: 'NEWer' });
    const some = new Set(Array.from({ length: 30 }, (_, seed) => after(calls, 'some', seed).a));
    expect(some).toEqual(new Set(['NEW', 'NEWer']));
  });

  it('lacks a new file until its folder is synced, and the content until the file is', () => {
    expect(after([create('b'), write('b', 'x', 0), sync('b')])).toEqual({ a: 'old' });
    expect(after([create('b'), write('b', 'x', 0), FOLDER()])).toEqual({ a: 'old', b: '' });
    expect(after([create('b'), write('b', 'x', 0), sync('b'), FOLDER()])).toEqual({ a: 'old', b: 'x' });
  });

  it('has a renamed file under its new name when that folder is synced', () => {
    const calls = [
      create('in/b'),
      `write(${file('in/b')}, "${hex('x')}", 1) = 1`,
      sync('in/b'),
      `rename(${name('in/b')}, ${name('b')}) = 0`,
    ];
    expect(after(calls)).toEqual({ a: 'old' });
    expect(after([...calls, FOLDER()])).toEqual({ a: 'old', b: 'x' });
    expect(after([...calls, FOLDER()], 'all')).toEqual({ a: 'old', b: 'x' });
  });

  it('has a removed file, or the end of a cut one, until that is synced', () => {
    expect(after([`unlink(${name('a')}) = 0`])).toEqual({ a: 'old' });
    expect(after([`unlink(${name('a')}) = 0`, FOLDER()])).toEqual({});
    expect(after([`ftruncate(${file('a')}, 1) = 0`])).toEqual({ a: 'old' });
    expect(after([`ftruncate(${file('a')}, 1) = 0`, sync('a')])).toEqual({ a: 'o' });
  });

  it('lacks what was written while a sync was under way, or whose sync failed', () => {
    const during = [`1 1.0 fsync(${file('a')} <unfinished ...>`, `2 2.0 ${write('a', 'N', 0)}`, '1 3.0 <... fsync resumed>) = 0'];
    expect(after(during)).toEqual({ a: 'old' });
    expect(after([write('a', 'N', 0), `fsync(${file('a')}) = -1 EIO (Input/output error)`])).toEqual({ a: 'old' });
  });

  it('may or may not have what the process was writing when it was killed', () => {
    const killed = `${write('a', 'NEW', 0).replace(/\d+$/, '')}?`;
    expect(after([killed])).toEqual({ a: 'old' });
    expect(after([killed], 'all')).toEqual({ a: 'NEW' });
    const text = `1 1.5 ${killed}\n1 2.5 +++ killed by SIGKILL +++`;
    expect(stepsIn(text, folder).unknown).toEqual([join(folder, 'a')]);
    expect([isWhole(text, 1), isWhole(text, 2), isWhole(`1 1.5 ${killed}`, 1)]).toEqual([true, false, false]);
  });

  it('is not guessed when a call is unknown', () => {
    expect(() => after([`fallocate(${file('a')}, 0, 0, 4096) = 0`])).toThrow('is not recorded');
    expect(after([`fallocate(9<${hex('/elsewhere')}>, 0, 0, 4096) = 0`])).toEqual({ a: 'old' });
  });
});
