/** The table of small requests. */
import { cpuOf, rangeOf, tableOf } from './report.mjs';

const whole = (value) => String(Math.round(value));
const ms = (value) => (value < 10 ? value.toFixed(1) : whole(value));
const judged = (name) => (row) => {
  const [ratio, target] = [row.ratios[name], row.targets[name]];
  const verdict = target === undefined ? '' : `, ≥ ${target} ${ratio.median >= target ? 'met' : 'MISSED'}`;
  return `**${rangeOf(ratio, 2)}**${verdict}`;
};

const COLUMNS = [
  ['case', ({ title }) => title],
  ['requests/s', ({ service }) => whole(service.perSecond.median)],
  ['floor', ({ floor }) => whole(floor.perSecond.median)],
  ['fewest', ({ fewest }) => whole(fewest.perSecond.median)],
  ['of the floor', judged('floor')],
  ['of fewest statements', judged('fewest')],
  ['limits on, of off', judged('limits')],
  ['CPU µs, own + database + store: service', ({ service }) => cpuOf(service)],
  ['floor', ({ floor }) => cpuOf(floor)],
  ['fewest', ({ fewest }) => cpuOf(fewest)],
  ['ms p50 / p99', ({ service }) => `${ms(service.p50)} / ${ms(service.p99)}`],
  ['statements', ({ statements }) => String(statements)],
];

export const table = (rows) => tableOf(COLUMNS, rows);
