import { open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Gives what is complete its name, so that it has it also after a power cut. */
export async function nameFinished(part: string, path: string): Promise<void> {
  await rename(part, path);
  const folder = await open(dirname(path), 'r');
  await folder.sync().finally(() => folder.close());
}
