/** Results of a bench as data: `docs/performance.md` is made from them (`npm run performance`). */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { machine } from './report.mjs';

/** @param results with the command, the storage and the rows */
export async function writeResults(name, results) {
  const path = fileURLToPath(new URL(`../results/${name}.json`, import.meta.url));
  const text = JSON.stringify({ date: new Date().toISOString().slice(0, 10), machine: machine(), ...results }, rounded, 2);
  await writeFile(path, `${text}\n`);
}

/** Four figures say all that was measured. */
const rounded = (_, value) => (typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value);
