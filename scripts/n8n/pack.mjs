/** The package n8n-nodes-acervo: compiled and packed. */
import { cp, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { npm, program } from '../clients/program.mjs';
import { describe } from '../release/names.mjs';
import { owned, root } from '../sdks/package.mjs';

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
  const sources = (await readdir(made, { recursive: true })).filter((name) => /^(?:credentials|nodes)\/.*\.(?:ts|json)$/.test(name));
  for (const file of sources.map((name) => join(made, name))) await writeFile(file, owned(await readFile(file, 'utf8')));
  const types = ['--typeRoots', join(root, 'node_modules/@types')];
  if (modules) await symlink(modules, join(made, 'node_modules'));
  await program(process.execPath, [TSC, '-p', made, ...types, ...(modules ? [] : ['--noCheck'])]);
  if (modules) await rm(join(made, 'node_modules'));
  // What n8n reads beside the code: icons, and where a node is found in its list.
  await cp(join(made, 'icons'), join(made, 'dist/icons'), { recursive: true });
  for (const name of sources.filter((each) => each.endsWith('.json'))) await cp(join(made, name), join(made, 'dist', name));
  await mkdir(target, { recursive: true });
  const [{ filename }] = JSON.parse(await npm(['pack', '--json', ...QUIET, '--pack-destination', target], made));
  return { tarball: join(target, filename), made };
}
