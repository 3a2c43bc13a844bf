/**
 * How long small calls take while a crowd sends more than the service takes: searches at a fixed rate, timed from the moment
 * at which each was due, beside large creates and reports over the caps.
 */
import { writeFile } from 'node:fs/promises';
import { Agent, request as httpRequest } from 'node:http';
import { once } from 'node:events';
import { startNode } from './lib/process.mjs';
import { machine } from './lib/report.mjs';
import { HERE, startService } from './lib/service.mjs';
import { percentile } from './lib/statistics.mjs';
import { openStores } from './lib/stores.mjs';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 20);
const PER_SECOND = 50;
const CROWD = { uploads: 40, reports: 40 };
const FILE_BYTES = 24 * 1024 * 1024;
const LIMITS = { MAX_INFLIGHT_MB: '256', CONCURRENT_REPORTS: '20', REPORTS_PER_CLIENT: '5' };
const TARGET_MS = 500;
const REPORT = '6b2b1a0e-4a55-4f0e-9a53-0d6c1f3c7a10';
const CROWD_FILE = new URL('lib/crowd.mjs', import.meta.url).pathname;

const agent = new Agent({ keepAlive: true });

async function read(url, headers) {
  const request = httpRequest(url, { agent, headers });
  request.end();
  const [response] = await once(request, 'response');
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

/** Open model: a search that has to wait for the one before counts its waiting. */
async function searches(url, headers) {
  const [times, statuses, running] = [[], {}, []];
  const begin = performance.now();
  for (let number = 0; number < SECONDS * PER_SECOND; number++) {
    const due = begin + (number * 1000) / PER_SECOND;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    running.push(
      read(url, headers).then((status) => {
        times.push(performance.now() - due);
        statuses[status] = (statuses[status] ?? 0) + 1;
      }),
    );
  }
  await Promise.all(running);
  times.sort((a, b) => a - b);
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99), max: times.at(-1), statuses };
}

const store = await openStores('embedded');
const crowd = startNode([CROWD_FILE]);
let service;
try {
  service = await startService(HERE, { ...store, env: { ...store.env, ...LIMITS } }, []);
  const { headers, createUrl } = service;
  const address = new URL(createUrl).origin;
  const idCliente = new URL(createUrl).searchParams.get('idCliente');
  const searchUrl = `${address}/api/Documento/Get?${new URLSearchParams({ idCliente })}`;
  const reportUrl = `${address}/api/Relatorios/GetDadosRelatorios?${new URLSearchParams({ idCliente, idRelatorio: REPORT })}`;
  const quiet = await searches(searchUrl, headers);
  const crowding = crowd.ask('crowd', {
    seconds: SECONDS + 2,
    uploads: { clients: CROWD.uploads, url: createUrl, headers, size: FILE_BYTES },
    reports: { clients: CROWD.reports, url: reportUrl, headers },
  });
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const busy = await searches(searchUrl, headers);
  const counts = await crowding;
  const row = (name, { p50, p99, max, statuses }) =>
    `| ${name} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${max.toFixed(1)} | ${JSON.stringify(statuses).replaceAll('"', '')} |`;
  const text = `# Small calls under overload

${PER_SECOND} searches (4.4) per second for ${SECONDS} s, each timed from its scheduled start; alone, and during a background load from another process:
${CROWD.uploads} clients that create documents with a file of ${FILE_BYTES / 1024 / 1024} MiB and ${CROWD.reports} that fetch the audit report (8.2), repeatedly, with a pause of one second
after a 503. Limits: ${Object.entries(LIMITS)
    .map(([name, value]) => `\`${name}=${value}\``)
    .join(', ')}; other settings at their defaults.

- machine: ${machine()}; shared with the background load
- store: ${store.title}
- command: \`node bench/overload.mjs\` after \`npm run build\`
- date: ${new Date().toISOString().slice(0, 10)}

| searches | p50 ms | p99 ms | max ms | answers |
| --- | ---: | ---: | ---: | --- |
${row('alone', quiet)}
${row('with background load', busy)}

Answers to the background load: ${Object.entries(counts)
    .sort()
    .map(([what, count]) => `${what}: ${count}`)
    .join(', ')}.

Target: p99 of searches during the background load below ${TARGET_MS} ms: **${busy.p99 < TARGET_MS ? 'met' : 'MISSED'}**.
`;
  console.log(text);
  await writeFile(new URL('results/overload.md', import.meta.url), text);
  process.exitCode = busy.p99 < TARGET_MS ? 0 : 1;
} finally {
  await service?.stop();
  await crowd.stop();
  agent.destroy();
  await store.stop();
}
