/**
 * Vitess as it is operated: etcd, a gate, and a tablet with a MySQL of its own for each shard. `acervo` has all tables in one shard; `archive` and
 * `service` are those of deploy/vitess.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createConnection } from 'mysql2/promise';
import { asRoot, stopAll } from './cluster.mjs';
import { debianRoot, programOf } from './debian.mjs';
import { freshSecret, grantAll, identify, urlOf } from './mysqld.mjs';
import { freePort } from './ports.mjs';
import { freshFolder, keepServer, run, untilReady } from './processes.mjs';
import {
  areBuilt,
  databaseOf,
  gateAt,
  LOOPBACK,
  startMysqlFor,
  startProgram,
  startVitessInOne,
  TABLET,
  vitessProgram,
  vitessVersion,
  whyNoVitess,
} from './vitess.mjs';
import { failOverShard } from './vitess-failover.mjs';
import { movingOf, splitShards } from './vitess-flows.mjs';
import { firstThatWorks, logToStderr } from './ways.mjs';

const CELL = 'test';
const READY_WITHIN_MS = 60_000;
const PROGRAMS = ['vtgate', 'vttablet', 'vtctld', 'vtctldclient'];

/** Whether shards start at once: building takes a quarter of an hour. */
export const areShardsBuilt = async () => whyNoVitess() === undefined && (await areBuilt(PROGRAMS));

/** Key ranges of equal size, by their first byte: -80 and 80- are two. */
export function rangesOf(shards) {
  const at = (index) => (index % shards === 0 ? '' : ((index * 256) / shards).toString(16).padStart(2, '0'));
  return shards === 1 ? ['0'] : Array.from({ length: shards }, (_, index) => `${at(index)}-${at(index + 1)}`);
}

const fileOf = (name) => fileURLToPath(new URL(`../../deploy/vitess/${name}`, import.meta.url));
const answersHttp = async (url) => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
};

async function startEtcd(log) {
  const check = (root) => run(...split([...programOf(root, 'usr/bin/etcd'), '--version']), { timeoutMs: 30_000 });
  const root = await debianRoot('etcd', 'bookworm', ['etcd-server'], { log, check });
  const [folder, client, peer] = [freshFolder('vitess-etcd'), await freePort(), await freePort()];
  const [clients, peers] = [client, peer].map((port) => `http://127.0.0.1:${port}`);
  const [command, args] = split([
    ...programOf(root, 'usr/bin/etcd'),
    ...['--data-dir', `${folder}/data`, '--listen-client-urls', clients, '--advertise-client-urls', clients],
    ...['--listen-peer-urls', peers, '--initial-advertise-peer-urls', peers, '--initial-cluster', `default=${peers}`, '--unsafe-no-fsync'],
  ]);
  const server = keepServer(command, args, { folder, env: { PATH: process.env.PATH } });
  await untilReady(server, () => answersHttp(`${clients}/health`), { timeoutMs: READY_WITHIN_MS });
  return { server, address: `127.0.0.1:${client}` };
}

const split = ([command, ...args]) => [command, args];

/** Moves rows between shards, which the client alone cannot. */
async function startControl(topology, log) {
  const [web, grpc] = [await freePort(), await freePort()];
  const places = ['--cell', CELL, '--port', String(web), '--grpc-port', String(grpc), '--service-map', 'grpc-vtctl,grpc-vtctld'];
  const program = await startProgram(
    'vtctld',
    [...topology, ...LOOPBACK, ...places],
    () => answersHttp(`http://127.0.0.1:${web}/debug/status`),
    log,
  );
  return { ...program, address: `127.0.0.1:${grpc}` };
}

/** Of a shard one copy: a MySQL and its tablet. */
async function startTablet({ number, keyspace, shard, isConfirmed, topology, control, log }) {
  const [mysql, web, grpc] = [await startMysqlFor(number, log, isConfirmed), await freePort(), await freePort()];
  const alias = `${CELL}-${number}`;
  const args = [
    ...[
      ...topology,
      ...LOOPBACK,
      '--tablet-path',
      alias,
      '--tablet-hostname',
      '127.0.0.1',
      '--port',
      String(web),
      '--grpc-port',
      String(grpc),
    ],
    ...['--init-keyspace', keyspace, '--init-shard', shard, '--init-tablet-type', 'replica', '--mycnf-mysql-port', String(mysql.port)],
    ...['--service-map', 'grpc-queryservice,grpc-tabletmanager,grpc-updatestream', '--health-check-interval', '2s'],
    ...[...databaseOf(mysql), ...TABLET],
  ];
  try {
    const tablet = await startProgram('vttablet', args, () => answersHttp(`http://127.0.0.1:${web}/debug/status`), log);
    return {
      keyspace,
      shard,
      alias,
      mysql,
      tablet,
      nodes: [tablet, mysql],
      promote: () => control('PlannedReparentShard', `${keyspace}/${shard}`, '--new-primary', alias),
    };
  } catch (error) {
    await stopAll([mysql]);
    throw error;
  }
}

async function makeTables(url, control) {
  for (const keyspace of ['service', 'archive']) {
    await control('ApplyVSchema', '--vschema-file', fileOf(`${keyspace}/vschema.json`), keyspace);
    const connection = await createConnection({ uri: `${url}/${keyspace}` });
    try {
      for (const statement of readFileSync(fileOf(`${keyspace}/schema.sql`), 'utf8')
        .split(';\n')
        .filter(Boolean))
        await connection.query(statement);
    } finally {
      await connection.end();
    }
  }
  await control('ApplyRoutingRules', '--rules-file', fileOf('routing-rules.json'));
}

/** Looks after the primaries: where one dies, a copy that has all that was acknowledged takes its place. */
async function startWatch(topology, log) {
  const [web, folder] = [await freePort(), freshFolder('vitess-watch')];
  const args = [
    ...[...topology, '--cell', CELL, '--port', String(web), '--bind-address', '127.0.0.1', '--clusters-to-watch', 'archive'],
    ...['--instance-poll-time', '1s', '--recovery-poll-duration', '1s', '--topo-information-refresh-duration', '2s'],
    ...['--sqlite-data-file', `${folder}/vtorc.sqlite`],
  ];
  return startProgram('vtorc', args, () => answersHttp(`http://127.0.0.1:${web}/debug/status`), log);
}

/**
 * @param copies of each shard of the archive; of more than one each commit is on two before it is answered, and a dead primary is replaced
 * @returns {{ name, version, urls: string[], shardUrls: string[], split(): Promise<object>, failOver(): Promise<object>, stop(): Promise<void> }}
 * `shardUrls`: the MySQL of each shard
 */
export async function startVitess({ shards = 2, copies = 1, log = logToStderr } = {}) {
  const why = whyNoVitess();
  if (why) throw new Error(why);
  // One after another: together they would only share the processors.
  for (const name of [...PROGRAMS, ...(copies > 1 ? ['vtorc'] : [])]) await vitessProgram(name, { log });
  const nodes = [];
  const stop = () => stopAll([...nodes].reverse());
  try {
    const etcd = await startEtcd(log);
    nodes.push(etcd);
    const topology = [
      '--topo-implementation',
      'etcd2',
      '--topo-global-server-address',
      etcd.address,
      '--topo-global-root',
      '/vitess/global',
    ];
    const client = await vitessProgram('vtctldclient', { log });
    const told = (server, ...args) => run(client, ['--server', server, ...args], { timeoutMs: 900_000 });
    await told('internal', ...topology, 'AddCellInfo', '--root', `/vitess/${CELL}`, '--server-address', etcd.address, CELL);
    const daemon = await startControl(topology, log);
    nodes.push(daemon);
    const control = (...args) => told(daemon.address, ...args);
    const password = freshSecret();
    const places = [['acervo', '0'], ['service', '0'], ...rangesOf(shards).map((range) => ['archive', range])];
    const copiesOf = (keyspace) => (keyspace === 'archive' ? copies : 1);
    for (const keyspace of new Set(places.map(([name]) => name)))
      await control('CreateKeyspace', '--durability-policy', copiesOf(keyspace) > 1 ? 'semi_sync' : 'none', keyspace);
    let number = 0;
    /** The first copy of each becomes the primary; the others follow it. */
    const startShards = async (wanted) => {
      const all = wanted.flatMap(([keyspace, shard]) => Array.from({ length: copiesOf(keyspace) }, () => ({ keyspace, shard })));
      const started = await Promise.allSettled(
        all.map((each) => startTablet({ number: ++number, ...each, isConfirmed: copiesOf(each.keyspace) > 1, topology, control, log })),
      );
      const running = started.flatMap(({ value }) => value ?? []);
      nodes.push(...running.flatMap((tablet) => tablet.nodes.toReversed()));
      const failed = started.find(({ status }) => status === 'rejected');
      if (failed) throw failed.reason;
      const primaries = running.filter(
        (tablet, at) => tablet.shard !== running[at - 1]?.shard || tablet.keyspace !== running[at - 1]?.keyspace,
      );
      for (const primary of primaries) await primary.promote();
      for (const { mysql } of primaries) await asRoot(mysql, ...grantAll('app', password));
      return primaries;
    };
    const running = await startShards(places);
    const [port, web, grpc] = [await freePort(), await freePort(), await freePort()];
    const url = urlOf('app', password, `127.0.0.1:${port}`);
    const args = [
      ...[...topology, ...LOOPBACK, '--cell', CELL, '--cells-to-watch', CELL, '--tablet-types-to-wait', 'PRIMARY', '--enable-buffer'],
      ...['--port', String(web), '--grpc-port', String(grpc), '--service-map', 'grpc-vtgateservice', ...gateAt(port, password)],
    ];
    nodes.push(await startProgram('vtgate', args, () => identify(url), log));
    await makeTables(url, control);
    const version = await vitessVersion(running[0].mysql);
    const shardUrls = running
      .filter(({ keyspace }) => keyspace !== 'acervo')
      .map(({ keyspace, mysql }) => `${urlOf('app', password, `127.0.0.1:${mysql.port}`)}/vt_${keyspace}`);
    /** Twice as many shards from now on. */
    const split = async () => {
      const [from, to] = [rangesOf(shards), rangesOf(2 * shards)];
      await startShards(to.map((range) => ['archive', range]));
      return splitShards(control, from, to);
    };
    if (copies > 1) nodes.push(await startWatch(topology, log));
    /** One shard after another. */
    const failOver = async () => {
      const took = [];
      for (const tablet of running.filter(({ keyspace }) => keyspace === 'archive')) took.push(await failOverShard(control, tablet));
      return took;
    };
    /** An archive in one MySQL, behind the same gate. */
    const inOne = {
      url: `${url}/acervo`,
      behind: `${urlOf('app', password, `127.0.0.1:${running[0].mysql.port}`)}/vt_acervo`,
    };
    const name = `Vitess, ${shards} shards${copies > 1 ? `, each with ${copies} copies` : ''}`;
    return {
      name,
      version,
      urls: [`${url}/archive`],
      shardUrls,
      split,
      ...(copies > 1 ? { failOver } : {}),
      ...movingOf(control),
      inOne,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** As one server among others; without shards in one program. */
export function obtainVitess({ shards = 0, log = logToStderr } = {}) {
  const start = async () => {
    const cluster = await (shards ? startVitess({ shards, log }) : startVitessInOne({ log }));
    const [url] = cluster.urls;
    return { ...cluster, url, origin: 'built from the Go module proxy', address: new URL(url).host };
  };
  return firstThatWorks('vitess', [{ name: 'vitess', whyNot: whyNoVitess, start }], log);
}
