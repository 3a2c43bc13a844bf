/**
 * Words of files in MySQL's full-text index, SQLite's and OpenSearch, side by side: see bench/results/words.md.
 *
 *   node bench/words.mjs [--texts 10000] [--words 600] [--rounds 200] [--no-results]
 *
 * Wants a build, and a Java for OpenSearch. Fills each through the adapters of the service and asks them in turn, so that what else the machine
 * does falls on all alike.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { startServers } from '../scripts/servers.mjs';
import { saying } from './lib/process.mjs';
import { line, machine } from './lib/report.mjs';
import { HERE } from './lib/service.mjs';
import { percentile } from './lib/statistics.mjs';

const RESULTS = fileURLToPath(new URL('results/words.md', import.meta.url));
const { values: options } = parseArgs({
  options: {
    texts: { type: 'string', default: '10000' },
    words: { type: 'string', default: '600' },
    rounds: { type: 'string', default: '200' },
    results: { type: 'boolean', default: true },
  },
  allowNegative: true,
});
const [TEXTS, WORDS, ROUNDS] = [Number(options.texts), Number(options.words), Number(options.rounds)];
const [UNIT, ...CLIENTS] = Array.from({ length: 4 }, () => randomUUID());
const BATCH = 100;
const LIMIT = 50;
/** What a search takes from an index at most, to check the rest of its conditions. */
const MOST = 5000;
/** A word of rank r is in about 49 / r of the texts of 600 words. */
const DICTIONARY = 200_000;
const say = saying();
const load = (path) => import(pathToFileURL(join(HERE, 'dist/src', `${path}.js`)).href);

let seed = 20_260_101;
const random = () => ((seed = (seed * 48_271) % 2_147_483_647) - 1) / 2_147_483_646;

/** Pronounceable, all different, and as long as words are. */
function wordOf(rank) {
  const [consonants, vowels] = ['bcdfglmnprstv', 'aeiou'];
  let word = '';
  for (let left = rank * 7919 + 65 ** 2; left > 0; left = Math.floor(left / 65))
    word += consonants[left % 13] + vowels[Math.floor((left % 65) / 13)];
  return word;
}
const rankOf = () => Math.floor(DICTIONARY ** random());
const aText = () => [...new Set(Array.from({ length: WORDS }, () => wordOf(rankOf())))];

const asked = (...words) => words.map((word) => ({ word: word.replace('*', ''), isBeginning: word.endsWith('*') }));
const EVERY_SECOND = `a word of every second, up to ${MOST} wanted`;
const QUESTIONS = {
  'a word of every eighth text': () => asked(wordOf(390)),
  'a rare word (1 of 1000)': () => asked(wordOf(49_000)),
  'two words of every eighth': () => asked(wordOf(390), wordOf(400)),
  'two words of every second': () => asked(wordOf(60), wordOf(66)),
  'a beginning (two syllables)': () => asked(`${wordOf(390).slice(0, 4)}*`),
  'no such word': () => asked('zzz'),
  [EVERY_SECOND]: () => asked(wordOf(60)),
};

async function openStore(databaseUrl, dataDir) {
  const [{ Secret }, { openDataSource }, { Sql }, { TypeOrmUnitOfWork }, { idBytes }] = await Promise.all(
    [
      'config',
      'infrastructure/typeorm/data-source',
      'infrastructure/typeorm/sql',
      'infrastructure/typeorm/typeorm-unit-of-work',
      'infrastructure/typeorm/id-bytes',
    ].map(load),
  );
  const dataSource = await openDataSource({ databaseUrl: databaseUrl && new Secret(databaseUrl), databasePool: 1, dataDir });
  await dataSource.runMigrations();
  const sql = new Sql(dataSource, new TypeOrmUnitOfWork(dataSource));
  const columns = ['code', 'id', 'client_id', 'unit_id', 'node_code', 'status', 'created_at', 'created_by', 'shown'];
  const [clients, unit] = [CLIENTS.map(idBytes), idBytes(UNIT)];
  const rows = Array.from({ length: TEXTS }, (_, index) => [index + 1, `bench-${index + 1}`, clients[index % 3], unit, 1, 2, 1, unit, '']);
  await sql.insert('document', columns, rows);
  return { sql, dataSource };
}

async function freshDatabase(address) {
  const [url, name] = [new URL(address), `bench_${randomBytes(6).toString('hex')}`];
  const server = await createConnection(url.href);
  await server.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  url.pathname = `/${name}`;
  const bytes = async () => {
    const [[row]] = await server.query(
      'SELECT SUM(t.file_size) AS bytes FROM information_schema.innodb_tablespaces t WHERE t.name LIKE ?',
      [`${name}/%`],
    );
    return Number(row.bytes);
  };
  return { url: url.href, bytes, drop: async () => (await server.query(`DROP DATABASE ${name}`), server.end()) };
}

const [{ TypeOrmTextIndex }, { OpenSearchTextIndex }, { OpenSearch }, { WordFeed }, { WordOutbox }, { Secret }] = await Promise.all(
  [
    'infrastructure/typeorm/documents/typeorm-text-index',
    'infrastructure/opensearch/opensearch-text-index',
    'infrastructure/opensearch/opensearch',
    'infrastructure/opensearch/word-feed',
    'infrastructure/typeorm/documents/word-outbox',
    'config',
  ].map(load),
);
const servers = await startServers({ mysql: true, s3: [], opensearch: true });
if (servers.missing.length > 0) throw new Error(servers.missing.map(({ what, reason }) => `${what}: ${reason}`).join('\n'));
const folder = await mkdtemp(join(tmpdir(), 'acervo-words-'));
const [plain, beside] = [await freshDatabase(servers.mysql.url), await freshDatabase(servers.mysql.url)];
const loadBefore = loadavg()[0];
const engines = [];
try {
  const mysql = await openStore(plain.url, '');
  engines.push({
    name: `${servers.mysql.engine} ${servers.mysql.version}`,
    ...mysql,
    index: new TypeOrmTextIndex(mysql.sql),
    bytes: plain.bytes,
  });

  const sqlite = await openStore(null, folder);
  const fileSize = async () => {
    const [[{ page_count: pages }], [{ page_size: size }]] = await Promise.all(
      ['page_count', 'page_size'].map((name) => sqlite.dataSource.query(`PRAGMA ${name}`)),
    );
    return pages * size;
  };
  const [{ version }] = await sqlite.dataSource.query('SELECT sqlite_version() AS version');
  engines.push({ name: `SQLite ${version}`, ...sqlite, index: new TypeOrmTextIndex(sqlite.sql), bytes: fileSize });

  const other = await openStore(beside.url, '');
  const name = `bench-${randomBytes(6).toString('hex')}`;
  const endpoint = new Secret(servers.opensearch.url);
  const diagnostics = { problem: (_, error) => say(String(error)) };
  const feed = new WordFeed(new WordOutbox(other.sql), new OpenSearch({ endpoint, index: name }), diagnostics);
  const storeSize = async () => {
    await fetch(`${servers.opensearch.url}/${name}/_flush`, { method: 'POST' });
    const stats = await (await fetch(`${servers.opensearch.url}/${name}/_stats/store`)).json();
    return stats._all?.primaries.store.size_in_bytes ?? 0;
  };
  engines.push({
    name: `OpenSearch ${servers.opensearch.version}`,
    ...other,
    index: new OpenSearchTextIndex(other.sql, feed),
    bytes: storeSize,
  });

  for (const engine of engines) Object.assign(engine, { before: await engine.bytes(), ms: 0, times: {}, found: {} });
  let words = 0;
  for (let from = 0; from < TEXTS; from += BATCH) {
    const batch = Array.from({ length: Math.min(BATCH, TEXTS - from) }, (_, index) => ({
      code: from + index + 1,
      clientId: CLIENTS[(from + index) % 3],
      words: aText(),
    }));
    words += batch.reduce((sum, text) => sum + text.words.length, 0);
    for (const engine of engines) {
      const start = performance.now();
      await engine.index.put(batch);
      await engine.index.settle();
      engine.ms += performance.now() - start;
    }
    if ((from + BATCH) % 2000 === 0) say(`${from + BATCH} texts`);
  }
  for (const engine of engines) engine.size = (await engine.bytes()) - engine.before;
  // The scope of whoever reaches all of one client.
  const scope = { reaches: [{ structure: { clientId: CLIENTS[0] }, parts: [{ unitIds: 'all', nodeCodes: 'all' }] }] };
  for (const [title, question] of Object.entries(QUESTIONS)) {
    const query = { within: 'files', words: question() };
    for (let round = -10; round < ROUNDS; round++)
      for (const engine of engines) {
        const start = performance.now();
        const { codes } = await engine.index.match(scope, query, { limit: title === EVERY_SECOND ? MOST : LIMIT });
        if (round >= 0) (engine.times[title] ??= []).push(performance.now() - start);
        engine.found[title] = codes;
      }
    const answers = new Set(engines.map(({ found }) => found[title].join()));
    if (answers.size > 1) throw new Error(`they differ: ${title}`);
  }

  const columns = engines.map(({ name: title }) => title);
  const ms = (engine, title) => {
    const sorted = engine.times[title].toSorted?.((a, b) => a - b) ?? [...engine.times[title]].sort((a, b) => a - b);
    return `${percentile(sorted, 0.5).toFixed(1)} / ${percentile(sorted, 0.99).toFixed(1)}`;
  };
  const text = `# Words of files: MySQL, SQLite and OpenSearch

\`TextIndex.put\` in batches of ${BATCH} and \`TextIndex.match\` of the ${LIMIT} newest, by the adapters of the service, in one process, one after the other. With OpenSearch a put is a row in the database, sent, and then refreshed for each batch, which a service in use does once a second.
Sizes are as they grew, without an optimisation: of MySQL all tables of the database, of SQLite its file, of OpenSearch the primary shard. All servers on this machine: MySQL with a buffer pool of 256 MB, OpenSearch with a heap of 512 MB. All answers were equal.
Where the load says that others worked too, compare columns, and not with other runs.

- machine: ${machine()}
- date: ${new Date().toISOString().slice(0, 10)}
- command: \`node bench/words.mjs --texts ${TEXTS} --words ${WORDS} --rounds ${ROUNDS}\` after \`npm run build\`
- load before and after: ${loadBefore.toFixed(1)}, ${loadavg()[0].toFixed(1)}
- texts: ${TEXTS} of three clients, ${WORDS} words each, of which ${Math.round(words / TEXTS)} different

${line(['', ...columns])}
${line(['---', ...columns.map(() => '---:')])}
${line(['fill, ms a text', ...engines.map((engine) => (engine.ms / TEXTS).toFixed(2))])}
${line(['size, KB a text', ...engines.map((engine) => (engine.size / TEXTS / 1000).toFixed(1))])}
${Object.keys(QUESTIONS)
  .map((title) => line([`${title} (${engines[0].found[title].length} found): p50 / p99 ms`, ...engines.map((engine) => ms(engine, title))]))
  .join('\n')}
`;
  console.log(text);
  if (options.results) await writeFile(RESULTS, text);
} finally {
  for (const { dataSource } of engines) await dataSource.destroy();
  await Promise.all([plain.drop(), beside.drop(), rm(folder, { recursive: true, force: true })]);
  await servers.stop();
}
