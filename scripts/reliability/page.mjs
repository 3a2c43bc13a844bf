// docs/reliability.md, as text.
import { number, table } from '../markdown.mjs';
import { COUNTS } from './records.mjs';

const HEADINGS = { runs: 'Runs', operations: 'Operations', inputs: 'Inputs', unknown: 'Unknown', lost: 'Lost', answers5xx: '5xx' };

const sumOf = (cases, name) => cases.reduce((sum, each) => sum + (each[name] ?? 0), 0);

function duration(seconds) {
  const minutes = Math.floor(seconds / 60);
  return minutes > 0 ? `${number(minutes)} min ${Math.round(seconds % 60)} s` : `${Math.round(seconds)} s`;
}

function totals(records) {
  const cases = records.flatMap((record) => record.cases);
  const faults = records.filter(({ suite }) => suite.startsWith('faults')).flatMap((record) => record.cases);
  return table(
    ['What', 'How many'],
    [
      ['Faults injected', sumOf(faults, 'runs')],
      ['Operations', sumOf(cases, 'operations')],
      ['Operations with an outcome unknown to the caller', sumOf(cases, 'unknown')],
      ['Lost operations', sumOf(cases, 'lost')],
      ['Invalid and random inputs', sumOf(cases, 'inputs')],
      ['Answers 5xx', sumOf(cases, 'answers5xx')],
    ].map(([what, value]) => [what, number(value)]),
  );
}

/** Longer suites show one row for all passed cases; their record has each. */
const LISTED = 12;

function suite({ suite: name, title, command, date, seconds, seeds, cases }) {
  const counted = COUNTS.filter((count) => cases.some((each) => each[count] !== undefined));
  const passed = cases.filter(({ result }) => result === 'passed');
  const all = { id: 'All others', title: `${passed.length} cases, each in the record`, result: 'passed' };
  for (const count of counted) all[count] = sumOf(passed, count);
  const shown = cases.length > LISTED ? [...cases.filter(({ result }) => result !== 'passed'), all] : cases;
  const noted = shown.some(({ note }) => note);
  const rows = shown.map((each) => [
    each.id,
    each.title,
    ...counted.map((count) => number(each[count])),
    each.result === 'failed' ? '**failed**' : each.result,
    ...(noted ? [each.note ?? ''] : []),
  ]);
  return `## ${title}

\`${command}\`, ${date}, ${duration(seconds)}.${seeds.length > 0 ? ` Seeds: ${seeds.join(', ')}.` : ''} Record: [${name}.json](reliability/${name}.json).

${table(['Case', 'What', ...counted.map((count) => HEADINGS[count]), 'Result', ...(noted ? ['Note'] : [])], rows)}`;
}

/** The same defect found by two suites is one defect, and fixed only if both say so. */
function defects(records) {
  const found = new Map();
  for (const { what, fixed } of records.flatMap((record) => record.found)) found.set(what, (found.get(what) ?? true) && fixed);
  if (found.size === 0) return 'None.';
  return [...found].map(([what, fixed], index) => `${index + 1}. ${fixed ? '' : '**Open:** '}${what}`).join('\n');
}

function notRun(records) {
  const cases = records.flatMap(({ command, cases }) =>
    cases.filter(({ result }) => result === 'not run').map((each) => ({ command, ...each })),
  );
  if (cases.length === 0) return 'All recorded cases were run.';
  return cases.map(({ command, id, title, note }) => `- ${id}, ${title} (\`${command}\`)${note ? `: ${note}` : ''}`).join('\n');
}

export const reliabilityPage = (records) => `# Reliability

Made by \`npm run reliability\` from the records of long runs in \`docs/reliability\`; \`npm run lint\` checks it. The command of a suite repeats its run and writes its record.
An operation is *unknown* if its answer did not arrive: it was executed completely or not at all. It is *lost* if it was acknowledged but its result is missing.

${records.length > 0 ? `${totals(records)}\n\n${records.map(suite).join('\n\n')}` : 'No run is recorded yet.'}

## Defects found

${defects(records)}

## Not run

${notRun(records)}
`;
