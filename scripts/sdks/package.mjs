/** The folder from which an SDK is packed: what is committed of it, the licence, and what is generated into it. */
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { manifestOf } from '../release/names.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param generate `(folder, manifest)` writes the rest. Resolves to the folder. */
export async function made(language, folder, generate) {
  const into = join(folder, language);
  await cp(join(root, 'libs/sdks', language), into, { recursive: true });
  await cp(join(root, 'LICENSE'), join(into, 'LICENSE'));
  await generate(into, manifestOf(root));
  return into;
}
