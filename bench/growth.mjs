/**
 * How searches slow down as the archive grows: the same searches at each size, see docs/performance.md.
 *
 *   npm run bench:growth -- [--sizes 10000,100000,1000000,10000000] [--only plain|typed|filed] [--rounds 100] [--server URL] [--fill] [--note TEXT] [--no-results]
 *
 * Starts a MySQL server of its own. Each size has a database of its own, filled by the server itself; six values and a list row per document,
 * and for one in ten the words of a file. Asks the search by values (4.4, "plain") and the typed search ("typed"), and files documents ("filed").
 * At a given server the databases stay, and are found again: `--fill` makes them and measures nothing.
 */
import { totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { startServers } from '../scripts/servers.mjs';
import { writeResults } from './lib/results.mjs';
import { openBed } from './lib/search-bed.mjs';
import { HERE } from './lib/service.mjs';
import { percentile } from './lib/statistics.mjs';
import { MOST_ENTRIES, typedSearches } from './lib/typed-searches.mjs';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000,10000000' },
    only: { type: 'string' },
    rounds: { type: 'string', default: '100' },
    server: { type: 'string' },
    fill: { type: 'boolean', default: false },
    note: { type: 'string' },
    results: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const ROUNDS = Number(options.rounds);
const USERS = ['whole client', '0.3 % (1 level)'];
const TYPED_USERS = [...USERS, '40 sparse old levels', '400 sparse old levels'];
/** Of the server, in GiB: an archive of a million documents fits into it, one of ten does not. */
const BUFFER_POOL = 4;
/** Of a server of its own while it fills a database, which is made anew if the server crashes: ten million documents take hours otherwise. */
const FILLING = {
  innodb_buffer_pool_size: Math.max(BUFFER_POOL * 2 ** 30, Math.floor(totalmem() / 3)),
  innodb_ddl_buffer_size: 2 ** 30,
  innodb_io_capacity_max: 40_000,
  innodb_io_capacity: 20_000,
};
/** A count reads all that it counts: a few are enough. */
const FEW = 3;
/** So are fewer rounds of what takes long: of what takes longer than this, one. */
const LONGEST_MS = 5000;
const FILING_MS = 40_000;
/** Rounds, until this process and the server are warm. */
const WARM_UP = 200;

async function timesOf(adapter, ask, rounds) {
  const times = [];
  const enough = Date.now() + LONGEST_MS;
  for (let round = 0; round < rounds && (round === 0 || Date.now() < enough); round++) {
    const asked = await adapter();
    const start = process.hrtime.bigint();
    await ask(asked);
    times.push(Number(process.hrtime.bigint() - start) / 1e6);
  }
  return times.sort((a, b) => a - b);
}

async function searchesOf(bed, documents) {
  const rows = [];
  for (const search of bed.searches) {
    const { title, page, isCount, conditions } = search;
    for (const user of USERS) {
      const scope = bed.scopes[user];
      const known = bed.newSearch();
      const adapter = () => bed.adapterFor(search, scope, known);
      const ask = (it) => (isCount ? it.count(scope, conditions) : it.page(scope, conditions, page, 50));
      const found = await ask(await adapter());
      const times = await timesOf(adapter, ask, isCount ? FEW : ROUNDS);
      const next = await adapter();
      const entries = await bed.entriesOf(() => ask(next));
      rows.push({
        title,
        user,
        documents,
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        entries,
        found: found.length ?? found,
        plan: await bed.plan(),
      });
    }
  }
  return rows;
}

/** Until the connection takes statements: InnoDB reads its lists of words to their end, also when the caller has given up. */
async function untilFree(bed) {
  while ((await bed.entriesOf(async () => undefined).catch(() => null)) === null);
}

/** A page, and a count: up to 10 000. What is too frequent is refused, after its time; what takes too long is asked once. */
async function typedOf(bed, documents) {
  const rows = [];
  const refused = (error) => {
    if (error.code === 'BUSY') return { isOverdue: true };
    if (error.problems?.[0]?.code !== 'TEXT_TOO_FREQUENT') throw error;
    return { isRefused: true };
  };
  for (const { title, checks, page, input } of typedSearches(documents)) {
    for (const user of TYPED_USERS) {
      const ask = (more) => bed.finder.execute(bed.scopes[user], { ...input, count: false, ...more }).catch(refused);
      const read = async (more) => {
        await untilFree(bed);
        let answer;
        const begun = performance.now();
        const entries = await bed.entriesOf(async () => (answer = await ask(more))).catch(() => null);
        return { answer, entries, ms: performance.now() - begun };
      };
      const timesAfter = ({ answer, ms }, more, rounds) => (answer.isOverdue ? [ms] : timesOf(() => more, ask, rounds));
      let cursor;
      for (let at = 1; at < page; at++) cursor = (await ask({ cursor })).next ?? cursor;
      const first = await read({ cursor });
      const { answer, entries } = first;
      const times = await timesAfter(first, { cursor }, ROUNDS);
      const counting = { count: true, pageSize: 1 };
      const counted = answer.isOverdue ? first : await read(counting);
      const countTimes = await timesAfter(counted, counting, FEW);
      process.stderr.write(`[typed] ${title}, ${user}\n`);
      rows.push({
        title,
        user,
        documents,
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        entries,
        mostEntries: MOST_ENTRIES * (1 + checks),
        found: answer.documents?.length ?? null,
        isComplete: answer.isComplete ?? null,
        isRefused: answer.isRefused ?? false,
        isOverdue: answer.isOverdue ?? false,
        count: {
          isOverdue: counted.answer.isOverdue ?? false,
          total: counted.answer.total ?? null,
          p50: percentile(countTimes, 0.5),
          entries: counted.entries,
        },
      });
    }
  }
  return rows;
}

/** Filing of documents one by one and in groups, in turns; a transaction each, whose end waits for no disk. They stay in the database. */
async function filedOf(bed, documents) {
  const groups = [1, 10].map((count) => ({ count, times: [] }));
  const rounds = async (until) => {
    while (!until()) {
      for (const { count, times } of groups) {
        const begun = performance.now();
        await bed.file(count);
        times.push(performance.now() - begun);
      }
    }
  };
  await rounds(() => groups[0].times.length === WARM_UP);
  for (const { times } of groups) times.length = 0;
  const enough = Date.now() + FILING_MS;
  await rounds(() => groups[0].times.length > 0 && Date.now() > enough);
  return groups.map(({ count, times }) => {
    const sorted = times.sort((a, b) => a - b);
    const perSecond = (1000 * count * times.length) / times.reduce((sum, each) => sum + each, 0);
    const [p50, p99] = [0.5, 0.99].map((part) => percentile(sorted, part));
    return { title: `filed by ${count}`, user: `${Math.round(perSecond)}/s`, documents, count, perSecond, p50, p99, entries: null };
  });
}

/** Bytes of each table with its indexes, as the server counts them. */
async function bytesOf(connection) {
  const [rows] = await connection.query(
    `SELECT table_name AS name, data_length AS data, index_length AS indexes FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_name IN ('document', 'document_value', 'document_list_row', 'document_words', 'document_contents')`,
  );
  return Object.fromEntries(rows.map(({ name, data, indexes }) => [name, { data: Number(data), indexes: Number(indexes) }]));
}

const started = options.server ? null : await startServers({ mysql: true, s3: [] });
const server = await createConnection(options.server ?? started.mysql.url);
const [[{ version }]] = await server.query('SELECT VERSION() AS version');
const storage = `mysql ${version}, buffer pool ${BUFFER_POOL} GiB`;
const about = { command: 'npm run bench:growth', storage, rounds: ROUNDS, note: options.note };
const ASKED = { plain: ['growth', searchesOf], typed: ['typed-searches', typedOf], filed: ['filing', filedOf] };
const results = Object.fromEntries(Object.keys(ASKED).map((kind) => [kind, { ...about, sizes: [], rows: [] }]));
try {
  for (const documents of options.sizes.split(',').map(Number)) {
    const kept = options.server && `growth_${documents}`;
    await beginFilling();
    const bed = await openBed({ root: HERE, server: options.server ?? started.mysql.url, name: kept, documents, values: 6, words: true });
    await endFilling();
    if (!options.fill) await measure(bed, documents);
    await bed.close({ keep: options.server !== undefined });
  }
} finally {
  await started?.stop();
}
process.exit(0);

async function beginFilling() {
  if (!started) return;
  await server.query('ALTER INSTANCE DISABLE INNODB REDO_LOG');
  for (const [name, value] of Object.entries(FILLING)) await server.query(`SET GLOBAL ${name} = ${value}`);
}

async function endFilling() {
  if (started) await server.query('ALTER INSTANCE ENABLE INNODB REDO_LOG');
  await server.query(`SET GLOBAL innodb_buffer_pool_size = ${BUFFER_POOL * 2 ** 30}`);
  for (;;) {
    const [[{ Value: status }]] = await server.query("SHOW STATUS LIKE 'Innodb_buffer_pool_resize_status_code'");
    if (status === '0') return;
    await sleep(1000);
  }
}

async function measure(bed, documents) {
  for (const [kind, [name, rowsOf]] of Object.entries(ASKED)) {
    if (options.only && options.only !== kind) continue;
    const { fillSeconds, wordSeconds, connection } = bed;
    results[kind].sizes.push({ documents, fillSeconds, wordSeconds, bytes: await bytesOf(connection) });
    for (const row of await rowsOf(bed, documents)) {
      results[kind].rows.push(row);
      const { title, user, p50, p99, entries } = row;
      console.log(`${documents} | ${title} | ${user} | p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${entries} entries`);
    }
    // Written after each size: the largest takes long.
    if (options.results) await writeResults(name, results[kind]);
  }
}
