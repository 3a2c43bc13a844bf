import { DependencyDown } from '#application/support/errors';

/** The disk is full, fails or takes no writes, or the process may open no more files. */
const FAILURES = new Set(['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE']);

export function isDiskFailure(error: unknown): boolean {
  return FAILURES.has((error as NodeJS.ErrnoException | null)?.code ?? '');
}

/** Not the caller's fault: the same call succeeds when the disk is well again. */
export function diskFailureAsOutage(error: unknown): never {
  throw isDiskFailure(error) ? new DependencyDown(`the disk: ${(error as NodeJS.ErrnoException).code}`, { cause: error }) : error;
}
