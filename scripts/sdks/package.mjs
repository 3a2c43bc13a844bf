/** The folder from which an SDK is packed: what is committed of it, the licence, and what is generated into it. */
import { createWriteStream } from 'node:fs';
import { cp, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { ZipFile } from 'yazl';
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

/** All files of a folder in a ZIP, below `prefix`. */
export async function zipped(folder, prefix, file) {
  const zip = new ZipFile();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  // The same bytes for the same files.
  for (const path of paths.sort()) zip.addFile(join(folder, path), `${prefix}/${path}`, { mtime: new Date(0), mode: 0o100644 });
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(file));
}
