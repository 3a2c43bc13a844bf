/** The tables of the bench of replicas. */
import { availableParallelism } from 'node:os';
import { machine, tableOf } from './report.mjs';
import { median } from './statistics.mjs';

const ROLES = ['service', 'database', 'file store', 'proxy', 'client'];
const sum = (values) => values.reduce((total, value) => total + value, 0);

export function summaryOf(replicas, { result, each, busyShare }, lockMs, given) {
  const kinds = Object.entries(result.kinds);
  const answered = sum(kinds.map(([, { count }]) => count));
  const creates = sum(kinds.filter(([kind]) => kind.startsWith('create')).map(([, { count }]) => count));
  return {
    replicas,
    perSecond: answered / result.seconds,
    failed: result.failed,
    kinds: result.kinds,
    /** ms of processor time per answered call, by role. */
    cpuMs: Object.fromEntries(ROLES.map((role) => [role, (sum(each[role]) / answered) * 1000])),
    /** Of one processor, by process of the service. */
    busiest: each.service.slice(0, replicas).map((seconds) => seconds / result.seconds),
    databaseShare: each.database[0] / result.seconds,
    busyShare,
    lockMsPerCreate: lockMs / creates,
    connectionsByReplica: given,
  };
}

const of = (rows, figure) => median(rows.map(figure));
const byCount = (runs) =>
  [...new Set(runs.map(({ replicas }) => replicas))].map((count) => runs.filter(({ replicas }) => replicas === count));
const fixed = (value, count) => value.toFixed(count);
const percent = (value) => `${Math.round(value * 100)} %`;
const range = (rows, figure) => {
  const values = rows.map(figure);
  return `${fixed(median(values), 0)} (${fixed(Math.min(...values), 0)}–${fixed(Math.max(...values), 0)})`;
};
const latency = (rows, kind) =>
  `${fixed(
    of(rows, ({ kinds }) => kinds[kind]?.p50 ?? NaN),
    0,
  )} / ${fixed(
    of(rows, ({ kinds }) => kinds[kind]?.p99 ?? NaN),
    0,
  )}`;

const COLUMNS = [
  ['replicas', ([first]) => String(first.replicas)],
  ['calls/s (range)', (rows) => `**${range(rows, ({ perSecond }) => perSecond)}**`],
  ['create with file, ms p50 / p99', (rows) => latency(rows, 'create-file')],
  ['create', (rows) => latency(rows, 'create')],
  ['search', (rows) => latency(rows, 'search')],
  ['fetch', (rows) => latency(rows, 'fetch')],
  ['busiest replica', (rows) => percent(of(rows, ({ busiest }) => Math.max(...busiest)))],
  ['database', (rows) => percent(of(rows, ({ databaseShare }) => databaseShare))],
  ['machine', (rows) => percent(of(rows, ({ busyShare }) => busyShare))],
  [
    'ms waited for locks per create',
    (rows) =>
      fixed(
        of(rows, ({ lockMsPerCreate }) => lockMsPerCreate),
        2,
      ),
  ],
];

const CPU = [
  ['replicas', ([first]) => String(first.replicas)],
  ...ROLES.map((role) => [
    role,
    (rows) =>
      fixed(
        of(rows, ({ cpuMs }) => cpuMs[role]),
        2,
      ),
  ]),
  [
    'all',
    (rows) =>
      fixed(
        of(rows, ({ cpuMs }) => sum(Object.values(cpuMs))),
        2,
      ),
  ],
];

export const table = (runs) => `${tableOf(COLUMNS, byCount(runs))}\n\nms of processor time per call:\n\n${tableOf(CPU, byCount(runs))}`;

const CREATES = [
  ['replicas', ({ replicas }) => String(replicas)],
  ['connections', ({ connections }) => String(connections)],
  ['creates/s', ({ perSecond }) => `**${fixed(perSecond, 0)}**`],
  ['ms p50 / p99', (row) => latency([row], 'create')],
  ['ms waited for locks per create', ({ lockMsPerCreate }) => fixed(lockMsPerCreate, 2)],
  ['machine', ({ busyShare }) => percent(busyShare)],
];
export const createsTable = (rows) => tableOf(CREATES, rows);

/** What processors of their own would carry, from the processor time of a call: at best as of one replica, at worst as of the most that shared these. */
function outlook(runs) {
  const groups = byCount(runs);
  const costs = (role) => groups.map((rows) => of(rows, ({ cpuMs }) => cpuMs[role])).sort((a, b) => a - b);
  const [service, database] = [costs('service'), costs('database')];
  const between = (figure, least, most) => `${fixed(figure(least), 0)} to ${fixed(figure(most), 0)}`;
  const calls = between((ms) => 1000 / ms, service.at(-1), service[0]);
  const whole = (16 * 0.7 * 1000) / database.at(-1);
  const needed = between((ms) => (whole * ms) / 1000, service[0], service.at(-1));
  return `A replica uses one thread for nearly all of its work, at ${fixed(service[0], 2)} ms (one replica) to ${fixed(service.at(-1), 2)} ms (${groups.at(-1)[0].replicas}, which compete for caches) per call: on its own processor it handles
**${calls} calls/s** of this mix. A database of 16 processors, used to 70 %, handles ${fixed(whole, 0)} calls/s at ${fixed(database.at(-1), 2)} ms, for which it takes ${needed} replicas. Computed from processor time, not measured: locks and
disks are not included. The service saturates first, then the database; the file store costs ${fixed(
    of(groups[0], ({ cpuMs }) => cpuMs['file store']),
    2,
  )} ms.`;
}

const worst = (runs) => runs.map(({ failed }) => Object.values(failed)).flat();

export function document({ command, storage, documents, seconds, connections, rounds, runs, creates, oracle, date = new Date() }) {
  return `# Replicas on one database and bucket

Method: the replicas are behind a round-robin TCP proxy; ${connections} connections from a separate process, each with one call at a time.
Of ten calls two create a document with a file of 100 KB, two create one without a file and with a row of a list (of ${60} shared by all), three search by two fields, three fetch a file.
All creates are of one client. Replica counts alternate; medians of ${rounds} rounds of ${seconds} s. "Busiest replica" and "database" are percentages of one processor, "machine" of all ${availableParallelism()}.

**Limits:** proxy, client, database, file store and all replicas share ${availableParallelism()} processors, which one replica nearly saturates: throughput cannot grow with replicas here, and it falls with
more processes than processors. The run shows correctness with several replicas, the cost of a call for each component, and where calls wait.

- machine: ${machine()}
- date: ${date.toISOString().slice(0, 10)}
- command: \`${command}\`
- storage: ${storage}; commits are not durable, as in all tests
- documents before: ${documents}

${table(runs)}

${outlook(runs)}

## Creates of one client

Each ends with an event that is sealed after the COMMIT (ADR 15): they do not wait for each other. Only creates without a file:

${createsTable(creates)}

Oracle: ${oracle.acknowledged} acknowledged creates, each read again at two replicas, ${fixed(oracle.bytes / 1e6, 0)} MB of files compared; codes, ids, objects and list keys once each; ${sum(worst(runs))} calls failed. **${
    oracle.wrong.length
  } findings.** Audit trail: ${oracle.audit}.
`;
}
