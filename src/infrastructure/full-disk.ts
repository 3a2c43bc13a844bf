import { DependencyDown } from '#application/errors';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

export function isFullDisk(error: unknown): boolean {
  return FULL.has((error as NodeJS.ErrnoException | null)?.code ?? '');
}

/** A disk without room is nobody's mistake, and may have some again soon. */
export function fullDiskAsOutage(error: unknown): never {
  throw isFullDisk(error) ? new DependencyDown('the disk is full', { cause: error }) : error;
}
