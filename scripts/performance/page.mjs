// docs/performance.md, as text.
import { number, table } from '../markdown.mjs';

const whole = (value) => number(Math.round(value));
const short = (value) => (value < 10 ? value.toFixed(1) : whole(value));
const ratioOf = ({ ratio, ratioMin, ratioMax }) => `${ratio.toFixed(2)} (${ratioMin.toFixed(2)}–${ratioMax.toFixed(2)})`;
const verdict = (holds, target) => `${target} ${holds ? 'met' : '**missed**'}`;
function how(results) {
  for (const name of ['command', 'date', 'storage', 'machine']) if (!results[name]) throw new Error(`a result has no ${name}`);
  const { load } = results;
  const loadText = load ? `. Load of the machine: ${load.start.toFixed(1)} before the run, ${load.end.toFixed(1)} at its end` : '';
  const measured = results.measured ? `. Measured ${results.measured}` : '';
  return `\`${results.command}\`, ${results.date}, ${results.storage}. ${results.machine}${loadText}${measured}`;
}
const rangeOf = ({ median, min, max }, digits) => {
  const [middle, least, most] = [median, min, max].map((value) => (digits === 0 ? whole(value) : value.toFixed(digits)));
  return `${middle} (${least}–${most})`;
};
/** Of a call, by process. */
const cpuOf = ({ cpuUs }) => ['own', 'database', 'store'].map((role) => (cpuUs[role] === undefined ? '–' : whole(cpuUs[role]))).join(' + ');

function requests({ rows, users, ...results }) {
  const judged = ({ ratios, targets }, name) => {
    if (!ratios[name]) return '';
    const text = `**${rangeOf(ratios[name], 2)}**`;
    return targets[name] === undefined ? text : `${text} ${verdict(ratios[name].median >= targets[name], `≥ ${targets[name]}`)}`;
  };
  return `## Small requests compared with a baseline

${how(results)}. ${number(results.documents)} documents, ${results.connections} connections with one request at a time each, ${results.rounds} rounds of ${results.seconds} s.
The requests of a case are those of ${number(users.everywhere)} users in turn (restricted: of ${number(users.restricted)}), each with a session; 100 different searches by two fields.

The baseline is a bare \`node:http\` + \`mysql2\` program. It checks the token, sends the same statements as the service (recorded, with new ids), does the indispensable work on files
(hash and signed PUT, pipe, Base64, password hash) and answers as many bytes. *Fewest* is the same program with the fewest statements that the work needs: it reads in one round trip and writes waiting calls in
one transaction. *Limits on* is the service with rate limits that nobody reaches, compared with itself without. All run alternately; a ratio is the median of the ratios of each round, with its range.

${table(
  ['Case', 'Requests/s', 'Ratio to baseline', 'Ratio to fewest', 'Limits on', 'p50 / p99 ms', 'Statements'],
  rows.map((row) => [
    row.title,
    whole(row.service.perSecond.median),
    ...['floor', 'fewest', 'limits'].map((name) => judged(row, name)),
    `${short(row.service.p50)} / ${short(row.service.p99)}`,
    row.statements,
  ]),
)}

Processor time of a request in µs, by process: own (the service or the bare program, with its children) + database + file store. The service's includes what it does after it has answered (sealing the audit trail).

${table(
  ['Case', 'Service', 'Limits on', 'Baseline', 'Fewest'],
  rows.map(({ title, service, limited, floor, fewest }) => [title, ...[service, limited, floor, fewest].map(cpuOf)]),
)}`;
}

function profile({ rows, layers, ...results }) {
  const flame = ({ name }) => `[${name}](../bench/results/flames/${name}.svg)`;
  const share = (value) => (value < 0.05 ? '' : value.toFixed(1));
  const cost = (who) => rows.map(({ cpuUs }) => (cpuUs[who] === undefined ? '–' : whole(cpuUs[who])));
  return `## CPU time by layer

${how(results)}. ${number(results.documents)} documents, ${results.connections} connections, ${results.seconds} s per case; \`--case NAME\` measures some cases again.

Percentage of the service's CPU time per case: samples of the main thread every half millisecond, without idle time. Node and native functions count for their caller; JSON.parse and JSON.stringify count as JSON.
*Native, no caller* runs outside any JavaScript function. *Other threads* hash files and passwords, collect garbage and compile. On a busy machine samples also include waits, for example while writing to a socket.
Each case links to its flame graph. The CPU time of a call was measured without the profiler.

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

${how(results)}. Node with default settings. MB are 10⁶ bytes of the file, not of its Base64. The baseline receives the same body and forwards the number of bytes of the file to the same store by one signed PUT:
it parses, decodes, hashes and checks nothing. The processors are shared by the client, the service or the baseline, and the stores; where they are busy, more work of the service is less speed. An idle process in the same run shows the event-loop delay of the machine.

${table(
  [
    'Case',
    'Service MB/s',
    'Baseline MB/s',
    'Ratio',
    'Peak RSS above idle, MiB',
    'Maximum event-loop delay, ms (idle process)',
    'CPU s per GB: own + file store, service / baseline',
    'Processors busy, %',
    'Targets',
  ],
  rows.map((row) => [
    row.title,
    whole(row.speed),
    whole(row.floorSpeed),
    `**${ratioOf(row)}**`,
    whole(row.rssMiB),
    `${whole(row.loopMs)} (${whole(row.idleLoopMs)})`,
    `${cpuPerGB(row.cpuPerGB, row.storeCpuPerGB)} / ${cpuPerGB(row.floorCpuPerGB, row.floorStoreCpuPerGB)}`,
    `${whole(row.busyShare * 100)} / ${whole(row.floorBusyShare * 100)}`,
    checks(row),
  ]),
)}`;
}

const cpuPerGB = (...figures) => figures.map((value) => value?.toFixed(2) ?? '–').join(' + ');
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

${how(results)}. The service's search adapter, one connection, complete pages of 50; ${results.rounds} times each. p50 / p99 in ms by number of documents; **!** marks a p99 that more than doubles from
the smallest to the largest size, by 5 ms or more (target: ≤ 2 ×). \`bench/results/growth.json\` has the query plans.

${table(['Search', 'User', ...sizes.map(({ documents }) => number(documents)), 'p99, last / first'], titles.map(rowOf))}

${table(['Documents (6 values and a list row each)', 'Fill time, s', 'Data, GiB', 'Indexes, GiB'], sizesText)}${
    results.note
      ? `

${results.note}`
      : ''
  }`;
}

function typedSearches({ rows, sizes, ...results }) {
  const last = sizes.at(-1).documents;
  const titles = [...new Set(rows.map(({ title, user }) => `${title}|${user}`))];
  const cell = ({ p50, p99, entries, isComplete, isRefused, isOverdue }) =>
    `${short(p50)} / ${short(p99)} (${number(entries ?? 0)})${isOverdue ? ' 503' : isRefused ? ' 422' : isComplete ? '' : ' …'}`;
  const counted = ({ total, p50, entries, isOverdue }) =>
    total
      ? `${total.isExact ? '' : '≥ '}${number(total.value)}: ${short(p50)} (${number(entries)})`
      : `${isOverdue ? 503 : 422}: ${short(p50)} (${number(entries ?? 0)})`;
  const rowOf = (key) => {
    const [title, user] = key.split('|');
    const cells = sizes.map(({ documents }) => rows.find((row) => row.title === title && row.user === user && row.documents === documents));
    const end = cells.at(-1);
    return [title, user, ...cells.map(cell), verdict(end.entries <= end.mostEntries, number(end.mostEntries)), counted(end.count)];
  };
  return `## Typed searches as the archive grows

${how(results)}. \`POST /api/v3/Documento/Pesquisar\` below HTTP, one connection, pages of 50; ${results.rounds} times each. p50 / p99 in ms (entries of indexes read, by the server's \`Handler_read\`; what a full-text index reads in itself is not
counted) by number of documents; … marks a page that is short, with a cursor that goes on; 422 a text that is too frequent. Most entries: 5 000, and as many for each condition that is looked up in documents, with ${number(last)} documents. Count: total, to 10 000, p50 in ms (entries).
One document in ten has the words of a file, 60. Words took ${sizes.map(({ documents, wordSeconds }) => `${whole(wordSeconds)} s for ${number(documents)} documents`).join(', ')} to write, by statements of the server.

${table(['Search', 'User', ...sizes.map(({ documents }) => number(documents)), 'Entries at most', 'Count'], titles.map(rowOf))}${results.note ? `\n\n${results.note}` : ''}`;
}

function filing({ rows, sizes, ...results }) {
  const cell = (documents, count) => {
    const { perSecond, p50, p99 } = rows.find((row) => row.documents === documents && row.count === count);
    return [whole(perSecond), `${short(p50)} / ${short(p99)}`];
  };
  const counts = [...new Set(rows.map(({ count }) => count))];
  return `## Filing as the archive grows

${how(results)}. Documents with six values, a list row and their words, written by the service's adapter, without events, on one connection in groups of ${counts.join(' and ')}, a transaction each, in turns for 40 s; the end of a transaction does not wait for the disk. Documents/s, and p50 / p99 of a group in ms.

${table(
  ['Documents', ...counts.flatMap((count) => [`Groups of ${count}: documents/s`, 'ms'])],
  sizes.map(({ documents }) => [number(documents), ...counts.flatMap((count) => cell(documents, count))]),
)}${results.note ? `\n\n${results.note}` : ''}`;
}

function peers({ rows, ...results }) {
  const ratio = (row) => (row.ratio ? `**${rangeOf(row.ratio, 1)}**` : '');
  const cpuRatio = ({ cpuRatio: of, cpuTarget: target }) =>
    of ? `${rangeOf(of, 2)} ${target ? verdict(of.median <= target, `≤ ${target}`) : ''}` : '';
  return `## Compared with other systems

${how(results)}. One process each, ${results.options.connections} clients, ${results.options.rounds} rounds of ${results.options.seconds} s, alternately. An item of work is done when all calls that a client needs for it are answered.
Configuration and differences: [bench/results/peers.md](../bench/results/peers.md). CPU of an item of work in µs, by process: own + database + file store.

${table(
  [
    'Case',
    'System',
    'Done/s (range)',
    'Beside',
    'That is … times as fast (range)',
    'Target',
    'CPU µs',
    'That takes … times the CPU (range)',
  ],
  rows.map((row) => [
    row.case,
    row.contestant,
    rangeOf(row.perSecond, 0),
    row.beside ?? '',
    ratio(row),
    row.ratio && row.target ? verdict(row.ratio.median >= row.target, `≥ ${row.target}`) : '',
    cpuOf(row),
    cpuRatio(row),
  ]),
)}`;
}

function atRest({ firstAnswerMs, restingMiB, ...results }) {
  const range = ({ median, min, max }) => `${whole(median)} (${whole(min)}–${whole(max)})`;
  return `## Start time and memory at rest

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
  return `## Memory under mixed load

${how(results)}. ${minutes} minutes, ${number(sent)} requests of all cases above at a fixed rate (open model), ${failed} failed; p50 ${short(p50)} ms, p99 ${short(p99)} ms. Resident memory: ${whole(idleMiB)} MiB before,
${whole(restingMiB)} MiB one minute after the last request; during the run (minute: MiB) ${shown.map(([minute, mib]) => `${minute}: ${whole(mib)}`).join(', ')}.`;
}

const scaleOut = () => `## Replicas

Two and four replicas on one database and one bucket, clusters, and an estimate for 10⁹ documents: [scaling.md](scaling.md).`;

function consoleWaits({ documents, rounds, slowed, browser, views, full, slow, ...results }) {
  const answers = (speed, most) => [...Object.values(speed.answers)].every((ms) => ms <= most);
  return `## The console

${how(results)}. Chromium ${browser}, ${number(documents)} documents in the level that is shown; first rows: median (range) of ${rounds} views with the processor of the page slowed ${slowed} times.

${table(
  ['What', 'Measured', 'Target'],
  [
    ['first rows, empty cache, slowed, ms', rangeOf(views.cold.rowsMs, 0), verdict(views.cold.rowsMs.median <= 1000, '≤ 1000')],
    ['first rows, with the cache, slowed, ms', rangeOf(views.warm.rowsMs, 0), verdict(views.warm.rowsMs.median <= 1000, '≤ 1000')],
    ['first paint, empty cache, slowed, ms', rangeOf(views.cold.paintMs, 0), ''],
    [
      'longest frame while all rows are scrolled, ms',
      whole(full.scroll.longestFrameMs),
      verdict(full.scroll.longestFrameMs <= 100, '≤ 100'),
    ],
    ['the same, slowed', whole(slow.scroll.longestFrameMs), ''],
    ['slowest answer to a key or click, ms', whole(Math.max(...Object.values(full.answers))), verdict(answers(full, 100), '≤ 100')],
    ['the same, slowed', whole(Math.max(...Object.values(slow.answers))), ''],
  ],
)}`;
}

const SECTIONS = {
  ...{ requests, profile, ingest, growth, 'typed-searches': typedSearches, filing, peers },
  ...{ 'at-rest': atRest, endurance, console: consoleWaits, 'scale-out': scaleOut },
};

export function performancePage(results) {
  const parts = Object.entries(SECTIONS).flatMap(([name, section]) => (results[name] ? [section(results[name])] : []));
  return `# Performance

[Português](pt/performance.md)

Made by \`npm run performance\` from \`bench/results\`; \`npm run lint\` checks it. Ratios are measured A B A B in one run on one machine; absolute times apply only to that machine.
Other measurements: [restricted searches](../bench/results/restricted-search.md), [reports](../bench/results/reports.md), [overload](../bench/results/overload.md), [reading of files](../bench/results/extraction.md).

${parts.join('\n\n')}
`;
}
