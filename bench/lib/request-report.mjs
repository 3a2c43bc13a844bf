/** The table of small requests. */
import { line } from './report.mjs';

const whole = (value) => String(Math.round(value));
const ms = (value) => (value < 10 ? value.toFixed(1) : whole(value));

const ratioOf = ({ ratio, ratioMin, ratioMax }) => `**${ratio.toFixed(2)}** (${ratioMin.toFixed(2)}–${ratioMax.toFixed(2)})`;

const COLUMNS = [
  ['case', ({ title }) => title],
  ['requests/s', ({ service }) => whole(service.perSecond)],
  ['floor', ({ floor }) => whole(floor.perSecond)],
  ['ratio (range)', ({ service }) => ratioOf(service)],
  ['before', ({ before }) => (before ? ratioOf(before) : '')],
  ['target', ({ target, service }) => `≥ ${target} ${service.ratio >= target ? 'met' : 'MISSED'}`],
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
