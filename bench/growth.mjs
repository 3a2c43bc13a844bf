/**
 * How searches slow down as the archive grows: the same searches at each size, see docs/performance.md.
 *
 *   npm run bench:growth -- [--sizes 10000,100000,1000000,10000000] [--rounds 100] [--server URL] [--fill] [--note TEXT] [--no-results]
 *
 * Starts a MySQL server of its own. Each size has a database of its own, filled by the server itself; six values and a list row per document.
 * At a given server the databases stay, and are found again: `--fill` makes them and measures nothing.
 */
import { parseArgs } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { startServers } from '../scripts/servers.mjs';
import { writeResults } from './lib/results.mjs';
import { openBed } from './lib/search-bed.mjs';
import { HERE } from './lib/service.mjs';
import { percentile } from './lib/statistics.mjs';

const { values: options } = parseArgs({
  options: {
    sizes: { type: 'string', default: '10000,100000,1000000,10000000' },
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
/** Of the server, in GiB: an archive of a million documents fits into it, one of ten does not. */
const BUFFER_POOL = 4;
/** A count reads all that it counts: a few are enough. */
const FEW = 3;
/** So are fewer rounds of what takes long. */
const LONGEST_MS = 5000;

async function timesOf(adapter, ask, rounds) {
  const times = [];
  const enough = Date.now() + LONGEST_MS;
  for (let round = 0; round < rounds && (round < FEW || Date.now() < enough); round++) {
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

/** Bytes of each table with its indexes, as the server counts them. */
async function bytesOf(connection) {
  const [rows] = await connection.query(
    `SELECT table_name AS name, data_length AS data, index_length AS indexes FROM information_schema.tables
     WHERE table_schema = DATABASE() AND table_name IN ('document', 'document_value', 'document_list_row')`,
  );
  return Object.fromEntries(rows.map(({ name, data, indexes }) => [name, { data: Number(data), indexes: Number(indexes) }]));
}

const started = options.server ? null : await startServers({ mysql: true, s3: [] });
const server = await createConnection(options.server ?? started.mysql.url);
const [[{ version }]] = await server.query('SELECT VERSION() AS version');
const storage = `mysql ${version}, buffer pool ${BUFFER_POOL} GiB`;
const results = { command: 'npm run bench:growth', storage, rounds: ROUNDS, note: options.note, sizes: [], rows: [] };
try {
  await server.query(`SET GLOBAL innodb_buffer_pool_size = ${BUFFER_POOL * 2 ** 30}`);
  await server.end();
  for (const documents of options.sizes.split(',').map(Number)) {
    const kept = options.server && `growth_${documents}`;
    const bed = await openBed({ root: HERE, server: options.server ?? started.mysql.url, name: kept, documents, values: 6 });
    if (!options.fill) await measure(bed, documents);
    await bed.close({ keep: options.server !== undefined });
  }
} finally {
  await started?.stop();
}
process.exit(0);

async function measure(bed, documents) {
  results.sizes.push({ documents, fillSeconds: bed.fillSeconds, bytes: await bytesOf(bed.connection) });
  for (const row of await searchesOf(bed, documents)) {
    results.rows.push(row);
    console.log(
      `${documents} | ${row.title} | ${row.user} | p50 ${row.p50.toFixed(1)} ms, p99 ${row.p99.toFixed(1)} ms, ${row.entries} entries`,
    );
  }
  // Written after each size: the largest takes long.
  if (options.results) await writeResults('growth', results);
}
