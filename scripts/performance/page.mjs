// docs/performance.md, as text.
import { number, table } from '../markdown.mjs';

const whole = (value) => number(Math.round(value));
const short = (value) => (value < 10 ? value.toFixed(1) : whole(value));
const ratioOf = ({ ratio, ratioMin, ratioMax }) => `${ratio.toFixed(2)} (${ratioMin.toFixed(2)}–${ratioMax.toFixed(2)})`;
const verdict = (holds, target) => `${target} ${holds ? 'met' : '**missed**'}`;
function how(results) {
  for (const name of ['command', 'date', 'storage', 'machine']) if (!results[name]) throw new Error(`a result has no ${name}`);
  return `\`${results.command}\`, ${results.date}, ${results.storage}. ${results.machine}`;
}

function requests({ rows, ...results }) {
  return `## Small requests against their floor

${how(results)}. ${number(results.documents)} documents, ${results.connections} connections with one request under way each, ${results.rounds} rounds of ${results.seconds} s.

The floor is a bare \`node:http\` + \`mysql2\` program that checks the token, sends the very statements that the service sends (recorded from it, with new ids in each call), does the one thing to a file that
cannot be spared (hash and signed PUT, pipe, Base64, password hash) and answers as many bytes. Service, the build before this work, and floor take turns; the ratio is the median of requests per second in pairs,
with its range.

${table(
  ['Case', 'Requests/s', 'Floor', 'Ratio', 'Before', 'Target', 'CPU µs, service / before / floor', 'p50 / p99 ms', 'Statements'],
  rows.map(({ title, target, statements, service, before, floor }) => [
    title,
    whole(service.perSecond),
    whole(floor.perSecond),
    `**${ratioOf(service)}**`,
    before ? ratioOf(before) : '',
    verdict(service.ratio >= target, `≥ ${target}`),
    [service, before, floor].map((each) => (each ? whole(each.cpuUs) : '–')).join(' / '),
    `${short(service.p50)} / ${short(service.p99)}`,
    statements,
  ]),
)}`;
}

function profile({ rows, layers, ...results }) {
  const flame = ({ name }) => `[${name}](../bench/results/flames/${name}.svg)`;
  const share = (value) => (value < 0.05 ? '' : value.toFixed(1));
  const cost = (who) => rows.map(({ cpuUs }) => (cpuUs[who] === undefined ? '–' : whole(cpuUs[who])));
  return `## Where the time of a call goes

${how(results)}. ${number(results.documents)} documents, ${results.connections} connections, ${results.seconds} s per case; \`--case NAME\` measures some, and draws them anew.

Per cent of the CPU that the service uses while it is driven with one case: samples of its main thread by the code that was running, each half millisecond, what is idle left out. What Node itself and native functions do counts
for whoever called them; what JSON.parse and JSON.stringify do, for JSON. *Native, nobody asked* is what runs under no function of JavaScript. *Other threads* hash files and passwords, collect garbage and compile. A sample says
where the thread was, not that it ran: on a busy machine it also waits in what wakes others, such as writing to a socket. Each case leads to its flame graph. The CPU of a call was measured without the profiler.

${table(
  ['', ...rows.map(flame)],
  [
    ...Object.entries(layers).map(([layer, title]) => [title, ...rows.map(({ shares }) => share(shares[layer]))]),
    ['**CPU of the service, µs**', ...cost('service')],
    ['CPU of the database, µs', ...cost('database')],
    ['CPU of the file store, µs', ...cost('store')],
  ],
)}`;
}

function ingest({ rows, ...results }) {
  const checks = ({ targets, ratio, rssMiB, loopMs }) =>
    [
      targets.ratio && verdict(ratio >= targets.ratio, `ratio ≥ ${targets.ratio}`),
      targets.rssMiB && verdict(rssMiB <= targets.rssMiB, `RSS ≤ ${targets.rssMiB}`),
      targets.loopMs && verdict(loopMs <= targets.loopMs, `loop ≤ ${targets.loopMs}`),
    ]
      .filter(Boolean)
      .join(', ');
  return `## Large files in JSON bodies

${how(results)}. Node with its own defaults. MB are 10⁶ bytes of the file, not of its Base64. The floor receives the same body and forwards as many bytes as the file has to the same store by one signed PUT:
nothing parsed, decoded, hashed or checked. An idle process in the same run shows what the machine does to an event loop.

${table(
  [
    'Case',
    'Service MB/s',
    'Floor MB/s',
    'Ratio',
    'Peak RSS over idle, MiB',
    'Longest loop delay, ms (idle process)',
    'CPU s per GB, service / floor',
    'Targets',
  ],
  rows.map((row) => [
    row.title,
    whole(row.speed),
    whole(row.floorSpeed),
    `**${ratioOf(row)}**`,
    whole(row.rssMiB),
    `${whole(row.loopMs)} (${whole(row.idleLoopMs)})`,
    `${row.cpuPerGB.toFixed(2)} / ${row.floorCpuPerGB.toFixed(2)}`,
    checks(row),
  ]),
)}`;
}

const gib = (bytes) => (bytes / 2 ** 30).toFixed(2);

function growth({ rows, sizes, ...results }) {
  const titles = [...new Set(rows.map(({ title, user }) => `${title}|${user}`))];
  const cellsOf = (title, user) =>
    sizes.map(({ documents }) => rows.find((row) => row.title === title && row.user === user && row.documents === documents));
  const slope = (cells) => {
    const [first, last] = [cells.find(Boolean), cells.at(-1)];
    if (!last || first === last) return '';
    const times = last.p99 / first.p99;
    return `${times.toFixed(1)} ×${last.p99 - first.p99 < 5 || times <= 2 ? '' : ' **!**'}`;
  };
  const rowOf = (key) => {
    const [title, user] = key.split('|');
    const cells = cellsOf(title, user);
    return [title, user, ...cells.map((cell) => (cell ? `${short(cell.p50)} / ${short(cell.p99)}` : '–')), slope(cells)];
  };
  const sizesText = sizes.map(({ documents, fillSeconds, bytes }) => {
    const all = Object.values(bytes);
    const sum = (what) => all.reduce((total, each) => total + each[what], 0);
    return [number(documents), whole(fillSeconds), gib(sum('data')), gib(sum('indexes'))];
  });
  return `## As the archive grows

${how(results)}. The search adapter of the service, one connection, pages of 50 with all that is shown of them; ${results.rounds} times each. p50 / p99 in ms by number of documents; **!** marks a p99 that more than doubles from
the smallest size to the largest, by 5 ms or more (target: ≤ 2 ×). Plans of every search at every size are in \`bench/results/growth.json\`.

${table(['Search', 'User', ...sizes.map(({ documents }) => number(documents)), 'p99, last to first'], titles.map(rowOf))}

${table(['Documents (6 values and a list row each)', 'Filled in, s', 'Data, GiB', 'Indexes, GiB'], sizesText)}${
    results.note
      ? `

${results.note}`
      : ''
  }`;
}

function peers({ rows, ...results }) {
  return `## Beside the peers

${how(results)}. One process each, 16 clients; a piece of work is done when all calls that a client needs for it are answered. How each is configured, and in what the work differs:
[bench/results/peers.md](../bench/results/peers.md).

${table(
  ['Case', 'Contestant', 'Done/s (range)', 'Acervo is … times as fast (range)', 'Target'],
  rows.map(({ case: title, contestant, perSecond, ratio, target }) => [
    title,
    contestant,
    `${whole(perSecond.median)} (${whole(perSecond.min)}–${whole(perSecond.max)})`,
    ratio ? `**${ratio.median.toFixed(1)}** (${ratio.min.toFixed(1)}–${ratio.max.toFixed(1)})` : '',
    ratio && target ? verdict(ratio.median >= target, `≥ ${target}`) : '',
  ]),
)}`;
}

function atRest({ firstAnswerMs, restingMiB, ...results }) {
  const range = ({ median, min, max }) => `${whole(median)} (${whole(min)}–${whole(max)})`;
  return `## Start and rest

${how(results)}.

${table(
  ['What', 'Measured', 'Target'],
  [
    [
      'second `npm start` to the first answer of `/saude/pronta`, ms',
      range(firstAnswerMs),
      verdict(firstAnswerMs.median <= 3000, '≤ 3000'),
    ],
    ['resident memory 5 s later, MiB', range(restingMiB), verdict(restingMiB.median <= 160, '≤ 160')],
  ],
)}`;
}

function endurance({ minutes, requests: sent, failed, p50, p99, idleMiB, restingMiB, eachMinuteMiB, ...results }) {
  const every = Math.max(1, Math.ceil(eachMinuteMiB.length / 12));
  const shown = eachMinuteMiB.map((mib, index) => [index + 1, mib]).filter(([minute]) => minute % every === 0);
  return `## Memory under a mixed load

${how(results)}. ${minutes} minutes, ${number(sent)} requests of all the cases above by the clock (an open model), ${failed} failed; p50 ${short(p50)} ms, p99 ${short(p99)} ms. Resident memory: ${whole(idleMiB)} MiB before,
${whole(restingMiB)} MiB a minute after the last request; in between (minute: MiB) ${shown.map(([minute, mib]) => `${minute}: ${whole(mib)}`).join(', ')}.`;
}

const scaleOut = () => `## Replicas

Two and four replicas on one database and one bucket, clusters, and the arithmetic of 10⁹ documents: [scaling.md](scaling.md).`;

const SECTIONS = { requests, profile, ingest, growth, peers, 'at-rest': atRest, endurance, 'scale-out': scaleOut };

export function performancePage(results) {
  const parts = Object.entries(SECTIONS).flatMap(([name, section]) => (results[name] ? [section(results[name])] : []));
  return `# Performance

[Português](pt/performance.md)

Made by \`npm run performance\` from \`bench/results\`; \`npm run lint\` compares. Ratios are measured A B A B in one run on one machine; absolute times only describe that machine.
Other measurements: [restricted searches](../bench/results/restricted-search.md), [reports](../bench/results/reports.md), [overload](../bench/results/overload.md).

${parts.join('\n\n')}
`;
}
