/**
 * What a report over a whole archive costs: rows per second, and memory over idle, which must not grow with the rows.
 *
 *   node bench/reports.mjs [--documents 1000000] [--keep] [--database NAME]
 *
 * Wants `TEST_DATABASE_URL` (`npm run servers`) and a built repository. Fills a database of its own, runs the report "documents by
 * level and period" in a process of its own over HTTP, once per form of answer, and prints a table.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, get } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { startNode } from './lib/process.mjs';
import { fillArchive, inBytes, LEVELS } from './lib/search-fill.mjs';

const { values: options } = parseArgs({
  options: {
    documents: { type: 'string', default: '1000000' },
    keep: { type: 'boolean', default: false },
    database: { type: 'string' },
    serve: { type: 'boolean', default: false },
  },
});
const load = (path) => import(pathToFileURL(join(process.cwd(), 'dist/src', `${path}.js`)).href);
const FORMS = {
  JSON: 'application/json',
  CSV: 'text/csv',
  XLSX: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};
const databaseUrl = (name) => Object.assign(new URL(process.env.TEST_DATABASE_URL), { pathname: `/${name}` }).href;

if (options.serve) await serve();
else await measure();

/** The report as the service runs it, for a user who reaches everything. */
async function serve() {
  const { Secret } = await load('config');
  const { openDataSource } = await load('infrastructure/typeorm/data-source');
  const { Sql } = await load('infrastructure/typeorm/sql');
  const { TypeOrmUnitOfWork } = await load('infrastructure/typeorm/typeorm-unit-of-work');
  const { TypeOrmStructures } = await load('infrastructure/typeorm/structure/typeorm-structures');
  const { TypeOrmReportRows } = await load('infrastructure/typeorm/reports/typeorm-report-rows');
  const { AccessPolicy } = await load('application/access/access-policy');
  const { DocumentsByLevelReport } = await load('application/reports/definitions/documents-by-level.report');
  const { ReportAccess } = await load('application/reports/report-access');
  const { Reports } = await load('application/reports/reports');
  const { RunReport } = await load('application/reports/run-report.use-case');
  const { TimeZone } = await load('application/support/time-zone');
  const { ParameterValues } = await load('domain/reports/parameters');
  const { sendReport } = await load('http/reports/send-report');

  const dataSource = await openDataSource({ databaseUrl: new Secret(databaseUrl(options.database)), databasePool: 4, dataDir: '' });
  const unitOfWork = new TypeOrmUnitOfWork(dataSource);
  const sql = new Sql(dataSource, unitOfWork);
  const report = new DocumentsByLevelReport(new TypeOrmReportRows(sql, { now: () => new Date() }));
  const runReport = new RunReport(new ReportAccess(new AccessPolicy(new TypeOrmStructures(unitOfWork)), new Reports(report)));
  const { idOf } = await load('infrastructure/typeorm/id-bytes');
  const [client] = await sql.rows('SELECT c.id FROM client c');
  const clientId = idOf(client.id);
  const permissions = ['report:view', 'document:view', 'file:view'];
  const actor = { userId: randomUUID(), grants: [{ clientId, structureVersion: 1, unitId: null, nodeId: null, permissions }] };
  const period = { from: new Date(0), until: new Date('2100-01-01') };
  const values = new ParameterValues(new Map(Object.entries(period).map(([name, value]) => [name, { value, path: [] }])));
  const timeZone = new TimeZone('America/Sao_Paulo');
  const server = createServer((request, response) => {
    const accepts = () => request.headers.accept;
    void runReport
      .execute(actor, { place: { clientId }, reportId: report.id, parametersOf: () => values })
      .then((running) => sendReport(Object.assign(request, { accepts }), response, running, timeZone))
      .catch((error) => {
        console.error(error);
        response.destroy();
      });
  });
  server.listen(0, '127.0.0.1', () => console.log(`listening at ${server.address().port}`));
}

async function measure() {
  const name = options.database ?? `bench_${randomBytes(6).toString('hex')}`;
  const server = await createConnection(process.env.TEST_DATABASE_URL);
  if (!options.database) await fill(server, name);
  const args = [fileURLToPath(import.meta.url), '--serve', '--database', name];
  const child = startNode(args, { cwd: process.cwd() });
  let port;
  while (!(port = /listening at (\d+)/.exec(child.output())?.[1])) await new Promise((resolve) => setTimeout(resolve, 50));
  const rss = async () => Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${child.pid}/status`, 'utf8'))[1]) / 1024;
  console.log(`${options.documents} documents, one report; MB over idle at most, and at the end of each tenth\n`);
  console.log('| form | rows/s | seconds | MB sent | MB over idle | by tenth |\n| --- | ---: | ---: | ---: | ---: | --- |');
  for (const [form, accept] of Object.entries(FORMS)) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const idle = await rss();
    const samples = [];
    const timer = setInterval(() => void rss().then((now) => samples.push(now - idle)), 100);
    const start = performance.now();
    let bytes = 0;
    await new Promise((resolve, reject) => {
      get({ host: '127.0.0.1', port, headers: { accept } }, (response) => {
        response.on('data', (chunk) => (bytes += chunk.length));
        response.on('end', resolve).on('error', reject);
      }).on('error', reject);
    });
    clearInterval(timer);
    const seconds = (performance.now() - start) / 1000;
    const tenths = Array.from({ length: 10 }, (_, index) => Math.round(samples[Math.ceil(((index + 1) * samples.length) / 10) - 1] ?? 0));
    const rows = Math.round((Number(options.documents) * 0.98) / seconds);
    const cells = [form, rows, seconds.toFixed(1), (bytes / 1e6).toFixed(1), Math.round(Math.max(...samples)), tenths.join(' ')];
    console.log(`| ${cells.join(' | ')} |`);
  }
  await child.stop();
  if (!options.keep && !options.database) await server.query(`DROP DATABASE ${name}`);
  else console.error(`kept: --database ${name}`);
  await server.end();
}

async function fill(server, name) {
  await server.query(`CREATE DATABASE ${name} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`);
  const { Secret } = await load('config');
  const { openDataSource } = await load('infrastructure/typeorm/data-source');
  const dataSource = await openDataSource({ databaseUrl: new Secret(databaseUrl(name)), databasePool: 1, dataDir: '' });
  await dataSource.runMigrations();
  await dataSource.destroy();
  const connection = await createConnection(databaseUrl(name));
  await fillArchive(connection, Number(options.documents), 1, (line) => process.stderr.write(`${line}\n`));
  const { clientId } = await LEVELS.read(connection);
  for (let from = 0; from < Number(options.documents); from += 100_000) {
    await connection.query(
      `INSERT INTO document_file (id, document_code, client_id, position, object_key, size, sha256, name, extension, version, created_at)
       SELECT CONCAT('file-', code), code, ${inBytes(clientId)}, 0, CONCAT('key-', code), code % 100000, '', 'Arquivo', 'pdf', '1', created_at
       FROM document WHERE code > ${from} AND code <= ${from + 100_000}`,
    );
  }
  await connection.query('ANALYZE TABLE document_file');
  await connection.end();
}
