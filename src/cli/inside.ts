import { realpath } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep } from 'node:path';

export function isWithin(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

/** Where a relative path leads, which must be within the folder also when links are followed; null: it leads elsewhere. */
export async function within(folder: string, path: string): Promise<string | null> {
  const root = await realpath(folder);
  const target = resolve(root, path);
  // Links are followed before it is asked where the file lies.
  const real = await realpath(target).catch(() => target);
  return isAbsolute(path) || !isWithin(root, target) || !isWithin(root, real) ? null : target;
}
