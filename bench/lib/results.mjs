/** Results of a bench as data: `docs/performance.md` is made from them (`npm run performance`). */
import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { machine } from './report.mjs';

/** Processes that ran or waited for a processor in the last minute, on average: before the run, and at its end, with the run itself. */
const loadAtStart = loadavg()[0];

/** As it was given, without what names this machine. */
export function commandOf(script) {
  const given = process.argv.slice(2).map((arg) => (arg.includes('/') ? 'FOLDER' : arg));
  return [`npm run ${script}`, ...(given.length > 0 ? ['--', ...given] : [])].join(' ');
}

/** @param results with the command, the storage and the rows */
export const resultsOf = (results) => ({
  date: new Date().toISOString().slice(0, 10),
  machine: machine(),
  load: { start: loadAtStart, end: loadavg()[0] },
  ...results,
});

export async function writeResults(name, results) {
  const path = fileURLToPath(new URL(`../results/${name}.json`, import.meta.url));
  await writeFile(path, `${JSON.stringify(resultsOf(results), rounded, 2)}\n`);
}

/** Four figures say all that was measured. */
const rounded = (_, value) => (typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value);
