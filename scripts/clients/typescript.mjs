/** The package @acervo/client: made, packed, installed into an empty project; a program there is compiled and run. */
import { cp, mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { emit } from './emit.mjs';
import { describe } from '../release/names.mjs';
import { played, STEPS } from '../sdks/scenario.mjs';
import { npm, program } from './program.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TSC = join(root, 'node_modules/typescript/bin/tsc');
const FLOW = join(root, 'test/clients/typescript/flow.mts');
const SCENARIO = join(root, 'test/sdks/typescript/scenario.mts');
const PROJECT = { name: 'user', private: true, type: 'module' };
const NODE_TYPES = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')];
const QUIET = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/** @returns path of the tarball in `target` */
export async function pack(document, folder, target) {
  const made = join(folder, 'package');
  await cp(join(root, 'libs/client'), made, { recursive: true, filter: (path) => !/\.spec\.ts$/.test(path) });
  await cp(join(root, 'LICENSE'), join(made, 'LICENSE'));
  await describe(root, made, 'libs/client');
  await writeFile(join(made, 'src/index.ts'), emit(document));
  await program(process.execPath, [TSC, '-p', made, ...NODE_TYPES]);
  await mkdir(target, { recursive: true });
  const [{ filename }] = JSON.parse(await npm(['pack', '--json', ...QUIET, '--pack-destination', target], made));
  return join(target, filename);
}

/** Of test/clients/typescript/flow.mts, whose last ones are of this client alone, and of the scenario of all SDKs. */
export const steps = [
  'login',
  'create',
  'search',
  'fetch',
  'share',
  'revoke',
  'refusal',
  'upload',
  'delete',
  'find',
  'renewal',
  'follow',
  ...STEPS,
];

export const obtain = () => ({ available: true });

/** An empty project that has the packed client; resolves to its folder. */
async function userProject({ folder, document }) {
  const tarball = await pack(document, folder, folder);
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify(PROJECT));
  await npm(['install', ...QUIET, tarball], project);
  const found = await readdir(join(project, 'node_modules/@acervo/client'));
  if (!['LICENSE', 'README.md', 'dist', 'package.json'].every((name) => found.includes(name)))
    throw new Error(`packed: ${found.join(', ')}`);
  return project;
}

export async function run(_, { url, folder, document, play }) {
  const project = await userProject({ folder, document });
  const programs = [FLOW, SCENARIO].map((path) => basename(path));
  await cp(FLOW, join(project, 'flow.mts'));
  await cp(SCENARIO, join(project, 'scenario.mts'));
  const options = ['--strict', '--exactOptionalPropertyTypes', '--module', 'nodenext', '--target', 'es2022', ...NODE_TYPES];
  await program(process.execPath, [TSC, ...options, ...programs], { cwd: project });
  const flow = await program(process.execPath, ['flow.mjs', ...play], { cwd: project });
  return flow + (await played({ url, folder: project, play }, () => program(process.execPath, ['scenario.mjs'], { cwd: project })));
}
