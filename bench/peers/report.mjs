/** The tables of the comparison, and what has to be known to read them. */
import { figuresOf, ratioOf } from '../lib/contest.mjs';
import { cpuOf, machine, rangeOf, tableOf } from '../lib/report.mjs';
import { spread } from '../lib/statistics.mjs';
import { NOTES } from './notes.mjs';

/** In this order: searches are at the number of items given, before creates add to them. Targets: times as fast as that peer, and times its CPU. */
export const CASES = [
  {
    name: 'search',
    title: 'search by two fields, page of 50, 100 questions',
    targets: { directus: 3, strapi: 5, pocketbase: 1.1 },
    cpuTargets: { pocketbase: 1 },
  },
  { name: 'fetch', title: 'fetch a file of 100 KB', targets: { directus: 6, strapi: 4, pocketbase: 1 }, cpuTargets: { pocketbase: 1.2 } },
  {
    name: 'create',
    title: 'create an item of 5 fields with a file of 100 KB',
    targets: { directus: 6, strapi: 6, pocketbase: 0.7 },
    cpuTargets: { pocketbase: 1.2 },
  },
];

const whole = (value) => String(Math.round(value));
const ms = (value) => (value < 10 ? value.toFixed(1) : whole(value));
const sum = (values) => Object.values(values).reduce((total, value) => total + value, 0);

/** @param rounds of each the figures by name */
export function summary({ name, title, targets, cpuTargets }, { name: contestant, beside, calls }, rounds) {
  const against = beside && {
    beside,
    ratio: ratioOf(rounds, beside, contestant),
    cpuRatio: spread(rounds.map((figures) => sum(figures[beside].cpuUs) / sum(figures[contestant].cpuUs))),
    target: targets[contestant],
    cpuTarget: cpuTargets[contestant],
  };
  return { case: name, title, contestant, calls: calls[name].length, ...figuresOf(rounds, contestant), ...against };
}

const COLUMNS = [
  ['case', ({ title }) => title],
  ['contestant', ({ contestant }) => contestant],
  ['calls', ({ calls }) => String(calls)],
  ['done/s (range)', ({ perSecond }) => rangeOf(perSecond)],
  ['beside', ({ beside = '' }) => beside],
  ['that is … times as fast (range)', ({ ratio }) => (ratio ? `**${rangeOf(ratio, 2)}**` : '')],
  ['target', ({ ratio, target }) => (target ? `≥ ${target} ${ratio.median >= target ? 'met' : 'MISSED'}` : '')],
  ['ms p50 / p99', ({ p50, p99 }) => `${ms(p50)} / ${ms(p99)}`],
  ['CPU µs, own + database + store', cpuOf],
  ['CPU of the one beside is … times this (range)', ({ cpuRatio }) => (cpuRatio ? rangeOf(cpuRatio, 2) : '')],
  ['target', ({ cpuRatio, cpuTarget }) => (cpuTarget ? `≤ ${cpuTarget} ${cpuRatio.median <= cpuTarget ? 'met' : 'MISSED'}` : '')],
];
const PROCESS_COLUMNS = [
  ['contestant', ({ name }) => name],
  ['version', ({ version }) => version],
  ['start to first answer, ms', ({ startMs }) => whole(startMs)],
  ['RSS at rest, MiB', ({ restMiB }) => whole(restMiB)],
  ['RSS after the load, MiB', ({ loadedMiB }) => whole(loadedMiB)],
];

export const table = (rows) => tableOf(COLUMNS, rows);

export function document({ command, date, load, storage, options, processes, rows }) {
  const { items, rounds, seconds, connections, pool } = options;
  return `# Comparison with other systems

Directus, Strapi and PocketBase do the same work as Acervo, on the same machine, in the same run: Directus and Strapi beside Acervo with MySQL and S3
(\`acervo\`), PocketBase beside Acervo with SQLite and local files (\`acervo-embedded\`). Each is one process; an operation is complete when all calls that
it needs are answered. ${connections} clients in a separate process each run one operation at a time. The systems alternate, A B A B: after a shorter
warm-up round, ${rounds} rounds of ${seconds} s each; ratios are medians of the ratios of each round, with their range. CPU is that of an operation, by process:
the system's own with its children, MySQL, the S3 server.

- machine: ${machine()}
- load of the machine (one minute): ${load.start.toFixed(1)} before the run, ${load.end.toFixed(1)} at its end
- date: ${date}
- command: \`${command}\`
- storage: ${storage}; acervo-embedded and PocketBase have their own SQLite and files
- items: ${items} before creates; connections to the database: ${pool} at most

${table(rows)}

${tableOf(PROCESS_COLUMNS, processes)}

${NOTES}`;
}
