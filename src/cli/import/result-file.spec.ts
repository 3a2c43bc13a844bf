import { spawnSync } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InUse } from '../file-lock';
import { UsageError } from '#src/terminal/usage-error';
import { ResultFile } from './result-file';

const DONE = { id: '00000000-0000-4000-8000-000000000001', code: 7, existed: false, content: '0123456789abcdef' };

const ROOT = join(__dirname, '../../..');
/** Adds rows until there is no room, and says how many it was told are there. */
const FILLING = `
  const { ResultFile } = require('./src/cli/import/result-file.ts');
  (async () => {
    const [path, done] = process.argv.slice(1);
    const file = await ResultFile.open(path);
    let count = 0;
    while (file.find(2 + count)) count++;
    try {
      for (;;) {
        await file.add(2 + count, JSON.parse(done));
        count++;
      }
    } catch ({ message }) {
      await file.close();
      console.log(JSON.stringify([count, message]));
    }
  })();`;

describe('the result of an import', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'acervo-result-'));
    path = join(folder, 'resultado.csv');
    const file = await ResultFile.open(path);
    await file.add(2, DONE);
    await file.refuse(3, DONE.content, [{ column: 'Número', message: 'não\né; "número"' }]);
    await file.close();
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is read again except a truncated last row', async () => {
    await appendFile(path, '4;importado;00000000-0000');
    const file = await ResultFile.open(path);
    expect([file.find(2), file.find(3), file.find(4)]).toEqual([DONE, undefined, undefined]);
    await file.close();
    expect(await readdir(folder)).toEqual(['resultado.csv']);
  });

  it.each([
    ['2;importado;sem id;7;0123456789abcdef;;', 3],
    ['', 3],
    ['nada disso', 3],
  ])('stops at a row that cannot be read: %j', async (row, line) => {
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replace(/^2;importado.*$/m, row));
    await expect(ResultFile.open(path)).rejects.toThrow(`${path}:${line} cannot be read`);
    await expect(ResultFile.open(path)).rejects.toThrow(UsageError);
    expect(await readdir(folder)).toEqual(['resultado.csv']);
  });

  // Room ends in the middle of a row, of which a part is written before.
  (process.platform === 'linux' ? it : it.skip)('takes no row for written that found no room, and is given back', async () => {
    const program = [process.execPath, '-r', join(ROOT, 'test/support/run-typescript.cjs'), '-e', FILLING, path, JSON.stringify(DONE)];
    const { stdout, stderr } = spawnSync('prlimit', ['--fsize=2000', ...program], { cwd: ROOT, encoding: 'utf8' });
    expect(stderr).toBe('');
    const [count, message] = JSON.parse(stdout) as [number, string];
    expect([message, await readdir(folder)]).toEqual([`${path} cannot be written: EFBIG`, ['resultado.csv']]);
    const text = await readFile(path, 'utf8');
    expect(text).not.toMatch(/\n$/);
    expect(text.match(/^\d+;importado;.*\n/gm)).toHaveLength(count);
  });

  it('is no longer written by a process that has lost it', async () => {
    const file = await ResultFile.open(path);
    const [before, lock] = [await readFile(path, 'utf8'), `${path}.em-uso`];
    const another = (await readFile(lock, 'utf8')).replace(/"id":"[^"]+"/, '"id":"another"');
    await rm(lock);
    await writeFile(lock, another);
    await expect(file.add(4, DONE)).rejects.toThrow(InUse);
    await file.close();
    expect([await readFile(path, 'utf8'), await readFile(lock, 'utf8')]).toEqual([before, another]);
  });

  it('is refused where the run is not named', async () => {
    await writeFile(path, (await readFile(path, 'utf8')).replace(/^1;execucao.*$/m, '1;execucao;;;;;'));
    await expect(ResultFile.open(path)).rejects.toThrow(`${path}:2 cannot be read`);
  });
});
