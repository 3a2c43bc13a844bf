import { t } from '#src/terminal/language';

/** Stopped by a temporary problem: the same command continues. */
export class Unfinished extends Error {}

/** A full or missing disk, which may recover; other errors are permanent. */
const PASSING = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']);

/** @param refused reports a permanent error. */
export function notWritten(path: string, error: unknown, refused?: () => never): never {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (PASSING.has(code))
    throw new Unfinished(t(`${path} cannot be written: ${code}`, `${path} não pode ser gravado: ${code}`), { cause: error });
  if (refused) return refused();
  throw error;
}
