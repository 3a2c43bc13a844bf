/** The package @acervo/client: made, packed, installed into an empty project; a program there is compiled and run. */
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emit } from './emit.mjs';
import { program } from './program.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TSC = join(root, 'node_modules/typescript/bin/tsc');
const FLOW = join(root, 'test/clients/typescript/flow.mts');
const PROJECT = { name: 'user', private: true, type: 'module' };
const QUIET = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

function npm(args, cwd) {
  const cli = process.env.npm_execpath;
  return cli && /\.c?js$/.test(cli) ? program(process.execPath, [cli, ...args], { cwd }) : program('npm', args, { cwd });
}

/** @returns path of the tarball in `target` */
export async function pack(document, folder, target) {
  const made = join(folder, 'package');
  await cp(join(root, 'libs/client'), made, { recursive: true, filter: (path) => !/\.spec\.ts$/.test(path) });
  await cp(join(root, 'LICENSE'), join(made, 'LICENSE'));
  await writeFile(join(made, 'src/index.ts'), emit(document));
  await program(process.execPath, [TSC, '-p', made]);
  await mkdir(target, { recursive: true });
  const [{ filename }] = JSON.parse(await npm(['pack', '--json', ...QUIET, '--pack-destination', target], made));
  return join(target, filename);
}

/** Of test/clients/typescript/flow.mts; the last ones are of this client alone. */
export const steps = ['login', 'create', 'search', 'fetch', 'share', 'revoke', 'refusal', 'upload', 'delete', 'find', 'renewal', 'follow'];

export const obtain = () => ({ available: true });

export async function run(_, { folder, document, play }) {
  const tarball = await pack(document, folder, folder);
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify(PROJECT));
  await npm(['install', ...QUIET, tarball], project);
  const found = await readdir(join(project, 'node_modules/@acervo/client'));
  if (!['LICENSE', 'README.md', 'dist', 'package.json'].every((name) => found.includes(name)))
    throw new Error(`packed: ${found.join(', ')}`);
  await cp(FLOW, join(project, 'flow.mts'));
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
  const options = ['--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2022', ...types];
  await program(process.execPath, [TSC, ...options, 'flow.mts'], { cwd: project });
  return program(process.execPath, ['flow.mjs', ...play], { cwd: project });
}
