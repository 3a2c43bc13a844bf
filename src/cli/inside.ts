import { constants } from 'node:fs';
import { lstat, open, realpath, type FileHandle } from 'node:fs/promises';
import { isAbsolute, join, relative, resolve, sep } from 'node:path';

function isWithin(folder: string, file: string): boolean {
  const path = relative(folder, file);
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

/** An accent has two spellings (NFC, NFD), which people and some systems take for one and most file systems do not: the one that is there. */
async function asSpelledThere(root: string, target: string): Promise<string> {
  let at = root;
  for (const name of relative(root, target).split(sep)) {
    const forms = new Set([name, name.normalize('NFC'), name.normalize('NFD')]);
    let there: string | undefined;
    for (const form of forms) if (forms.size > 1) there ??= await lstat(join(at, form)).then(() => form, () => undefined); // prettier-ignore
    at = join(at, there ?? name);
  }
  return at;
}

/** Where a relative path leads, which must be within the folder also when links are followed; null: it leads elsewhere. */
export async function within(folder: string, path: string): Promise<string | null> {
  const root = await realpath(folder);
  if (isAbsolute(path) || !isWithin(root, resolve(root, path))) return null;
  const target = await asSpelledThere(root, resolve(root, path));
  // Links are resolved before the location is checked.
  const real = await realpath(target).catch(() => target);
  return isWithin(root, real) ? target : null;
}

/** The location of an open file, even if its path has changed; null: the system does not support it. */
const placeOf = (handle: FileHandle): Promise<string | null> => realpath(`/proc/self/fd/${handle.fd}`).catch(() => null);

/**
 * Opens a file for reading that lies within the folder, asked of the file that is open: a link that is put into its path after it was
 * looked at leads nowhere. Null: it lies elsewhere. Where the system does not tell of open files, no link is followed at the end of the path.
 */
export async function openWithin(folder: string, path: string): Promise<FileHandle | null> {
  const target = await within(folder, path);
  if (target === null) return null;
  // Opening a pipe without a writer would block.
  const real = await realpath(target).catch(() => target);
  const handle = await open(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  const place = (await placeOf(handle)) ?? real;
  if (isWithin(await realpath(folder), place)) return handle;
  await handle.close();
  return null;
}
