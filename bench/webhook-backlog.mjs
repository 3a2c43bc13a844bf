/**
 * One webhook that is a million events behind: what it costs in rows and memory while it catches up, and what others notice of it. Creates
 * at a fixed rate, timed from the moment at which each was due, and a second webhook of the same client, before and during.
 *
 *   node bench/webhook-backlog.mjs [--embedded]      BENCH_EVENTS, BENCH_SECONDS
 */
import { startNode } from './lib/process.mjs';
import { residentBytes } from './lib/processor-time.mjs';
import { machine } from './lib/report.mjs';
import { environment, HERE, migrate, startService } from './lib/service.mjs';
import { percentile } from './lib/statistics.mjs';
import { openStores } from './lib/stores.mjs';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 1_000_000);
const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
/** One after the other, so that what else happens on the machine meets all of them alike. */
const ROUNDS = 3;
const LONG_SECONDS = 60;
const PER_SECOND = 10;
/** How long the receiver takes; four lanes send at a time. */
const WAITS_MS = [50, 5];
const lib = (name) => new URL(`lib/${name}.mjs`, import.meta.url).pathname;
const log = (text) => console.error(`[bench] ${text}`);

const spread = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  return { count: sorted.length, p50: percentile(sorted, 0.5) ?? NaN, p95: percentile(sorted, 0.95) ?? NaN, max: sorted.at(-1) ?? NaN };
};
const rssMiB = (pid) => residentBytes(pid) / 2 ** 20;

async function call(url, method, headers, body) {
  const response = await fetch(url, { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${url}: ${response.status} ${text}`);
  return JSON.parse(text);
}

/** Creates at a fixed rate, and what the receiver and the process show meanwhile. */
async function measured({ service, receiver, waitMs, seconds = SECONDS }) {
  await receiver.ask('begin', { waitMs });
  const [times, memory, running] = [[], [], []];
  const begun = performance.now();
  for (let number = 0; number < seconds * PER_SECOND; number++) {
    const due = begun + (number * 1000) / PER_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    if (number % PER_SECOND === 0) memory.push(rssMiB(service.pid));
    const body = { valoresCampos: [{ label: 'Número', valorCampo: String(number) }, { label: 'Data de Emissão', valorCampo: '21/11/2026' }] }; // prettier-ignore
    running.push(call(service.createUrl, 'POST', service.headers, body).then(() => times.push(performance.now() - due)));
  }
  await Promise.all(running);
  const { counts, ages } = await receiver.ask('seen');
  return { seconds, times, ages, memory, sent: counts['/behind'] ?? 0 };
}

const store = await openStores(process.argv.includes('--embedded') ? 'embedded' : 'servers', { s3: 'minio' });
store.env = { ...store.env, LINK_ALLOWED_NETWORKS: '127.0.0.1/32', RATE_LIMITS: 'off' };
const receiver = startNode([lib('event-receiver')]);
const start = () => startService(HERE, store, [], false);
let [service, inside] = [];
try {
  if (store.needsMigration) await migrate(HERE, store);
  service = await start();
  const port = await receiver.ask('listen');
  const webhooks = (id = '') => `${service.address}/api/Webhook${id}?idCliente=${service.idCliente}`;
  const register = (path) => call(webhooks(), 'POST', service.headers, { url: `http://127.0.0.1:${port}${path}` });
  const { idWebhook } = await register('/behind');
  await service.stop();

  log(`recording and sealing ${EVENTS} events`);
  inside = startNode([lib('event-fill')], { cwd: HERE, env: environment(store) });
  const filledFrom = performance.now();
  await inside.ask('fill', { clientId: service.idCliente, events: EVENTS });
  await inside.ask('rest', { webhook: idWebhook });
  const fillSeconds = (performance.now() - filledFrom) / 1000;
  const before = await inside.ask('state');
  log(`${Math.round(EVENTS / fillSeconds)}/s; ${JSON.stringify(before)}`);

  service = await start();
  await register('/neighbour');
  const resume = () => call(webhooks(`/${idWebhook}/Retomada`), 'POST', service.headers, { modo: 'continuar' });
  const conditions = [{ title: 'rests' }, ...WAITS_MS.map((waitMs) => ({ title: `catches up, answered after ${waitMs} ms`, waitMs }))];
  const runs = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const { title, waitMs } of conditions) {
      if (waitMs === undefined) await inside.ask('rest', { webhook: idWebhook });
      else await resume();
      runs.push({ title, ...(await measured({ service, receiver, waitMs: waitMs ?? 0 })), ...(await inside.ask('state')) });
      log(`${title}: ${runs.at(-1).sent} sent`);
    }
  }
  const long = await measured({ service, receiver, waitMs: WAITS_MS.at(-1), seconds: LONG_SECONDS });

  const ms = (value) => value.toFixed(0);
  const behindOf = ({ webhooks: now }) => now.find(({ id }) => id === idWebhook).behind;
  const rows = conditions.map(({ title }) => {
    const own = runs.filter((run) => run.title === title);
    const [creates, ages] = [spread(own.flatMap(({ times }) => times)), spread(own.flatMap((run) => run.ages))];
    const rate = own.reduce((sum, { sent }) => sum + sent, 0) / (SECONDS * ROUNDS);
    const cells = [title, rate.toFixed(0), `${ms(creates.p50)} / ${ms(creates.p95)}`, `${ms(ages.p50)} / ${ms(ages.p95)}`, Math.min(...own.map(behindOf)), Math.max(...own.map(({ parked }) => parked)), Math.max(...own.map(({ attempts }) => attempts))]; // prettier-ignore
    return `| ${cells.join(' | ')} |`;
  });
  const series = long.memory.filter((_, index) => index % 5 === 0).map(Math.round);
  const text = `# A webhook that is ${EVENTS.toLocaleString('en')} events behind

One client. ${ROUNDS} rounds of ${SECONDS} s of each case, alternating: ${PER_SECOND} creates per second, each timed from its scheduled start, and a second webhook of
the same client, whose events are timed from the change to their arrival. All events were recorded and sealed by the code of the service
(${Math.round(EVENTS / fillSeconds)}/s).

- machine: ${machine()}; shared with receiver, database, clients, and other work
- store: ${store.title}
- command: \`node bench/webhook-backlog.mjs\` after \`npm run build\`
- date: ${new Date().toISOString().slice(0, 10)}

| The webhook | sent/s | creates ms, p50 / p95 | the other webhook ms, p50 / p95 | events behind | rows parked | entries of the log |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${rows.join('\n')}

After that it catches up for ${LONG_SECONDS} s, ${(long.sent / LONG_SECONDS).toFixed(0)} events/s: memory of the service every 5 s, in MiB of RSS: ${series.join(', ')}. Before the first round it
used no rows: ${before.parked} parked, ${before.attempts} entries of the log, ${behindOf(before).toLocaleString('en')} events behind.
`;
  console.log(text);
} finally {
  await inside?.stop();
  await service?.stop();
  await receiver.stop();
  await store.stop();
}
