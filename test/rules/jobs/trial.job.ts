import { threadId } from 'node:worker_threads';
import { bareTaxId } from '#domain/documents/tax-ids';

export interface Trial {
  does: 'answer' | 'wait' | 'spin' | 'throw' | 'exit' | 'fill memory' | 'keep a promise';
  bytes?: Uint8Array;
}

/** Job of worker-jobs.spec.ts. */
export async function run({ does, bytes = new Uint8Array() }: Trial) {
  if (does === 'throw') throw new RangeError('no good');
  if (does === 'exit') process.exit(3);
  if (does === 'wait') await new Promise((resolve) => setTimeout(resolve, 100));
  if (does === 'keep a promise') await new Promise(() => setInterval(() => undefined, 1000));
  while (does === 'spin');
  for (const kept: object[] = []; does === 'fill memory';) kept.push({ of: Array.from({ length: 1000 }, (_, index) => ({ index })) });
  return { threadId, bare: bareTaxId('1.2-3'), bytes: bytes.map((byte) => byte + 1), secrets: Object.keys(process.env) };
}
