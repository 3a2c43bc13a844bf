/**
 * What a search costs a user who reaches only some levels, beside one who reaches the whole client (issue 4, point 2).
 *
 *   node bench/restricted-search.mjs [--root DIR] [--documents 1000000] [--values 6] [--rounds 15] [--keep] [--database NAME]
 *       [--only TEXT] [--plans]
 *
 * Wants `TEST_DATABASE_URL` (`npm run servers`). Fills a database of its own, asks the search adapter of the service, prints
 * tables of times and of index entries read, beside those of the whole client. `--root`: a built copy of the repository. `--keep`
 * leaves the database for a later `--database`. `--only`: searches whose name holds the text. `--plans`: of the last statement, too.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { fillArchive, LEVELS } from './lib/search-fill.mjs';

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
const load = (path) => import(pathToFileURL(join(options.root, 'dist/src', `${path}.js`)).href);

const name = options.database ?? `bench_${randomBytes(6).toString('hex')}`;
const url = new URL(process.env.TEST_DATABASE_URL);
const server = await createConnection(url.href);
if (!options.database) await server.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
url.pathname = `/${name}`;

const { Secret } = await load('config');
const { openDataSource } = await load('infrastructure/typeorm/data-source');
const { Sql } = await load('infrastructure/typeorm/sql');
const { TypeOrmUnitOfWork } = await load('infrastructure/typeorm/typeorm-unit-of-work');
const { TypeOrmStructures } = await load('infrastructure/typeorm/structure/typeorm-structures');
const { TypeOrmDocumentSearch } = await load('infrastructure/typeorm/documents/typeorm-document-search');
const { AccessPolicy } = await load('application/access/access-policy');

const dataSource = await openDataSource({ databaseUrl: new Secret(url.href), databasePool: 1, dataDir: '' });
if (!options.database) await dataSource.runMigrations();
const connection = await createConnection(url.href);
if (!options.database) await fillArchive(connection, DOCUMENTS, Number(options.values), (line) => process.stderr.write(`${line}\n`));
const archive = await LEVELS.read(connection);

/** Keeps the last statement, for its plan. */
class WatchedSql extends Sql {
  last = null;
  async rows(sql, parameters = []) {
    if (/ORDER BY \w+\.code DESC\s+LIMIT|COUNT\(\*\) AS total FROM document/.test(sql)) this.last = { sql, parameters };
    return super.rows(sql, parameters);
  }
}
const sql = new WatchedSql(dataSource, new TypeOrmUnitOfWork(dataSource));
const access = new AccessPolicy(new TypeOrmStructures(sql));

const grant = (nodeId, unitId = null) => ({
  clientId: archive.clientId,
  structureVersion: 1,
  unitId,
  nodeId,
  permissions: ['document:view'],
});
const USERS = {
  'whole client': [grant(null)],
  'half of it (1 level)': [grant(archive.id('Grande'))],
  'a fifth (60 levels)': [grant(archive.id('Filiais'))],
  'the oldest 60 000 (5 levels)': [grant(archive.id('Antigos'))],
  '40 sparse old levels': [grant(archive.id('Esparsos'))],
  '0.3 % (1 level)': [grant(archive.id('Filial 7'))],
  'three grants (level, level × unit, subtree)': [
    grant(archive.id('Filial 7')),
    grant(archive.id('Médio'), archive.units[0]),
    grant(archive.id('Filiais')),
  ],
  'one unit of two': [grant(null, archive.units[1])],
};
const scopes = {};
for (const [user, grants] of Object.entries(USERS)) {
  const actor = { userId: randomUUID(), sessionId: '', login: '', name: '', pageSize: 50, homeClientId: null, mustChangePassword: false };
  scopes[user] = await access.require({ ...actor, unconfirmedCount: null, origin: {}, grants }, 'document:view', {
    clientId: archive.clientId,
  });
}

const field = (label) => ({ fieldCode: archive.field(label), ofList: archive.isOfList(label) });
const exact = (label, value) => [{ ...field(label), criterion: { exact: value } }];
const prefix = (label, value) => [{ ...field(label), criterion: { prefix: value } }];
const kind = [exact('Tipo', 'tipo 1')];
const SEARCHES = {
  'newest first': { fields: [] },
  'one number (unique)': { fields: [exact('Número', String(DOCUMENTS / 2 + 13))] },
  'one supplier (1 of 3000)': { fields: [exact('Fornecedor', 'fornecedor 77')] },
  'one kind (1 of 4)': { fields: kind },
  'a kind that old levels lack': { fields: [exact('Tipo', 'tipo 3')] },
  'one supplier of a list (1 of 3000)': { fields: [exact('CNPJ', 'cnpj 77')] },
  'one state of a list (1 of 27)': { fields: [exact('UF', 'uf 7')] },
  'kind and supplier': { fields: [...kind, exact('Fornecedor', 'fornecedor 77')] },
  'kind and day (1 of 3650)': { fields: [...kind, exact('Data', '2019-05-05')] },
  'beginning of a number': { fields: [prefix('Número', '12')] },
  'external key': { fields: [], externalKey: `chave-${DOCUMENTS / 4 + 2}` },
  'by status (1 of 100)': { fields: [], status: 'lent' },
  'a status that most levels lack': { fields: [], status: 'electronic' },
  'kind and status': { fields: kind, status: 'stored' },
  'created by (6 of 7)': { fields: [], createdBy: 'x' },
  'page 30, walked to': { fields: [], page: 30 },
  'page 30, jumped to': { fields: [], page: 30, isJump: true },
  'page 30 of one kind, jumped to': { fields: kind, page: 30, isJump: true },
  count: { fields: [], isCount: true },
};

/** What this connection has read from indexes until now. */
async function entriesRead() {
  const rows = await dataSource.query("SHOW SESSION STATUS LIKE 'Handler_read%'");
  return rows.reduce((sum, row) => (row.Variable_name.includes('rnd') ? sum : sum + Number(row.Value)), 0);
}

async function entriesOf(work) {
  const [before, between] = [await entriesRead(), await entriesRead()];
  await work();
  return (await entriesRead()) - between - (between - before);
}

const users = Object.keys(scopes);
const line = (cells) => `| ${cells.join(' | ')} |`;
const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];
const measured = {};
for (const [title, { page = 1, isJump, isCount, ...conditions }] of Object.entries(SEARCHES)) {
  if (!title.includes(options.only) || (options.values < 6 && conditions.fields.length > 1)) continue;
  const known = new TypeOrmDocumentSearch(sql);
  // A count is remembered, and so is where a page began: not by an adapter that is new.
  const ask = (scope) => {
    const adapter = isJump || isCount ? new TypeOrmDocumentSearch(sql) : known;
    return isCount ? adapter.count(scope, conditions) : adapter.page(scope, conditions, page, 50);
  };
  const cells = (measured[title] = Object.fromEntries(Object.keys(scopes).map((user) => [user, { times: [] }])));
  // Interleaved, so that what else the machine does falls on all alike; the first rounds fill the caches.
  for (let round = -2; round < (isCount ? 1 : ROUNDS); round++) {
    for (const [user, scope] of Object.entries(scopes)) {
      const start = process.hrtime.bigint();
      const found = await ask(scope);
      const ms = Number(process.hrtime.bigint() - start) / 1e6;
      if (round >= 0) cells[user].times.push(ms);
      if (round !== -1) continue;
      cells[user].found = found.length ?? found;
      cells[user].entries = await entriesOf(() => ask(scope));
      const [rows] = await connection.query(`EXPLAIN FORMAT=TRADITIONAL ${sql.last.sql}`, sql.last.parameters);
      cells[user].plan = rows.map((row) => `${row.table} ${row.type} ${row.key} ~${row.rows} ${row.Extra ?? ''}`);
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
  `${DOCUMENTS} documents, ${options.values} values each, ${ROUNDS} rounds: median / least ms (ratio of the least to the whole client's).` +
    ` **!** marks what is beyond ${TARGET} times and ${MARGIN_MS} ms more, by the median and by the least.\n\n${table(timesOf)}\n`,
);
console.log(`Index entries and rows read, those of showing the page's documents among them (documents found):\n`);
console.log(table(({ entries, found }) => `${entries} (${found})`));
if (options.plans) {
  for (const [title, byUser] of Object.entries(measured)) {
    console.log(`\n- ${title}`);
    for (const [user, { plan }] of Object.entries(byUser)) console.log(`  - ${user}: ${plan.join('; ')}`);
  }
}
await dataSource.destroy();
await connection.end();
if (!options.keep && !options.database) await server.query(`DROP DATABASE ${name}`);
else console.error(`kept: --database ${name}`);
await server.end();
