/** The tables of a bench, for the terminal and for its results file. */
import { cpus, totalmem, type } from 'node:os';

const digits = (value, count = 0) => (Number.isFinite(value) ? value.toFixed(count) : '–');

/** Model, cores, memory: what the figures depend on, and nothing that names this machine. */
export function machine() {
  const [cpu] = cpus();
  return `${cpu.model.trim()}, ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, ${type()}, Node ${process.version}`;
}

const COLUMNS = [
  ['case', ({ title }) => title],
  ['service MB/s', ({ speed }) => digits(speed)],
  ['floor MB/s', ({ floorSpeed }) => digits(floorSpeed)],
  ['ratio (range, pairs)', (row) => `**${digits(row.ratio, 2)}** (${digits(row.ratioMin, 2)}–${digits(row.ratioMax, 2)}, ${row.pairs})`],
  ['peak RSS over idle, MiB', ({ rssMiB, idleMiB }) => `${digits(rssMiB)} (idle ${digits(idleMiB)})`],
  ['longest event-loop delay, ms', ({ loopMs, idleLoopMs }) => `${digits(loopMs)} (idle process ${digits(idleLoopMs)})`],
  ['CPU s per GB, service / floor', ({ cpuPerGB, floorCpuPerGB }) => `${digits(cpuPerGB, 2)} / ${digits(floorCpuPerGB, 2)}`],
];

export const line = (cells) => `| ${cells.join(' | ')} |`;

export const table = (rows) =>
  [
    line(COLUMNS.map(([name]) => name)),
    line(COLUMNS.map(() => '---')),
    ...rows.map((row) => line(COLUMNS.map(([, cell]) => cell(row)))),
  ].join('\n');

const CHECKS = [
  ['ratio', 'ratio', '≥', (value, target) => value >= target, 2],
  ['rssMiB', 'RSS over idle', '≤', (value, target) => value <= target, 0],
  ['loopMs', 'event-loop delay', '≤', (value, target) => value <= target, 0],
];

/** Each target of each case, met or missed. */
export function verdicts(rows) {
  return rows.flatMap((row) =>
    CHECKS.filter(([key]) => row.targets[key] !== undefined).map(([key, what, sign, holds, precision]) => {
      const [value, target] = [row[key], row.targets[key]];
      const verdict = Number.isNaN(value) ? 'not measured' : holds(value, target) ? 'met' : 'MISSED';
      return `- ${verdict}: ${row.title}: ${what} ${digits(value, precision)}, target ${sign} ${target}`;
    }),
  );
}

const HEAD = `# Ingest against a bare server

How to read it: MB are 10⁶ bytes of the file, not of its Base64. The service (Nest, one process, \`node --max-old-space-size=128\`) does the whole
create of operation 4.9: authentication, rules, journal, JSON, strict Base64, SHA-256, store, transaction. The floor receives the same body and
forwards as many bytes as the file has to the same store, nothing parsed, decoded or hashed. They take turns, A B A B; the ratio is the median of pairs. RSS is
sampled every 20 ms, idle is after 300 small creates. "Idle process" is a process that did nothing meanwhile: what is no worse than that is the machine's.
In each case what was stored came back with the right SHA-256.
`;

export function document({ command, store, rows, date = new Date() }) {
  return [
    HEAD,
    `- machine: ${machine()}`,
    `- date: ${date.toISOString().slice(0, 10)}`,
    `- command: \`${command}\``,
    `- storage: ${store.title}`,
    '',
    table(rows),
    '',
    ...verdicts(rows),
    '',
  ].join('\n');
}
