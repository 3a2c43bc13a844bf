/** What the tests of the named cases said. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCases } from './cases.mjs';

/** How often the tests of a case passed and failed, over all runs. */
function tally(root, runs) {
  const counts = new Map(readCases(root).map(({ id }) => [id, { passed: 0, failed: 0 }]));
  for (const { assertionResults } of runs.flatMap(({ testResults }) => testResults)) {
    for (const { title, status } of assertionResults) {
      const numbers = /^(?:[A-Z]\d{1,2} )+/.exec(title)?.[0].trim().split(' ') ?? [];
      for (const count of numbers.map((id) => counts.get(id)).filter(Boolean)) if (status in count) count[status]++;
    }
  }
  return counts;
}

/** What docs/reliability holds about a run. */
export function record(root, runs) {
  const counts = tally(root, runs);
  const cases = readCases(root).map(({ id, title, note }) => {
    const { passed, failed } = counts.get(id);
    const result = failed > 0 ? 'failed' : passed > 0 ? 'passed' : 'not run';
    return { id, title, ...(passed + failed > 0 && { runs: passed + failed }), result, ...(note && { note }) };
  });
  const millis = runs.map(({ startTime, testResults }) => Math.max(...testResults.map(({ endTime }) => endTime)) - startTime);
  return {
    suite: 'security',
    title: `Named security cases, on ${runs.map(({ storage }) => storage).join(' and ')} storage`,
    command: 'node scripts/security.mjs --run',
    date: new Date().toISOString().slice(0, 10),
    seconds: Math.round(millis.reduce((sum, each) => sum + each, 0) / 1000),
    seeds: [],
    cases,
    found: JSON.parse(readFileSync(join(root, 'scripts/security/found.json'), 'utf8')),
  };
}
