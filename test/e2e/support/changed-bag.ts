import { createHash } from 'node:crypto';
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A copy of a bag with one changed file and updated manifests. */
export async function changedBag(from: string, to: string, name: string, change: (text: string) => string): Promise<void> {
  await rm(to, { recursive: true, force: true });
  await cp(from, to, { recursive: true });
  const before = await readFile(join(to, name), 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`nothing was to be changed in ${name}`);
  await writeFile(join(to, name), after);
  for (const each of ['manifest-sha256.txt', 'tagmanifest-sha256.txt']) {
    const sums = (await readFile(join(to, each), 'utf8')).trimEnd().split('\n').map((line) => line.slice(66)); // prettier-ignore
    const hash = async (file: string) => createHash('sha256').update(await readFile(join(to, file))).digest('hex'); // prettier-ignore
    const text = await Promise.all(sums.map(async (file) => `${await hash(file)}  ${file}\n`));
    await writeFile(join(to, each), text.join(''));
  }
}
