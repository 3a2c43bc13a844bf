/**
 * Creates of one client: as many as one service takes, near its database and at a distance from it, beside another build of the service in
 * the same rounds; and how long committed events wait for the sealer at a fixed rate.
 *
 *   node bench/one-client.mjs --before FOLDER [--rounds 5] [--seconds 5] [--latency 3] [--rate 500]      after `npm run build`, there too
 */
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { contest, figuresOf, ratioOf } from './lib/contest.mjs';
import { startNode } from './lib/process.mjs';
import { line, machine, rangeOf } from './lib/report.mjs';
import { HERE, migrate, startService } from './lib/service.mjs';
import { percentile } from './lib/statistics.mjs';
import { databaseOn, openStores } from './lib/stores.mjs';

const { values } = parseArgs({
  options: {
    before: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    latency: { type: 'string', default: '3' },
    rate: { type: 'string', default: '500' },
  },
});
const [rounds, seconds, latencyMs, rate] = ['rounds', 'seconds', 'latency', 'rate'].map((name) => Number(values[name]));
const RATE_SECONDS = 20;
const LOOK_MS = 20;
const lib = (name) => new URL(`lib/${name}.mjs`, import.meta.url).pathname;
const BODY = Buffer.from(
  JSON.stringify({ valoresCampos: [{ label: 'Número', valorCampo: '4711' }, { label: 'Data de Emissão', valorCampo: '21/11/2026' }] }), // prettier-ignore
).toString('base64');
const createOf = ({ createUrl, headers }) => ({ urls: [createUrl], method: 'POST', headers, type: 'application/json', base64: [BODY] });

/** Age of the oldest pending event at each look, in ms. */
async function agesAt(database, until) {
  const ages = [];
  for (; performance.now() < until; await new Promise((done) => setTimeout(done, LOOK_MS))) {
    const [[row]] = await database.query('SELECT MIN(p.at) AS oldest FROM event_outbox p');
    if (row.oldest !== null) ages.push(Math.max(0, Date.now() - Number(row.oldest)));
  }
  return ages.sort((one, other) => one - other);
}

const store = await openStores('servers', { s3: 'minio' });
const processes = [];
const keep = (started) => (processes.push(started), started);
try {
  const roots = { after: HERE, ...(values.before && { before: resolve(values.before) }) };
  const urls = {};
  for (const [name, root] of Object.entries(roots)) {
    urls[name] = name === 'after' ? store.env.DATABASE_URL : await databaseOn({ url: new URL('/', store.env.DATABASE_URL).href });
    await migrate(root, { env: { ...store.env, DATABASE_URL: urls[name] } });
  }
  const load = keep(startNode([lib('calls-load')]));
  const measured = async (title, connections, through) => {
    const contestants = [];
    const started = [];
    for (const [name, root] of Object.entries(roots)) {
      const service = keep(
        await startService(root, { env: { ...store.env, RATE_LIMITS: 'off', DATABASE_URL: through(urls[name]) } }, [], false),
      );
      started.push(service);
      contestants.push({ name, calls: [createOf(service)], roles: { own: [service.pid] } });
    }
    const all = await contest(contestants, load, { rounds, seconds, connections });
    for (const service of started) await service.stop();
    const figures = Object.keys(roots).map((name) => figuresOf(all, name));
    const cells = figures.flatMap(({ perSecond, p99 }) => [rangeOf(perSecond), p99.toFixed(0)]);
    return line([title, ...cells, ...(values.before ? [`**${rangeOf(ratioOf(all, 'after', 'before'), 2)}**`] : [])]);
  };
  const rows = [await measured('16 connections', 16, (url) => url)];
  const proxy = keep(startNode([lib('latency-proxy')]));
  const { hostname, port } = new URL(store.env.DATABASE_URL);
  const distant = await proxy.ask('open', { host: hostname, port: Number(port), latencyMs });
  const far = (url) => Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(distant) }).href;
  rows.push(await measured(`16 connections, ${latencyMs} ms to the database`, 16, far));

  const service = keep(await startService(HERE, { env: { ...store.env, RATE_LIMITS: 'off' } }, [], false));
  const database = await createConnection(store.env.DATABASE_URL);
  const until = performance.now() + RATE_SECONDS * 1000;
  const [ages, { perSecond }] = await Promise.all([
    agesAt(database, until),
    load.ask('run', { calls: [createOf(service)], connections: 64, seconds: RATE_SECONDS, rate }),
  ]);
  await database.end();
  const ms = (share) => percentile(ages, share)?.toFixed(0);

  const heads = ['Creates of one client', ...Object.keys(roots).flatMap((name) => [`${name}: per second`, 'p99 ms']), ...(values.before ? ['ratio'] : [])]; // prettier-ignore
  const text = `# Creates of one client, and how long their events wait

One service process, ${rounds} rounds of ${seconds} s of each build in turn; medians, with the range.

- machine: ${machine()}; load of the last minute at the end: ${loadavg()[0].toFixed(1)}; shared with database, file store and clients
- store: ${store.title}
- command: \`node bench/one-client.mjs\`${values.before ? ' with `--before`' : ''} after \`npm run build\`
- date: ${new Date().toISOString().slice(0, 10)}

${line(heads)}
${line(heads.map(() => '---'))}
${rows.join('\n')}

At ${perSecond.toFixed(0)} creates/s (${rate} asked), ${ages.length} looks within ${RATE_SECONDS} s: the oldest event that waits for the sealer is ${ms(0.5)} ms old (median), p95 ${ms(0.95)}, at most ${ages.at(-1)?.toFixed(0)}.
An event waits at most as long as the oldest one.
`;
  writeFileSync(new URL('results/one-client.md', import.meta.url), text);
  console.log(text);
} finally {
  for (const each of processes) await each.stop();
  await store.stop();
}
process.exit(0);
