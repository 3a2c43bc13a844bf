/**
 * Processor time of the service per call, beside another build of it, each on a database of its own on the same server, filled over its own
 * interface. One after the other, in turn; a ratio is of medians. Two processes of one build differ by more than builds should: both are started
 * anew several times.
 *
 *   node bench/builds.mjs --before FOLDER [--only create,search-two,search-page-1,link] [--documents 20000] [--starts 5] [--rounds 8] [--seconds 1]
 */
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { contest, figuresOf } from './lib/contest.mjs';
import { itemOf, jsonOf, SEARCHED } from './lib/items.mjs';
import { saying, startedOnes, startNode } from './lib/process.mjs';
import { line, machine, rangeOf } from './lib/report.mjs';
import { withFile } from './lib/request-calls.mjs';
import { eventsSealed, HERE, migrate, PENDING, startService } from './lib/service.mjs';
import { spread } from './lib/statistics.mjs';
import { databaseOn, openStores } from './lib/stores.mjs';
import { searchUrl, valuesToSend } from './lib/wire.mjs';

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
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
  link: ({ link }) => ({ urls: [link] }),
};

/** Of a build, on a filled database: each start is a process of its own. */
async function filled(root, load, keep) {
  const env = {
    ...store.env,
    DATABASE_URL: await databaseOn({ url: new URL('/', store.env.DATABASE_URL).href }),
    RATE_LIMITS: 'off',
    LOGIN_FAILURES: '1000000000',
  };
  await migrate(root, { env });
  const start = async () => keep(await startService(root, { env }, [], false));
  const database = await createConnection(env.DATABASE_URL);
  const hasEvents = (await database.query("SHOW TABLES LIKE 'event_outbox'"))[0].length > 0;
  const settled = () => eventsSealed(async () => hasEvents && (await database.query(PENDING))[0].length > 0);
  const service = await start();
  const calls = [{ ...create(service), headers: service.headers }];
  for (let done = 0; done < documents;) done += (await load.ask('run', { calls, connections: CONNECTIONS, seconds: 5 })).done;
  await settled();
  await database.query('ANALYZE TABLE document, document_value');
  await service.stop();
  return { settled, database, start };
}

const say = saying();
const store = await openStores('servers', { s3: 'minio' });
const { keep, stop } = startedOnes();
try {
  const load = keep(startNode([new URL('lib/calls-load.mjs', import.meta.url).pathname]));
  const builds = { after: await filled(HERE, load, keep), before: await filled(resolve(values.before), load, keep) };
  const only = values.only.split(',');
  const measured = Object.fromEntries(only.map((of) => [of, []]));
  for (let begun = 0; begun < starts; begun++) {
    const services = [];
    for (const [name, { start, settled, database }] of Object.entries(builds))
      services.push({ name, settled, service: await withFile(await start(), database) });
    for (const of of only) {
      const contestants = services.map(({ name, service, settled }) => ({
        name,
        settled,
        calls: [{ ...CALLS[of](service), ...(of !== 'link' && { headers: service.headers }) }],
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
  for (const { database } of Object.values(builds)) await database.end();
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
