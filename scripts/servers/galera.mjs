/** Three nodes of MariaDB with Galera replication; every node takes writes. */
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressOf, asRoot, NODES, portsOf, startNodes, startNode, stopAll } from './cluster.mjs';
import { debianRoot, whyNoPackages } from './debian.mjs';
import { answersVersion } from './mysql.mjs';
import { commonOptions, freshSecret, grantAll, identify, mariadbdOf, mariadbOptions, shareOf, systemTables, urlOf } from './mysqld.mjs';
import { freePort } from './ports.mjs';
import { logToStderr } from './ways.mjs';

const galeraRoot = (log) =>
  debianRoot('galera', 'bookworm', ['mariadb-server-core', 'galera-4'], { log, check: answersVersion(mariadbdOf) });

const status = async (node, name) => (await asRoot(node, `SHOW GLOBAL STATUS LIKE '${name}'`))[0]?.Value;

const isSynced = async (node) => {
  const [state, size] = [await status(node, 'wsrep_local_state_comment'), await status(node, 'wsrep_cluster_size')];
  if (state !== 'Synced' || Number(size) !== NODES) throw new Error(`node ${node.number} is ${state}, one of ${size}`);
};

/**
 * All nodes begin as after a power cut that met all at the same event of one history: with the same data, of which nothing has to be
 * copied, and the memory of who was there, so that they go on as soon as all have met.
 */
function beginAgain(folder, number, { history, members }) {
  const of = (lines) => `${lines.join('\n')}\n`;
  const state = ['# GALERA saved state', 'version: 2.1', `uuid: ${history}`, 'seqno: 0', 'safe_to_bootstrap: 0'];
  const view = [`my_uuid: ${members[number - 1]}`, '#vwbeg', `view_id: 3 ${members[0]} 3`, 'bootstrap: 0'];
  writeFileSync(join(folder, 'data/grastate.dat'), of(state));
  writeFileSync(join(folder, 'data/gvwstate.dat'), of([...view, ...members.map((member) => `member: ${member} 0`), '#vwend']));
}

const replication = (number, ports, transfers) => [
  '--wsrep-on=ON',
  '--binlog-format=ROW',
  '--innodb-autoinc-lock-mode=2',
  '--wsrep-cluster-name=acervo',
  `--wsrep-cluster-address=gcomm://${ports.map((port, index) => `${addressOf(index + 1)}:${port}`).join(',')}`,
  `--wsrep-node-name=n${number}`,
  `--wsrep-node-address=${addressOf(number)}`,
  '--wsrep-sst-method=skip',
  '--wsrep-slave-threads=2',
  `--wsrep-provider-options=${[
    `gmcast.listen_addr=tcp://${addressOf(number)}:${ports[number - 1]}`,
    `ist.recv_addr=${addressOf(number)}:${transfers[number - 1]}`,
    'gcache.size=64M',
    'evs.keepalive_period=PT0.5S',
    'evs.suspect_timeout=PT2S',
    'evs.inactive_timeout=PT5S',
    'evs.inactive_check_period=PT0.5S',
  ].join(';')}`,
];

/** @returns {{ name, version, urls: string[], stop(): Promise<void> }} */
export async function startGalera({ log = logToStderr } = {}) {
  const why = whyNoPackages();
  if (why) throw new Error(why);
  const root = await galeraRoot(log);
  const [port, ports, transfers] = await Promise.all([freePort(), portsOf(), portsOf()]);
  const memory = { history: randomUUID(), members: Array.from({ length: NODES }, () => randomUUID()).sort() };
  const nodes = await startNodes((number) =>
    startNode({
      engine: 'galera',
      number,
      program: mariadbdOf(root),
      options: mariadbOptions(root),
      init(folder) {
        beginAgain(folder, number, memory);
        return { args: ['--bootstrap', '--wsrep-on=OFF'], stdinFile: systemTables(shareOf(root), folder) };
      },
      listen: [
        ...commonOptions(false),
        `--bind-address=${addressOf(number)}`,
        `--port=${port}`,
        `--wsrep-provider=${join(root, 'usr/lib/galera/libgalera_smm.so')}`,
        ...replication(number, ports, transfers),
      ],
      isReady: isSynced,
    }),
  );
  const password = freshSecret();
  await asRoot(nodes[0], ...grantAll('app', password));
  const urls = nodes.map(({ number }) => urlOf('app', password, `${addressOf(number)}:${port}`));
  const [provider] = (await status(nodes[0], 'wsrep_provider_version')).split('(');
  const { version } = await identify(urls[NODES - 1]);
  return { name: 'Galera', version: `MariaDB ${version}, galera ${provider}`, urls, stop: () => stopAll(nodes) };
}
