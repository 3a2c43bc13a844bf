/**
 * What a search costs a user who reaches only some levels, beside one who reaches the whole client (issue 4, point 2).
 *
 *   node bench/restricted-search.mjs [--root DIR] [--documents 1000000] [--values 6] [--keep] [--database NAME]
 *
 * Wants `TEST_DATABASE_URL` (`npm run servers`). Fills a database of its own, asks the search adapter of the service, prints a
 * table of medians and their ratio, and the plans. `--root`: a built copy of the repository. `--keep` leaves the database for a
 * later `--database`.
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
  },
});
const DOCUMENTS = Number(options.documents);
const ROUNDS = Number(options.rounds);
const TARGET = 1.5;
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

const dataSource = await openDataSource({ databaseUrl: new Secret(url.href), databasePool: 4, dataDir: '' });
if (!options.database) await dataSource.runMigrations();
const connection = await createConnection(url.href);
if (!options.database) await fillArchive(connection, DOCUMENTS, Number(options.values), (line) => process.stderr.write(`${line}\n`));
const archive = await LEVELS.read(connection);

/** Keeps the last statement, for its plan. */
class WatchedSql extends Sql {
  last = null;
  async rows(sql, parameters = []) {
    if (/ORDER BY \w+\.code DESC LIMIT|COUNT\(\*\) AS total FROM document/.test(sql)) this.last = { sql, parameters };
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

const field = (label) => ({ fieldCode: archive.field(label), ofList: false });
const exact = (label, value) => [{ ...field(label), criterion: { exact: value } }];
const prefix = (label, value) => [{ ...field(label), criterion: { prefix: value } }];
const SEARCHES = {
  'newest first': [{ fields: [] }, 1],
  'one number (unique)': [{ fields: [exact('Número', String(DOCUMENTS / 2 + 13))] }, 1],
  'one supplier (1 of 3000)': [{ fields: [exact('Fornecedor', 'fornecedor 77')] }, 1],
  'one kind (1 of 4)': [{ fields: [exact('Tipo', 'tipo 1')] }, 1],
  'kind and supplier': [{ fields: [exact('Tipo', 'tipo 1'), exact('Fornecedor', 'fornecedor 77')] }, 1],
  'beginning of a number': [{ fields: [prefix('Número', '12')] }, 1],
  'external key': [{ fields: [], externalKey: `chave-${DOCUMENTS / 4 + 2}` }, 1],
  'by status': [{ fields: [], status: 'lent' }, 1],
  'page 30': [{ fields: [] }, 30],
};

const median = (times) => [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)];
const measured = {};
const plans = {};
for (const [title, [conditions, page]] of Object.entries(SEARCHES)) {
  if (options.values < 6 && conditions.fields.length > 1) continue;
  const times = Object.fromEntries(Object.keys(scopes).map((user) => [user, []]));
  const adapter = new TypeOrmDocumentSearch(sql);
  // Interleaved, so that what else the machine does falls on all alike; the first rounds fill the caches.
  for (let round = -3; round < ROUNDS; round++) {
    for (const [user, scope] of Object.entries(scopes)) {
      const start = process.hrtime.bigint();
      const found = await adapter.page(scope, conditions, page, 50);
      const ms = Number(process.hrtime.bigint() - start) / 1e6;
      if (round >= 0) times[user].push(ms);
      if (round === -1) {
        const [rows] = await connection.query(`EXPLAIN FORMAT=TRADITIONAL ${sql.last.sql}`, sql.last.parameters);
        (plans[title] ??= {})[user] = {
          found: found.length,
          plan: rows.map((row) => `${row.table} ${row.type} ${row.key} ~${row.rows} ${row.Extra ?? ''}`),
        };
      }
    }
  }
  measured[title] = Object.fromEntries(Object.entries(times).map(([user, list]) => [user, median(list)]));
}

const users = Object.keys(scopes);
const line = (cells) => `| ${cells.join(' | ')} |`;
console.log(
  `${DOCUMENTS} documents, ${options.values} values each, medians of ${ROUNDS} in ms (ratio to the whole client; target ≤ ${TARGET})\n`,
);
console.log(line(['search', ...users]));
console.log(line(['---', ...users.map(() => '---:')]));
for (const [title, medians] of Object.entries(measured)) {
  const whole = medians['whole client'];
  console.log(
    line([
      title,
      ...users.map(
        (user) => `${medians[user].toFixed(2)} (${(medians[user] / whole).toFixed(2)}${medians[user] / whole > TARGET ? ' !' : ''})`,
      ),
    ]),
  );
}
console.log('\nPlans of the statement that finds the codes:\n');
for (const [title, byUser] of Object.entries(plans)) {
  console.log(`- ${title}`);
  for (const [user, { found, plan }] of Object.entries(byUser)) console.log(`  - ${user} (${found}): ${plan.join('; ')}`);
}
await dataSource.destroy();
await connection.end();
if (!options.keep && !options.database) await server.query(`DROP DATABASE ${name}`);
else console.error(`kept: --database ${name}`);
await server.end();
