import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STORAGE } from '../../e2e/support/service';
import type { Coverage } from './coverage';
import { SEED } from './settings';

/** Where a long run leaves its figures; a short one has none to leave. */
const folder = process.env.ACERVO_RECORDS;

/** `failed`: the operations of which something is wrong. What earlier runs found stays. */
export function writeRecord(suite: string, title: string, start: number, coverage: Coverage, failed: ReadonlySet<string>): void {
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `fuzz-${suite}.json`);
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { found: unknown[] }) : { found: [] };
  const record = {
    suite: `fuzz-${suite}`,
    title: `${title}, on ${STORAGE === 'servers' ? 'MySQL and S3' : 'SQLite and local files'}`,
    command: `npm run test:fuzz -- --only ${suite}`,
    date: new Date().toISOString().slice(0, 10),
    seconds: Math.round((performance.now() - start) / 1000),
    seeds: [SEED],
    cases: coverage.operations().map(({ title: id, ...figures }) => ({
      id,
      title: id,
      ...figures,
      result: failed.has(id) ? 'failed' : 'passed',
    })),
    found: before.found,
  };
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`);
}
