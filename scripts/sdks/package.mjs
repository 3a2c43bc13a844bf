/** The folder from which an SDK is packed: what is committed of it, the licence, and what is generated into it. */
import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { program } from '../clients/program.mjs';
import { repositoryOf } from '../release/names.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const { owner } = repositoryOf(root);

/** What is committed names nobody: who owns the repository that package.json names, publishes. */
export const owned = (text) => text.replaceAll('acervo-example', owner);

/** @param generate writes the rest into the folder that it is given. Resolves to that folder. */
export async function made(language, folder, generate) {
  const into = join(folder, language);
  await cp(join(root, 'libs/sdks', language), into, { recursive: true });
  for (const name of (await readdir(into)).filter((each) => each.includes('.'))) {
    const file = join(into, name);
    await writeFile(file, owned(await readFile(file, 'utf8')));
  }
  await cp(join(root, 'LICENSE'), join(into, 'LICENSE'));
  await generate(into);
  return into;
}

export const archived = (folder, file) => program('tar', ['-czf', file, '-C', folder, '.']);
