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
      ['Faults made', sumOf(faults, 'runs')],
      ['Operations', sumOf(cases, 'operations')],
      ['of them with an outcome that the caller could not know', sumOf(cases, 'unknown')],
      ['Lost: acknowledged and then not there', sumOf(cases, 'lost')],
      ['Bad and random inputs', sumOf(cases, 'inputs')],
      ['answered with 5xx', sumOf(cases, 'answers5xx')],
    ].map(([what, value]) => [what, number(value)]),
  );
}

function suite({ title, command, date, seconds, seeds, cases }) {
  const counted = COUNTS.filter((name) => cases.some((each) => each[name] !== undefined));
  const noted = cases.some(({ note }) => note);
  const rows = cases.map((each) => [
    each.id,
    each.title,
    ...counted.map((name) => number(each[name])),
    each.result === 'failed' ? '**failed**' : each.result,
    ...(noted ? [each.note ?? ''] : []),
  ]);
  return `## ${title}

\`${command}\`, ${date}, ${duration(seconds)}.${seeds.length > 0 ? ` Seeds: ${seeds.join(', ')}.` : ''}

${table(['Case', 'What', ...counted.map((name) => HEADINGS[name]), 'Result', ...(noted ? ['Note'] : [])], rows)}`;
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
  if (cases.length === 0) return 'Nothing of what the records name.';
  return cases.map(({ command, id, title, note }) => `- ${id}, ${title} (\`${command}\`)${note ? `: ${note}` : ''}`).join('\n');
}

export const reliabilityPage = (records) => `# Reliability

Made by \`npm run reliability\` from the records of long runs in \`docs/reliability\`, checked by \`npm run lint\`. Every figure is of a run that was made; the command of a suite makes it again
and writes its record. An operation is *unknown* when its answer did not arrive: it may have happened or not, but never in part. It is *lost* when it was acknowledged and is not there.

${records.length > 0 ? `${totals(records)}\n\n${records.map(suite).join('\n\n')}` : 'No run is recorded yet.'}

## Defects found

${defects(records)}

## Not run

${notRun(records)}
`;
