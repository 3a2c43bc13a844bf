import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const EXAMPLES = join(__dirname, '../../docs/examples');
/** That of pyHanko, which `npm test` fetches, has it. */
const PYTHON = process.env.TEST_PYHANKO_PYTHON ?? 'python3';
const hasPython = spawnSync(PYTHON, ['-c', 'import cryptography']).status === 0;

/** The scripts of the documentation. They share no line with the library that makes what they judge. */
export const RECEIPT_SCRIPTS: [name: string, command: string[], isThere: boolean][] = [
  ['Node', [process.execPath, join(EXAMPLES, 'verify-receipt.mjs')], true],
  ['Python with cryptography', [PYTHON, join(EXAMPLES, 'verify_receipt.py')], hasPython],
];

/** What a script says of a file and its receipt. */
export async function judged(command: readonly string[], key: string, receipt: object, file: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'receipts-'));
  try {
    const [receiptPath, filePath] = [join(folder, 'receipt.json'), join(folder, 'file.pdf')];
    await Promise.all([writeFile(receiptPath, JSON.stringify(receipt)), writeFile(filePath, file)]);
    const [program = '', ...args] = [...command, key, receiptPath, filePath];
    return await new Promise((resolve) => {
      const options = { env: { PATH: process.env.PATH, PYTHONUTF8: '1' } };
      execFile(program, args, options, (error, stdout, stderr) => resolve(error === null ? stdout.trim() : stderr.trim()));
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
