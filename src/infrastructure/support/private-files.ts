import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

const OTHERS = 0o077;

/** Takes from everybody else what they may do with a file or folder; one that is not there, or is somebody else's, stays as it is. */
export function keepPrivate(path: string): void {
  try {
    const { mode } = statSync(path);
    if ((mode & OTHERS) !== 0) chmodSync(path, mode & 0o777 & ~OTHERS);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'EPERM') throw error;
  }
}

/**
 * Before SQLite opens it: it gives its log and the log's index the mode of the database. One that exists is not opened, since closing it
 * would let go of this process's locks on it.
 */
export function privateDatabase(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  for (const each of [path, `${path}-wal`, `${path}-shm`]) keepPrivate(each);
}
