/** The table of small requests. */
import { line, machine } from './report.mjs';

const whole = (value) => String(Math.round(value));
const ms = (value) => (value < 10 ? value.toFixed(1) : whole(value));

const COLUMNS = [
  ['case', ({ title }) => title],
  ['requests/s', ({ service }) => whole(service.perSecond)],
  ['floor', ({ floor }) => whole(floor.perSecond)],
  ['ratio (range)', ({ ratio, ratioMin, ratioMax }) => `**${ratio.toFixed(2)}** (${ratioMin.toFixed(2)}–${ratioMax.toFixed(2)})`],
  ['target', ({ target, ratio }) => `≥ ${target} ${ratio >= target ? 'met' : 'MISSED'}`],
  ['CPU µs, service / floor', ({ service, floor }) => `${whole(service.cpuUs)} / ${whole(floor.cpuUs)}`],
  ['ms p50 / p99', ({ service }) => `${ms(service.p50)} / ${ms(service.p99)}`],
  ['statements', ({ statements }) => String(statements)],
];

export const table = (rows) =>
  [
    line(COLUMNS.map(([name]) => name)),
    line(COLUMNS.map(() => '---')),
    ...rows.map((row) => line(COLUMNS.map(([, cell]) => cell(row)))),
  ].join('\n');

export function document({ command, store, rows, documents, options, date = new Date() }) {
  return `# Small requests against a bare server

How to read it: the floor is a bare \`node:http\` + \`mysql2\` program that checks the token, sends the very statements that the service sends (recorded from it, new ids in
each call), does the one thing to a file that cannot be spared (hash and signed PUT, pipe, Base64, password hash) and answers as many bytes. Both take turns, A B A B;
the ratio is the median of ${options.rounds} pairs of ${options.seconds} s each. ${options.connections} connections, each with one request under way, from a process of their own; the latencies are those of this closed loop. CPU is
of the process alone, all threads.

- machine: ${machine()}
- date: ${date.toISOString().slice(0, 10)}
- command: \`${command}\`
- storage: ${store.title}
- documents: ${documents}

${table(rows)}
`;
}
