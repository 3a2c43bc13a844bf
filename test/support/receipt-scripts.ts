import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const EXAMPLES = join(__dirname, '../../docs/examples');
/** That of pyHanko, which `npm test` fetches, has it. */
const PYTHON = process.env.TEST_PYHANKO_PYTHON ?? 'python3';
const hasPython = spawnSync(PYTHON, ['-c', 'import cryptography']).status === 0;

type Script = [name: string, command: string[], isThere: boolean];
const scripts = (node: string, python: string): Script[] => [
  ['Node', [process.execPath, join(EXAMPLES, node)], true],
  ['Python with cryptography', [PYTHON, join(EXAMPLES, python)], hasPython],
];

/** The scripts of the documentation. They share no line with the library that makes what they judge. */
export const RECEIPT_SCRIPTS = scripts('verify-receipt.mjs', 'verify_receipt.py');
export const CONSISTENCY_SCRIPTS = scripts('verify-consistency.mjs', 'verify_consistency.py');

/** What a script says of a file and its receipt. */
export const judged = (command: readonly string[], key: string, receipt: object, file: Uint8Array): Promise<string> =>
  said([...command, key], JSON.stringify(receipt), file);

/** What a script says of two heads of a log; the newer one is that of the answer unless it is given. */
export const judgedHeads = (command: readonly string[], keys: object, older: string, answer: object, newer?: string): Promise<string> =>
  said(command, JSON.stringify(keys), older, JSON.stringify(answer), ...(newer === undefined ? [] : [newer]));

async function said(command: readonly string[], ...contents: readonly (string | Uint8Array)[]): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scripts-'));
  try {
    const paths = contents.map((_, index) => join(folder, `file-${index}`));
    await Promise.all(contents.map((content, index) => writeFile(paths[index]!, content)));
    const [program = '', ...args] = [...command, ...paths];
    return await new Promise((resolve) => {
      const options = { env: { PATH: process.env.PATH, PYTHONUTF8: '1' } };
      execFile(program, args, options, (error, stdout, stderr) => resolve(error === null ? stdout.trim() : stderr.trim()));
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
