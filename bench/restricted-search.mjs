/**
 * Cost of a search for a user of some levels, compared with a user of the whole client.
 *
 *   node bench/restricted-search.mjs [--root DIR] [--documents 1000000] [--values 6] [--rounds 15] [--keep] [--database NAME]
 *       [--only TEXT] [--plans]
 *
 * Wants `TEST_DATABASE_URL` (`npm run servers`). Fills a database of its own, asks the search adapter of the service, prints
 * tables of times and of index entries read, beside those of the whole client. `--root`: a built copy of the repository. `--keep`
 * leaves the database for a later `--database`. `--only`: searches whose name holds the text. `--plans`: of the last statement, too.
 */
import { parseArgs } from 'node:util';
import { median } from './lib/statistics.mjs';
import { line } from './lib/report.mjs';
import { openBed } from './lib/search-bed.mjs';

const { values: options } = parseArgs({
  options: {
    root: { type: 'string', default: process.cwd() },
    documents: { type: 'string', default: '1000000' },
    values: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '15' },
    keep: { type: 'boolean', default: false },
    database: { type: 'string' },
    only: { type: 'string', default: '' },
    plans: { type: 'boolean', default: false },
  },
});
const DOCUMENTS = Number(options.documents);
const ROUNDS = Number(options.rounds);
const TARGET = 1.5;
/** A search that takes so little more is as fast, whatever the ratio. */
const MARGIN_MS = 2;
const bed = await openBed({
  root: options.root,
  server: process.env.TEST_DATABASE_URL,
  name: options.database,
  documents: DOCUMENTS,
  values: Number(options.values),
});

const users = Object.keys(bed.scopes);
const measured = {};
for (const search of bed.searches) {
  const { title, page, isCount, conditions } = search;
  if (!title.includes(options.only) || (options.values < 6 && conditions.fields.length > 1)) continue;
  const known = bed.newSearch();
  const ask = (adapter, scope) => (isCount ? adapter.count(scope, conditions) : adapter.page(scope, conditions, page, 50));
  const cells = (measured[title] = Object.fromEntries(Object.keys(bed.scopes).map((user) => [user, { times: [] }])));
  // Interleaved, so that what else the machine does falls on all alike; the first rounds fill the caches.
  for (let round = -2; round < (isCount ? 1 : ROUNDS); round++) {
    for (const [user, scope] of Object.entries(bed.scopes)) {
      const adapter = await bed.adapterFor(search, scope, known);
      const start = process.hrtime.bigint();
      const found = await ask(adapter, scope);
      const ms = Number(process.hrtime.bigint() - start) / 1e6;
      if (round >= 0) cells[user].times.push(ms);
      if (round !== -1) continue;
      cells[user].found = found.length ?? found;
      const next = await bed.adapterFor(search, scope, known);
      cells[user].entries = await bed.entriesOf(() => ask(next, scope));
      cells[user].plan = await bed.plan();
    }
  }
  process.stderr.write(
    `${line([title, ...users.map((user) => `${Math.min(...cells[user].times).toFixed(1)} ms, ${cells[user].entries}`)])}\n`,
  );
}

const head = [line(['search', ...users]), line(['---', ...users.map(() => '---:')])].join('\n');
const table = (cell) =>
  [
    head,
    ...Object.entries(measured).map(([title, cells]) => line([title, ...users.map((user) => cell(cells[user], cells[users[0]]))])),
  ].join('\n');
const timesOf = ({ times }, { times: whole }) => {
  const [ms, least] = [median(times), Math.min(...times)];
  const isSlow = (a, b) => a / b > TARGET && a - b > MARGIN_MS;
  const mark = isSlow(ms, median(whole)) && isSlow(least, Math.min(...whole)) ? ' **!**' : '';
  return `${ms.toFixed(1)} / ${least.toFixed(1)} (${(least / Math.min(...whole)).toFixed(2)})${mark}`;
};
console.log(
  `${DOCUMENTS} documents, ${options.values} values each, ${ROUNDS} rounds: median / minimum ms (ratio of the minimum to that of the whole client).` +
    ` **!** marks more than ${TARGET} times and ${MARGIN_MS} ms more, by the median and the minimum.\n\n${table(timesOf)}\n`,
);
console.log(`Index entries and rows read, including those for the returned documents (documents found):\n`);
console.log(table(({ entries, found }) => `${entries} (${found})`));
if (options.plans) {
  for (const [title, byUser] of Object.entries(measured)) {
    console.log(`\n- ${title}`);
    for (const [user, { plan }] of Object.entries(byUser)) console.log(`  - ${user}: ${plan.join('; ')}`);
  }
}
const keep = options.keep || options.database !== undefined;
await bed.close({ keep });
if (keep) console.error(`kept: --database ${bed.name}`);
