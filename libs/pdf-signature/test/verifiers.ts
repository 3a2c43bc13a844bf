import { execFile } from 'node:child_process';
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { FIXTURES } from './support';

const run = promisify(execFile);
const VERIFY = join(__dirname, '../../../scripts/verifiers/verify.py');

function onPath(program: string): string | undefined {
  const isProgram = (file: string) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  };
  // eslint-disable-next-line no-restricted-syntax -- see below.
  return (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find(isProgram);
}

/* eslint-disable no-restricted-syntax -- where programs are is what tests are told, not the service. */
/** `npm test` fetches pdfsig and pyHanko and says where they are (scripts/verifiers.mjs); the others are used where they are installed. */
export const PROGRAMS = {
  pdfsig: process.env.TEST_PDFSIG ?? onPath('pdfsig'),
  pyhanko: process.env.TEST_PYHANKO_PYTHON,
  qpdf: onPath('qpdf'),
  openssl: onPath('openssl'),
};
/* eslint-enable no-restricted-syntax */

/** The tests of a program that is not there are shown as skipped, with its name. */
export const describeWith = (program: keyof typeof PROGRAMS) => (PROGRAMS[program] ? describe : describe.skip);

export interface PdfsigResult {
  field: string;
  valid: boolean;
  total: boolean;
  type: string;
  text: string;
}

export async function pdfsig(file: string): Promise<PdfsigResult[]> {
  // Its exit code tells of other things, too.
  const { stdout } = await run(PROGRAMS.pdfsig!, ['-nocert', file]).catch((error: { stdout: string }) => error);
  return stdout
    .split(/^Signature #\d+:$/m)
    .slice(1)
    .map((text) => ({
      field: /Field Name: (.*)/.exec(text)?.[1] ?? '',
      valid: text.includes('Signature Validation: Signature is Valid.'),
      total: /^ {2}- Total document signed$/m.test(text),
      type: /Signature Type: (.*)/.exec(text)?.[1] ?? '',
      text,
    }));
}

export interface PyhankoResult {
  error?: string;
  intact: boolean;
  valid: boolean;
  trusted: boolean;
  coverage: string;
  modification: string | null;
  docmdpOk: boolean;
  bottomLine: boolean;
  timestamp: boolean;
}

export async function pyhanko(files: readonly string[]): Promise<Record<string, PyhankoResult[]>> {
  const root = join(FIXTURES, 'identities/root.pem');
  const { stdout } = await run(PROGRAMS.pyhanko!, [VERIFY, root, ...files], { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as Record<string, PyhankoResult[]>;
}

export const openssl = (...args: string[]) => run(PROGRAMS.openssl!, args);
export const qpdfCheck = (file: string) => run(PROGRAMS.qpdf!, ['--check', file]);

/** A folder for one suite. */
export function folder(): { path: (name: string) => string; write: (name: string, bytes: Uint8Array) => string; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'acervo-pdf-'));
  const path = (name: string) => join(root, name);
  return {
    path,
    write: (name, bytes) => {
      writeFileSync(path(name), bytes);
      return path(name);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}
