/** The tables of a bench for the terminal. */
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
  ['of the file store', ({ storeCpuPerGB, floorStoreCpuPerGB }) => `${digits(storeCpuPerGB, 2)} / ${digits(floorStoreCpuPerGB, 2)}`],
  ['processors busy, %', ({ busyShare, floorBusyShare }) => `${digits(busyShare * 100)} / ${digits(floorBusyShare * 100)}`],
];

export const line = (cells) => `| ${cells.join(' | ')} |`;

/** @param columns heading, and what a row has there */
export const tableOf = (columns, rows) =>
  [
    line(columns.map(([name]) => name)),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(columns.map(([, cell]) => cell(row)))),
  ].join('\n');

export const table = (rows) => tableOf(COLUMNS, rows);

/** A spread, as median with range. */
export const rangeOf = ({ median, min, max }, count) => `${digits(median, count)} (${digits(min, count)}–${digits(max, count)})`;
/** Processor time by role. */
export const cpuOf = ({ cpuUs }) =>
  ['own', 'database', 'store'].map((role) => (cpuUs[role] === undefined ? '–' : digits(cpuUs[role]))).join(' + ');

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
