/** The search adapter of the service on a filled database, the users who ask it, and what they ask. */
import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createConnection } from 'mysql2/promise';
import { fillArchive, LEVELS } from './search-fill.mjs';

/**
 * @param root of a built copy of the repository
 * @param server URL of a MySQL server
 * @param existing name of a database that was filled before; without it one is made, and dropped by `close`
 */
export async function openBed({ root, server: address, existing, documents, values, keepsIndexes }) {
  const load = (path) => import(pathToFileURL(join(root, 'dist/src', `${path}.js`)).href);
  const name = existing ?? `bench_${randomBytes(6).toString('hex')}`;
  const url = new URL(address);
  const server = await createConnection(url.href);
  if (!existing) await server.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  url.pathname = `/${name}`;

  const { Secret } = await load('config');
  const { openDataSource } = await load('infrastructure/typeorm/data-source');
  const { Sql } = await load('infrastructure/typeorm/sql');
  const { TypeOrmUnitOfWork } = await load('infrastructure/typeorm/typeorm-unit-of-work');
  const { TypeOrmStructures } = await load('infrastructure/typeorm/structure/typeorm-structures');
  const { TypeOrmDocumentSearch } = await load('infrastructure/typeorm/documents/typeorm-document-search');
  const { AccessPolicy } = await load('application/access/access-policy');

  const dataSource = await openDataSource({ databaseUrl: new Secret(url.href), databasePool: 1, dataDir: '' });
  if (!existing) await dataSource.runMigrations();
  const connection = await createConnection(url.href);
  const begin = performance.now();
  if (!existing) await fillArchive(connection, documents, values, (line) => process.stderr.write(`${line}\n`), { keepsIndexes });
  const fillSeconds = (performance.now() - begin) / 1000;
  const archive = await LEVELS.read(connection);

  /** Keeps the last statement, for its plan. */
  class WatchedSql extends Sql {
    last = null;
    async rows(sql, parameters = []) {
      if (/ORDER BY \w+\.(document_)?code DESC\s+LIMIT|COUNT\(\*\) AS total FROM document/.test(sql)) this.last = { sql, parameters };
      return super.rows(sql, parameters);
    }
  }
  const sql = new WatchedSql(dataSource, new TypeOrmUnitOfWork(dataSource));
  const access = new AccessPolicy(new TypeOrmStructures(sql));

  /** What this connection has read from indexes until now. */
  async function entriesRead() {
    const rows = await dataSource.query("SHOW SESSION STATUS LIKE 'Handler_read%'");
    return rows.reduce((sum, row) => (row.Variable_name.includes('rnd') ? sum : sum + Number(row.Value)), 0);
  }

  return {
    name,
    connection,
    fillSeconds,
    newSearch: () => new TypeOrmDocumentSearch(sql),
    scopes: await scopesOf(archive, access),
    searches: searchesIn(archive, documents),
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
    permissions: ['document:view'],
  });
  const users = {
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
  for (const [user, grants] of Object.entries(users)) {
    const actor = { userId: randomUUID(), sessionId: '', login: '', name: '', pageSize: 50, homeClientId: null, mustChangePassword: false };
    scopes[user] = await access.require({ ...actor, unconfirmedCount: null, origin: {}, grants }, 'document:view', {
      clientId: archive.clientId,
    });
  }
  return scopes;
}

/** Conditions by title; beside them the page, whether it is jumped to, whether all are to be counted. */
function searchesIn(archive, documents) {
  const field = (label) => ({ fieldCode: archive.field(label), ofList: archive.isOfList(label) });
  const exact = (label, value) => [{ ...field(label), criterion: { exact: value } }];
  const prefix = (label, value) => [{ ...field(label), criterion: { prefix: value } }];
  const kind = [exact('Tipo', 'tipo 1')];
  return {
    'newest first': { fields: [] },
    'one number (unique)': { fields: [exact('Número', String(documents / 2 + 13))] },
    'one supplier (1 of 3000)': { fields: [exact('Fornecedor', 'fornecedor 77')] },
    'one kind (1 of 4)': { fields: kind },
    'a kind that old levels lack': { fields: [exact('Tipo', 'tipo 3')] },
    'one supplier of a list (1 of 3000)': { fields: [exact('CNPJ', 'cnpj 77')] },
    'one state of a list (1 of 27)': { fields: [exact('UF', 'uf 7')] },
    'kind and supplier': { fields: [...kind, exact('Fornecedor', 'fornecedor 77')] },
    'kind and day (1 of 3650)': { fields: [...kind, exact('Data', '2019-05-05')] },
    'beginning of a number': { fields: [prefix('Número', '12')] },
    'external key': { fields: [], externalKey: `chave-${documents / 4 + 2}` },
    'by status (1 of 100)': { fields: [], status: 'lent' },
    'a status that most levels lack': { fields: [], status: 'electronic' },
    'kind and status': { fields: kind, status: 'stored' },
    'created by (6 of 7)': { fields: [], createdBy: 'x' },
    'page 30, walked to': { fields: [], page: 30 },
    'page 30, jumped to': { fields: [], page: 30, isJump: true },
    'page 30 of one kind, jumped to': { fields: kind, page: 30, isJump: true },
    count: { fields: [], isCount: true },
  };
}
