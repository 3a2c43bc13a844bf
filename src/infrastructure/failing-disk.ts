import { DependencyDown } from '#application/errors';

const FULL = new Set(['ENOSPC', 'EDQUOT']);

export function isFullDisk(error: unknown): boolean {
  return FULL.has((error as NodeJS.ErrnoException | null)?.code ?? '');
}

/** A full disk is temporary and not the caller's fault. */
export function fullDiskAsOutage(error: unknown): never {
  throw isFullDisk(error) ? new DependencyDown('the disk is full', { cause: error }) : error;
}
