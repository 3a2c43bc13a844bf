import { readFile, rename, writeFile } from 'node:fs/promises';
import type { LogEnd } from '#application/ports/sealed-events';
import { t } from '#src/terminal/language';
import { UsageError } from '#src/terminal/usage-error';

/** Null: there is no such file yet. */
export async function readLogEnds(file: string): Promise<LogEnd[] | null> {
  try {
    const ends: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (Array.isArray(ends) && ends.every(isLogEnd)) return ends;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (!(error instanceof SyntaxError)) {
      const { message } = error as Error;
      throw new UsageError(t(`${file} cannot be read: ${message}`, `${file} não pode ser lido: ${message}`));
    }
  }
  throw new UsageError(t(`${file} does not hold the ends of audit trails`, `${file} não contém os fins das trilhas`));
}

/** The former ones are there until the new ones are. */
export async function writeLogEnds(file: string, ends: readonly LogEnd[]): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(ends, null, 1)}\n`);
  await rename(`${file}.new`, file);
}

function isLogEnd(value: unknown): value is LogEnd {
  const { clientId, size, root, epoch = '' } = (value ?? {}) as Partial<Record<keyof LogEnd, unknown>>;
  return (
    typeof clientId === 'string' &&
    Number.isSafeInteger(size) &&
    (size as number) > 0 &&
    [root, epoch].every((text) => typeof text === 'string')
  );
}
