/** The search adapter of the service on a filled database, the users who ask it, and what they ask. */
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createConnection } from 'mysql2/promise';
import { openFiling } from './filing.mjs';
import { fillArchive, LEVELS, secondsOfFill, USERS } from './search-fill.mjs';
import { openFinder } from './typed-searches.mjs';
import { fillWords, secondsOfWords } from './word-fill.mjs';

/**
 * @param root of a built copy of the repository
 * @param server URL of a MySQL server
 * @param name of the database, which is made and filled unless it is there
 * @param words whether typed searches are asked, too: of values and files
 */
export async function openBed({ root, server: address, name: given, documents, values, keepsIndexes, words = false }) {
  const name = given ?? `bench_${randomBytes(6).toString('hex')}`;
  const load = (path) => import(pathToFileURL(join(root, 'dist/src', `${path}.js`)).href);
  const url = new URL(address);
  const server = await createConnection(url.href);
  const isNew = (await server.query('SHOW DATABASES LIKE ?', [name]))[0].length === 0;
  if (isNew) await server.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  url.pathname = `/${name}`;

  const { Secret } = await load('config');
  const { openDataSource } = await load('infrastructure/typeorm/data-source');
  const { Sql } = await load('infrastructure/typeorm/sql');
  const { TypeOrmUnitOfWork } = await load('infrastructure/typeorm/typeorm-unit-of-work');
  const { TypeOrmStructures } = await load('infrastructure/typeorm/structure/typeorm-structures');
  const { TypeOrmDocumentSearch } = await load('infrastructure/typeorm/search/typeorm-document-search');
  const { TypeOrmTextIndex } = await load('infrastructure/typeorm/documents/typeorm-text-index');
  const { queryOf } = await load('application/documents/search-conditions');
  const { AccessPolicy } = await load('application/access/access-policy');

  const dataSource = await openDataSource({ databaseUrl: new Secret(url.href), databasePool: 1, dataDir: '' });
  if (isNew) await dataSource.runMigrations();
  const connection = await createConnection(url.href);
  const tell = (line) => process.stderr.write(`${line}\n`);
  if (isNew) await fillArchive(connection, documents, values, tell, { keepsIndexes });
  const fillSeconds = await secondsOfFill(connection);
  const archive = await LEVELS.read(connection);

  /** Keeps the last statement, for its plan. */
  class WatchedSql extends Sql {
    last = null;
    async rows(sql, parameters = []) {
      if (/ORDER BY \w+\.(document_)?code DESC\s+LIMIT|COUNT\(\*\) AS total FROM document/.test(sql)) this.last = { sql, parameters };
      return super.rows(sql, parameters);
    }
  }
  const unitOfWork = new TypeOrmUnitOfWork(dataSource);
  const sql = new WatchedSql(dataSource, unitOfWork);
  const access = new AccessPolicy(new TypeOrmStructures(unitOfWork));
  if (words && (await secondsOfWords(connection)) === null) await fillWords(connection, { load, sql, documents }, tell);

  /** Asks as operation 4.4 does; remembers nothing of others. */
  function newSearch() {
    const search = new TypeOrmDocumentSearch(sql, new TypeOrmTextIndex(sql));
    return {
      page: (scope, conditions, page, pageSize) => search.numbered(scope, queryOf(scope, conditions), page, pageSize),
      count: (scope, conditions) => search.total(scope, queryOf(scope, conditions)),
    };
  }

  /** What this connection has read from indexes until now. */
  async function entriesRead() {
    const rows = await dataSource.query("SHOW SESSION STATUS LIKE 'Handler_read%'");
    return rows.reduce((sum, row) => (row.Variable_name.includes('rnd') ? sum : sum + Number(row.Value)), 0);
  }

  return {
    name,
    connection,
    fillSeconds,
    wordSeconds: await secondsOfWords(connection),
    finder: words ? await openFinder({ load, sql, access }) : null,
    file: await openFiling({ load, sql, unitOfWork, connection, archive }),
    newSearch,
    /** What is asked for the first time finds nothing remembered, nor does a count; whoever comes to a page has seen the first. */
    async adapterFor({ page, isJump, isCount, isFirst, isAfter, conditions }, scope, known) {
      const adapter = isJump || isCount || isFirst || isAfter ? newSearch() : known;
      if (isAfter) await adapter.page(scope, { fields: [] }, 1, 50);
      if (page > 1) await adapter.page(scope, conditions, 1, 50);
      return adapter;
    },
    scopes: await scopesOf(archive, access),
    searches: searchesIn(archive, documents).map(({ title, page = 1, isJump, isCount, isFirst, isAfter, ...conditions }) => ({
      title,
      page,
      isJump,
      isCount,
      isFirst,
      isAfter,
      conditions,
    })),
    async entriesOf(work) {
      const [before, between] = [await entriesRead(), await entriesRead()];
      await work();
      return (await entriesRead()) - between - (between - before);
    },
    /** Of the last search. */
    async plan() {
      const [rows] = await connection.query(`EXPLAIN FORMAT=TRADITIONAL ${sql.last.sql}`, sql.last.parameters);
      return rows.map((row) => `${row.table} ${row.type} ${row.key} ~${row.rows} ${row.Extra ?? ''}`.trim());
    },
    async close({ keep = false } = {}) {
      await dataSource.destroy();
      await connection.end();
      if (!keep) await server.query(`DROP DATABASE ${name}`);
      await server.end();
    },
  };
}

async function scopesOf(archive, access) {
  const grant = (nodeId, unitId = null) => ({
    clientId: archive.clientId,
    structureVersion: 1,
    unitId,
    nodeId,
    permissions: ['document:view', 'file:view'],
  });
  const users = {
    'whole client': [grant(null)],
    'half of it (1 level)': [grant(archive.id('Grande'))],
    'a fifth (60 levels)': [grant(archive.id('Filiais'))],
    'the oldest 60 000 (5 levels)': [grant(archive.id('Antigos'))],
    '40 sparse old levels': [grant(archive.id('Esparsos'))],
    '400 sparse old levels': [grant(archive.id('Dispersos'))],
    '0.3 % (1 level)': [grant(archive.id('Filial 7'))],
    'three grants (level, level × unit, subtree)': [
      grant(archive.id('Filial 7')),
      grant(archive.id('Médio'), archive.units[0]),
      grant(archive.id('Filiais')),
    ],
    'one unit of two': [grant(null, archive.units[1])],
  };
  const scopes = {};
  for (const [user, grants] of Object.entries(users)) {
    const actor = { userId: randomUUID(), sessionId: '', login: '', name: '', pageSize: 50, homeClientId: null, mustChangePassword: false };
    scopes[user] = await access.require({ ...actor, unconfirmedCount: null, origin: {}, grants }, 'document:view', {
      clientId: archive.clientId,
    });
  }
  return scopes;
}

/** Conditions with a title; beside them the page, whether it is jumped to, whether all are to be counted, whether it is asked for the first time, or after the newest of all. */
function searchesIn(archive, documents) {
  const field = (label) => ({ fieldCode: archive.field(label), ofList: archive.isOfList(label) });
  const exact = (label, value) => [{ ...field(label), criterion: { exact: value } }];
  const prefix = (label, value) => [{ ...field(label), criterion: { prefix: value } }];
  const kind = [exact('Tipo', 'tipo 1')];
  return [
    { title: 'newest first', fields: [] },
    { title: 'newest first, the first time', fields: [], isFirst: true },
    { title: 'one kind (1 of 4), the first time', fields: kind, isFirst: true },
    { title: 'one kind (1 of 4), the first time, after the newest', fields: kind, isAfter: true },
    { title: 'one number (unique)', fields: [exact('Número', String(documents / 2 + 13))] },
    { title: 'one supplier (1 of 3000)', fields: [exact('Fornecedor', 'fornecedor 77')] },
    { title: 'one kind (1 of 4)', fields: kind },
    { title: 'a kind that old levels lack', fields: [exact('Tipo', 'tipo 3')] },
    { title: 'one supplier of a list (1 of 3000)', fields: [exact('CNPJ', 'cnpj 77')] },
    { title: 'one state of a list (1 of 27)', fields: [exact('UF', 'uf 7')] },
    { title: 'one state of a list (1 of 27), the first time', fields: [exact('UF', 'uf 7')], isFirst: true },
    { title: 'one state of a list (1 of 27), after the newest', fields: [exact('UF', 'uf 7')], isAfter: true },
    { title: 'kind and supplier', fields: [...kind, exact('Fornecedor', 'fornecedor 77')] },
    { title: 'kind and day (1 of 3650)', fields: [...kind, exact('Data', '2019-05-05')] },
    { title: 'beginning of a number', fields: [prefix('Número', '12')] },
    { title: 'external key', fields: [], externalKey: `chave-${documents / 4 + 2}` },
    { title: 'by status (1 of 100)', fields: [], status: 'lent' },
    { title: 'a status that most levels lack', fields: [], status: 'electronic' },
    { title: 'kind and status', fields: kind, status: 'stored' },
    { title: 'created by (6 of 7)', fields: [], createdBy: USERS[0] },
    { title: 'page 60, walked to', fields: [], page: 60 },
    { title: 'page 30, jumped to', fields: [], page: 30, isJump: true },
    { title: 'page 30 of one kind, jumped to', fields: kind, page: 30, isJump: true },
    { title: 'count', fields: [], isCount: true },
  ];
}
