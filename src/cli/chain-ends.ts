import { readFile, rename, writeFile } from 'node:fs/promises';
import type { ChainEnd } from '#application/ports/audit-trail';
import { t } from './language';
import { UsageError } from './usage-error';

/** Null: there is no such file yet. */
export async function readChainEnds(file: string): Promise<ChainEnd[] | null> {
  try {
    const ends: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (Array.isArray(ends) && ends.every(isChainEnd)) return ends;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    if (!(error instanceof SyntaxError)) {
      const { message } = error as Error;
      throw new UsageError(t(`${file} cannot be read: ${message}`, `${file} não pode ser lido: ${message}`));
    }
  }
  throw new UsageError(t(`${file} does not hold the ends of chains`, `${file} não contém os fins das cadeias`));
}

/** The former ones are there until the new ones are. */
export async function writeChainEnds(file: string, ends: readonly ChainEnd[]): Promise<void> {
  await writeFile(`${file}.new`, `${JSON.stringify(ends, null, 1)}\n`);
  await rename(`${file}.new`, file);
}

function isChainEnd(value: unknown): value is ChainEnd {
  const { clientId, sequence, hash } = (value ?? {}) as Partial<Record<keyof ChainEnd, unknown>>;
  return typeof clientId === 'string' && Number.isSafeInteger(sequence) && (sequence as number) > 0 && typeof hash === 'string';
}
