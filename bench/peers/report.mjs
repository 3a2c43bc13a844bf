/** The tables of the comparison, and what has to be known to read them. */
import { cpus } from 'node:os';
import { line, machine } from '../lib/report.mjs';
import { median } from '../lib/measure.mjs';
import { NOTES } from './notes.mjs';

/** In this order: searches are at the number of items given, before creates add to them. */
export const CASES = [
  { name: 'search', title: 'search by two fields, page of 50', target: 5 },
  { name: 'fetch', title: 'fetch a file of 100 KB' },
  { name: 'create', title: 'create an item of 5 fields with a file of 100 KB', target: 5 },
];
/** The targets name these. */
const AIMED_AT = ['directus', 'strapi'];

const whole = (value) => String(Math.round(value));
const ms = (value) => (value < 10 ? value.toFixed(1) : whole(value));
const spread = (values) => ({ median: median(values), min: Math.min(...values), max: Math.max(...values) });

/** @param rounds of each the figures by name */
export function summary({ name, title, target }, contestant, calls, rounds) {
  const of = (figure) => rounds.map((figures) => figures[contestant][figure]);
  const isPeer = contestant !== 'acervo';
  const ratio = spread(rounds.map((figures) => figures.acervo.perSecond / figures[contestant].perSecond));
  return {
    case: name,
    title,
    contestant,
    calls,
    perSecond: spread(of('perSecond')),
    p50: median(of('p50')),
    p99: median(of('p99')),
    cpuMs: median(of('cpuMs')),
    machineMs: median(of('machineMs')),
    ...(isPeer && { ratio }),
    ...(isPeer && target && AIMED_AT.includes(contestant) && { target, met: ratio.median >= target }),
  };
}

const COLUMNS = [
  ['case', ({ title }) => title],
  ['contestant', ({ contestant }) => contestant],
  ['calls', ({ calls }) => String(calls)],
  ['done/s (range)', ({ perSecond: { median: middle, min, max } }) => `${whole(middle)} (${whole(min)}–${whole(max)})`],
  [
    'Acervo is … times as fast (range)',
    ({ ratio }) => (ratio ? `**${ratio.median.toFixed(1)}** (${ratio.min.toFixed(1)}–${ratio.max.toFixed(1)})` : ''),
  ],
  ['target', ({ target, met }) => (target ? `≥ ${target} ${met ? 'met' : 'MISSED'}` : '')],
  ['ms p50 / p99', ({ p50, p99 }) => `${ms(p50)} / ${ms(p99)}`],
  ['CPU ms, own / machine', ({ cpuMs, machineMs }) => `${cpuMs.toFixed(1)} / ${machineMs.toFixed(1)}`],
];
const PROCESS_COLUMNS = [
  ['contestant', ({ name }) => name],
  ['version', ({ version }) => version],
  ['start to first answer, ms', ({ startMs }) => whole(startMs)],
  ['RSS at rest, MiB', ({ restMiB }) => whole(restMiB)],
  ['RSS after the load, MiB', ({ loadedMiB }) => whole(loadedMiB)],
];

const tableOf = (columns, rows) =>
  [
    line(columns.map(([name]) => name)),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map(([, cell]) => cell(row)))),
  ].join('\n');

export const table = (rows) => tableOf(COLUMNS, rows);

/** Each target met or missed; and how far this machine could go at most, were Acervo's own process to cost nothing. */
function verdicts(rows) {
  return rows
    .filter(({ target }) => target)
    .map(({ case: name, title, contestant, target, met, ratio, perSecond }) => {
      const acervo = rows.find((row) => row.case === name && row.contestant === 'acervo');
      const most = (cpus().length * 1000) / (acervo.machineMs - acervo.cpuMs) / perSecond.median;
      const figures = `${ratio.median.toFixed(1)} times, target ≥ ${target}; with a process that costs nothing ${most.toFixed(1)}`;
      return `- ${met ? 'met' : 'MISSED'}: ${title}, against ${contestant}: ${figures}`;
    });
}

export const results = ({ command, store, options, contestants, rows, date = new Date() }) => ({
  command,
  machine: machine(),
  date: date.toISOString().slice(0, 10),
  storage: store.title,
  options,
  versions: Object.fromEntries(contestants.map(({ name, version }) => [name, version])),
  processes: contestants.map(({ name, startMs, restMiB, loadedMiB }) => ({ name, startMs, restMiB, loadedMiB })),
  rows,
});

export function document({ command, store, options, contestants, rows, date = new Date() }) {
  const { items, rounds, seconds, connections, pool } = options;
  return `# Beside the peers

Directus, Strapi and PocketBase do the same work as Acervo, on the same machine, in the same run. Each is one process; a piece of work is
done when all calls that a client needs for it are answered. ${connections} clients, each with one piece under way, from a process of its own. They take
turns, A B A B: after a shorter round that warms up, ${rounds} rounds of ${seconds} s each; ratios are medians over the rounds. CPU is for one
piece of work: of the contestant's process with all its threads, and of the whole machine, which is that and MySQL, the S3 server and the load.

- machine: ${machine()}
- date: ${date.toISOString().slice(0, 10)}
- command: \`${command}\`
- storage: ${store.title}; PocketBase has its own SQLite
- items: ${items} before creates; connections to the database: ${pool} at most

${table(rows)}

${verdicts(rows).join('\n')}

${tableOf(PROCESS_COLUMNS, contestants)}

${NOTES}`;
}
