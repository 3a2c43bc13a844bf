/** The package n8n-nodes-acervo: compiled and packed. */
import { cp, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { npm, program } from '../clients/program.mjs';
import { describe } from '../release/names.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TSC = join(root, 'node_modules/typescript/bin/tsc');
const QUIET = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

/**
 * @param modules folder with n8n-workflow, against whose types the nodes are checked: a release, which has none, is made of what was tested
 * @returns path of the tarball in `target`, and the folder that it was made from
 */
export async function pack(folder, target, { modules } = {}) {
  const made = join(folder, 'n8n');
  await cp(join(root, 'libs/n8n'), made, { recursive: true });
  await cp(join(root, 'LICENSE'), join(made, 'LICENSE'));
  await describe(root, made, 'libs/n8n');
  const types = ['--typeRoots', join(root, 'node_modules/@types')];
  if (modules) await symlink(modules, join(made, 'node_modules'));
  await program(process.execPath, [TSC, '-p', made, ...types, ...(modules ? [] : ['--noCheck'])]);
  if (modules) await rm(join(made, 'node_modules'));
  // What n8n reads beside the code: icons, and where a node is found in its list.
  await cp(join(made, 'icons'), join(made, 'dist/icons'), { recursive: true });
  for (const name of (await readdir(join(made, 'nodes'), { recursive: true })).filter((each) => each.endsWith('.json')))
    await cp(join(made, 'nodes', name), join(made, 'dist/nodes', name));
  await mkdir(target, { recursive: true });
  const [{ filename }] = JSON.parse(await npm(['pack', '--json', ...QUIET, '--pack-destination', target], made));
  return { tarball: join(target, filename), made };
}
