/** A real OpenSearch to test against: the address given, or one from Maven Central's files where a Java is. */
import { randomInt } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, delimiter, join } from 'node:path';
import { jars } from './jars.mjs';
import { freePort } from './ports.mjs';
import { freshFolder, keepServer, onPath, run, untilReady } from './processes.mjs';
import { firstThatWorks, logToStderr } from './ways.mjs';

const READY_WITHIN_MS = 180_000;
/** With all that it needs, each by its hash. */
const JARS = JSON.parse(readFileSync(new URL('opensearch-jars.json', import.meta.url), 'utf8'));
const OLDEST_JAVA = 17;
const LISTENS = /HttpServerTransport *\] publish_address \{(127\.0\.0\.1:\d+)\}/;
/** Of its modules the service needs none but the one that listens. */
const MODULES = 'org.opensearch.transport.Netty4Plugin';

async function identify(url, cluster) {
  const { username, password, origin } = new URL(url);
  const headers = username
    ? { authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}` }
    : {};
  const answer = await fetch(origin, { headers, signal: AbortSignal.timeout(10_000) });
  const who = await answer.json();
  if (!who.version?.number) throw new Error(`${origin} answers ${answer.status}`);
  if (cluster && who.cluster_name !== cluster) throw new Error(`${origin} is another server`);
  return { engine: 'opensearch', version: who.version.number };
}

async function whyNoJava() {
  if (!onPath('java')) return 'java is not on PATH';
  const said = await run('sh', ['-c', 'java -version 2>&1'], { timeoutMs: 60_000 });
  const version = Number(/version "(\d+)/.exec(said)?.[1]);
  return version >= OLDEST_JAVA ? undefined : `java is older than ${OLDEST_JAVA}: ${said.split('\n')[0]}`;
}

const given = {
  name: 'given',
  final: true,
  whyNot: () => (process.env.TEST_OPENSEARCH_URL ? undefined : 'TEST_OPENSEARCH_URL is not set'),
  async start() {
    const url = process.env.TEST_OPENSEARCH_URL;
    return { url, ...(await identify(url)), origin: 'given', address: new URL(url).host, stop: async () => {} };
  },
};

/** The runner takes the first free port after this one, up to 9299, and says so in its log. */
const anyPort = () => randomInt(8_000, 9_200);

async function startOpenSearch(files, parent) {
  const folder = freshFolder('opensearch', parent);
  // Proves that the server that answers is the one that was started.
  const cluster = basename(folder);
  const settings = [
    'network.host: 127.0.0.1',
    `transport.port: ${await freePort()}`,
    'discovery.type: single-node',
    // A developer's full disk is no reason to take no words.
    'cluster.routing.allocation.disk.threshold_enabled: false',
  ];
  mkdirSync(join(folder, 'node_1/config'), { recursive: true });
  writeFileSync(join(folder, 'node_1/config/opensearch.yml'), `${settings.join('\n')}\n`);
  const java = ['-Xms256m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', `-Djava.io.tmpdir=${folder}`];
  const program = ['-cp', files.join(delimiter), 'org.codelibs.opensearch.runner.OpenSearchRunner'];
  const options = ['-basePath', folder, '-numOfNode', '1', '-clusterName', cluster, '-baseHttpPort', String(anyPort())];
  const env = { PATH: process.env.PATH, HOME: folder };
  const server = keepServer('java', [...java, ...program, ...options, '-moduleTypes', MODULES], { folder, env });
  const ask = async () => {
    const address = LISTENS.exec(readFileSync(join(folder, 'server.log'), 'utf8'))?.[1];
    if (!address) throw new Error('it does not listen yet');
    return { url: `http://${address}`, address, ...(await identify(`http://${address}`, cluster)) };
  };
  return { ...(await untilReady(server, ask, { timeoutMs: READY_WITHIN_MS, everyMs: 250 })), origin: 'maven central', stop: server.stop };
}

/** `parent`: the folder for its data. */
export function obtainOpenSearch({ log = logToStderr, parent } = {}) {
  const ways = [
    given,
    { name: 'java', whyNot: whyNoJava, start: async () => startOpenSearch(await jars('opensearch', JARS, { log }), parent) },
  ];
  return firstThatWorks('opensearch', ways, log);
}
