import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Encoding } from '#libs/text-encoding';
import { t } from '#src/terminal/language';
import { UsageError } from '#src/terminal/usage-error';
import type { LineOptions } from './line-import';

/** Lines at a time. */
export const AT_ONCE = 4;
const MOST_AT_ONCE = 32;
export interface Wanted extends Omit<LineOptions, 'columns'> {
  csv: string;
  /** As it was typed. */
  given: string;
  /** Undefined: as its bytes say. */
  encoding: Encoding | undefined;
  result: string;
  login: string;
  dryRun: boolean;
  strict: boolean;
  atOnce: number;
}

export interface Options {
  csv: string;
  login: string;
  client?: string;
  unit?: string;
  level?: string;
  result?: string;
  encoding?: Encoding;
  ifExists?: 'refuse' | 'return';
  atOnce?: string;
  dryRun?: boolean;
  strict?: boolean;
}

/** What was typed, with what goes without saying. */
export function wantedOf(folder: string, options: Options): Wanted {
  const { csv, login, client = '', unit = '', level = '', result, encoding, ifExists, dryRun = false, strict = false } = options;
  const atOnce = Number(options.atOnce ?? AT_ONCE);
  if (!Number.isInteger(atOnce) || atOnce < 1 || atOnce > MOST_AT_ONCE)
    throw new UsageError(t(`--at-once must be 1 to ${MOST_AT_ONCE}`, `--at-once deve ser de 1 a ${MOST_AT_ONCE}`));
  const path = resolve(folder, csv);
  return {
    folder: resolve(folder),
    csv: path,
    given: csv,
    encoding,
    login,
    place: { cliente: client, unidade: unit, nivel: level },
    ifExists: ifExists === 'return' ? 'retornar' : 'recusar',
    result: result === undefined ? join(dirname(path), `${basename(path, extname(path))}.resultado.csv`) : resolve(result),
    dryRun,
    strict,
    atOnce,
  };
}
