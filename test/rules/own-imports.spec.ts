import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from '@swc/core';

const run = promisify(execFile);
const PERMISSION = process.allowedNodeEnvironmentFlags.has('--permission') ? '--permission' : '--experimental-permission';
const MODULE = join(__dirname, '../../src/infrastructure/text-extraction/own-imports.ts');

describe('the built reader of files', () => {
  let folder: string;
  const write = async (path: string, text: string) => {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  };
  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'acervo-build-')));
    const { code } = await transform(await readFile(MODULE, 'utf8'), {
      module: { type: 'commonjs' },
      jsc: { parser: { syntax: 'typescript' }, target: 'es2022' },
    });
    await write('package.json', JSON.stringify({ imports: { '#domain/*': './dist/src/domain/*.js' } }));
    await write('dist/src/infrastructure/text-extraction/own-imports.js', code);
    await write(
      'dist/src/infrastructure/text-extraction/child.js',
      "console.log(require('#domain/files/kind'), tries('../../../../data/keys'));" + TRIES,
    );
    await write('dist/src/domain/files/kind.js', "module.exports = 'found';");
    await write('data/keys', 'secret');
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('finds its modules, and cannot read what lies beside the build', async () => {
    const own = (name: string) => join(folder, 'dist/src/infrastructure/text-extraction', name);
    const readable = [`${join(folder, 'dist')}/`, join(folder, 'package.json')].map((path) => `--allow-fs-read=${path}`);
    const { stdout } = await run(process.execPath, [PERMISSION, ...readable, '--require', own('own-imports.js'), own('child.js')]);
    expect(stdout).toBe('found ERR_ACCESS_DENIED\n');
  });
});

const TRIES = `
function tries(path) {
  try {
    return require('node:fs').readFileSync(require('node:path').join(__dirname, path), 'utf8');
  } catch ({ code }) {
    return code;
  }
}`;
