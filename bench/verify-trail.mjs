/**
 * How long `acervo audit verify` takes for a long trail: whole, in two threads, and of a sample. The events are recorded and sealed by the
 * service's own code.
 *
 *   node bench/verify-trail.mjs [--embedded]      BENCH_EVENTS, BENCH_DATABASE_URL (a running server, in place of one of its own)
 */
import { execFile } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { startNode } from './lib/process.mjs';
import { machine } from './lib/report.mjs';
import { environment, HERE, migrate } from './lib/service.mjs';
import { databaseOn, openStores } from './lib/stores.mjs';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 1_000_000);
/** One after the other, so that what else happens on the machine meets all of them alike. */
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 2);
const WAYS = [[], ['--threads', '2'], ['--sample', '10000']];
const log = (text) => console.error(`[bench] ${text}`);

async function onServer(server) {
  const [DATABASE_URL, DATA_DIR] = [await databaseOn({ url: server }), await mkdtemp(join(tmpdir(), 'acervo-bench-'))];
  const connection = await createConnection(DATABASE_URL);
  const [[{ version }]] = await connection.query('SELECT VERSION() AS version');
  return {
    title: `${/mariadb/i.test(version) ? 'MariaDB' : 'MySQL'} ${version}`,
    env: { DATA_DIR, LINK_SECRET: randomBytes(32).toString('hex'), JWT_SECRET: randomBytes(32).toString('hex'), DATABASE_URL },
    needsMigration: true,
    async stop() {
      await connection.query(`DROP DATABASE ${new URL(DATABASE_URL).pathname.slice(1)}`);
      await connection.end();
      await rm(DATA_DIR, { recursive: true, force: true });
    },
  };
}

async function verify(store, words) {
  const begun = performance.now();
  const program = ['dist/src/cli/acervo.js', 'audit', 'verify', ...words];
  const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: HERE, env: environment(store) });
  const seconds = (performance.now() - begun) / 1000;
  log(`audit verify ${words.join(' ')}: ${seconds.toFixed(1)} s, ${stdout.trim()}`);
  return seconds;
}

const server = process.env.BENCH_DATABASE_URL;
const store = server
  ? await onServer(server)
  : await openStores(process.argv.includes('--embedded') ? 'embedded' : 'servers', { s3: 'minio' });
let inside;
try {
  if (store.needsMigration) await migrate(HERE, store);
  log(`recording and sealing ${EVENTS} events`);
  inside = startNode([new URL('lib/event-fill.mjs', import.meta.url).pathname], { cwd: HERE, env: environment(store) });
  const filledFrom = performance.now();
  await inside.ask('fill', { clientId: randomUUID(), events: EVENTS });
  const rate = Math.round((EVENTS * 1000) / (performance.now() - filledFrom));
  log(`${rate}/s`);
  await inside.stop();
  const runs = [];
  for (let round = 0; round < ROUNDS; round++) for (const words of WAYS) runs.push({ words, seconds: await verify(store, words) });
  const rows = WAYS.map((words) => {
    const seconds = runs.filter((run) => run.words === words).map((run) => run.seconds);
    return `| \`audit verify${words.map((word) => ` ${word}`).join('')}\` | ${seconds.map((each) => each.toFixed(1)).join(', ')} |`;
  });
  const text = `# Verifying a trail of ${EVENTS.toLocaleString('en')} events

One client, ${ROUNDS} rounds, one after the other; each is a process of its own, its start included. All events were recorded and sealed by the service's own code (${rate}/s).

- machine: ${machine()}; database and other work share it
- store: ${store.title}
- command: \`node bench/verify-trail.mjs\` after \`npm run build\`
- date: ${new Date().toISOString().slice(0, 10)}

| Command | seconds |
| --- | ---: |
${rows.join('\n')}
`;
  await writeFile(new URL('results/verify-trail.md', import.meta.url), text);
  console.log(text);
} finally {
  await inside?.stop().catch(() => undefined);
  await store.stop();
}
