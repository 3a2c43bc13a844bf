/**
 * Processor time of the service per call, beside another build of it, each on a database of its own (on the same server; or SQLite), filled over
 * its own interface. One after the other, in turn; a ratio is of medians. Two processes of one build differ by more than builds should: both are started
 * anew several times.
 *
 *   node bench/builds.mjs --before FOLDER [--storage embedded] [--only create,search-two,search-page-1,link,create-file,bytes-10,bytes-100,base64-100]
 *                         [--documents 20000] [--starts 5] [--rounds 8] [--seconds 1]
 */
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { contest, figuresOf } from './lib/contest.mjs';
import { FILE, itemOf, jsonOf, SEARCHED } from './lib/items.mjs';
import { saying, startedOnes, startNode } from './lib/process.mjs';
import { line, machine, rangeOf } from './lib/report.mjs';
import { answerOf } from './lib/request-calls.mjs';
import { shared } from './lib/request-cases.mjs';
import { eventsSealed, HERE, migrate, PENDING, startService } from './lib/service.mjs';
import { spread } from './lib/statistics.mjs';
import { databaseOn, openStores } from './lib/stores.mjs';
import { searchUrl, valuesToSend } from './lib/wire.mjs';

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    storage: { type: 'string', default: 'servers' },
    only: { type: 'string', default: 'create,search-two,search-page-1,link' },
    documents: { type: 'string', default: '20000' },
    starts: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '8' },
    seconds: { type: 'string', default: '1' },
  },
});
const [documents, starts, rounds, seconds] = ['documents', 'starts', 'rounds', 'seconds'].map((name) => Number(values[name]));
const CONNECTIONS = 16;
const BODIES = 2000;
const create = ({ createUrl }) => ({
  urls: [createUrl],
  ...jsonOf(...Array.from({ length: BODIES }, (_, n) => ({ valoresCampos: valuesToSend(itemOf(n + 1)) }))),
});
const CALLS = {
  create,
  'search-two': (service) => ({ urls: SEARCHED.map((question) => searchUrl(service, question)) }),
  'search-page-1': (service) => ({ urls: [searchUrl(service, {}, { Pagina: 1 })] }),
  link: ({
    files: {
      100: { link },
    },
  }) => ({ urls: [link] }),
  'create-file': ({ createUrl }) => ({ urls: [createUrl], ...jsonOf(shared) }),
  'bytes-10': ({
    files: {
      10: { url },
    },
  }) => ({ urls: [url], accept: 'application/octet-stream' }),
  'bytes-100': ({
    files: {
      100: { url },
    },
  }) => ({ urls: [url], accept: 'application/octet-stream' }),
  'base64-100': ({
    files: {
      100: { url },
    },
  }) => ({ urls: [url] }),
};

function callOf(of, service) {
  const { accept, ...call } = CALLS[of](service);
  return of === 'link' ? call : { ...call, headers: { ...service.headers, ...(accept && { accept }) } };
}

/** A shared file of so many KiB. */
async function fileOf(service, kib) {
  const [file] = shared.arquivos;
  const body = { ...shared, arquivos: [{ ...file, arquivo: FILE.bytes.subarray(0, kib * 1024).toString('base64') }] };
  const { text } = await answerOf({ urls: [service.createUrl], headers: service.headers, ...jsonOf(body) });
  const link = new URL(JSON.parse(text).arquivos[0].linkCompartilhado);
  return { url: service.fileUrl(text), link: service.address + link.pathname };
}

/** A database of its own, and how it is asked. */
async function opened() {
  if (values.storage === 'embedded') {
    const own = await openStores('embedded');
    let database;
    const rows = async (sql) => (database ??= new DatabaseSync(join(own.env.DATA_DIR, 'acervo.sqlite'))).prepare(sql).all();
    const close = () => own.stop();
    return { env: own.env, rows, analyze: 'ANALYZE', close };
  }
  const DATABASE_URL = await databaseOn({ url: new URL('/', store.env.DATABASE_URL).href });
  const database = await createConnection(DATABASE_URL);
  const rows = async (sql) => (await database.query(sql))[0];
  return { env: { ...store.env, DATABASE_URL }, rows, analyze: 'ANALYZE TABLE document, document_value', close: () => database.end() };
}

/** Of a build, on a filled database: each start is a process of its own. */
async function filled(root, load, keep) {
  const { rows, analyze, close, ...own } = await opened();
  const env = { ...own.env, RATE_LIMITS: 'off', LOGIN_FAILURES: '1000000000' };
  await migrate(root, { env });
  const start = async () => keep(await startService(root, { env }, [], false));
  const settled = () => eventsSealed(async () => (await rows(PENDING)).length > 0);
  const service = await start();
  const calls = [{ ...create(service), headers: service.headers }];
  for (let done = 0; done < documents;) done += (await load.ask('run', { calls, connections: CONNECTIONS, seconds: 5 })).done;
  await settled();
  await rows(analyze);
  await service.stop();
  return { settled, close, start };
}

const say = saying();
const { DatabaseSync } = await import(new URL('../dist/src/infrastructure/typeorm/sqlite-engine.js', import.meta.url));
const store = await openStores(values.storage, { s3: 'minio' });
const { keep, stop } = startedOnes();
try {
  const load = keep(startNode([new URL('lib/calls-load.mjs', import.meta.url).pathname]));
  const builds = { after: await filled(HERE, load, keep), before: await filled(resolve(values.before), load, keep) };
  const only = values.only.split(',');
  const measured = Object.fromEntries(only.map((of) => [of, []]));
  for (let begun = 0; begun < starts; begun++) {
    const services = [];
    for (const [name, { start, settled }] of Object.entries(builds)) {
      const service = await start();
      services.push({ name, settled, service: { ...service, files: { 10: await fileOf(service, 10), 100: await fileOf(service, 100) } } });
    }
    for (const of of only) {
      const contestants = services.map(({ name, service, settled }) => ({
        name,
        settled,
        calls: [callOf(of, service)],
        roles: { own: [service.pid] },
      }));
      await contest(contestants, load, { rounds: 1, seconds: 5, connections: CONNECTIONS });
      const all = await contest(contestants, load, { rounds, seconds, connections: CONNECTIONS });
      const [after, before] = ['after', 'before'].map((name) => figuresOf(all, name).cpuUs.own);
      measured[of].push({ after, before, ratio: after / before });
      say(`${of}: ${(after / before).toFixed(3)}`);
    }
    for (const { service } of services) await service.stop();
  }
  const rows = only.map((of) => {
    const [after, before, ratio] = ['after', 'before', 'ratio'].map((name) => spread(measured[of].map((each) => each[name])));
    return line([of, after.median.toFixed(0), before.median.toFixed(0), rangeOf(ratio, 3)]);
  });
  for (const { close } of Object.values(builds)) await close();
  const text = `# Processor time of the service per call, beside another build

Medians of ${starts} starts of both, of each ${rounds} rounds of ${seconds} s in turn; the range of the ratio is that of the starts. ${CONNECTIONS} connections, ${documents} documents and more, each build on its own database.

- machine: ${machine()}; load of the last minute at the end: ${loadavg()[0].toFixed(1)}; shared with database, file store and clients
- store: ${store.title}
- command: \`node bench/builds.mjs --before FOLDER\`
- date: ${new Date().toISOString().slice(0, 10)}

${line(['call', 'µs of processor', 'before', 'ratio'])}
${line(Array(4).fill('---'))}
${rows.join('\n')}
`;
  console.log(text);
} finally {
  await stop();
  await store.stop();
}
process.exit(0);
