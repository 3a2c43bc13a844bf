/** Three nodes of MySQL with Group Replication in multi-primary mode; every node takes writes. */
import { randomUUID } from 'node:crypto';
import { addressOf, asRoot, NODES, portsOf, startNode, startNodes, stopAll } from './cluster.mjs';
import { whyNoPackages } from './debian.mjs';
import { mysqlRoot } from './mysql.mjs';
import { freshSecret, grantAll, identify, mysqldOf, mysqlOptions, urlOf } from './mysqld.mjs';
import { freePort } from './ports.mjs';
import { untilReady } from './processes.mjs';
import { logToStderr } from './ways.mjs';

const ONLINE_WITHIN_MS = 60_000;

const isThere = (node) => asRoot(node, 'SELECT 1');
const isOnline = async (node) => {
  const [row] = await asRoot(
    node,
    `SELECT SUM(member_id = @@server_uuid AND member_state = 'ONLINE') AS mine, SUM(member_state = 'ONLINE') AS online
     FROM performance_schema.replication_group_members`,
  );
  if (Number(row.mine) !== 1) throw new Error(`node ${node.number} is not online`);
  return Number(row.online);
};

/** The group itself talks on 127.0.0.1: its own check knows no other address of the loopback interface. */
const replication = (number, group, ports) => [
  `--server-id=${number}`,
  '--gtid-mode=ON',
  '--enforce-gtid-consistency=ON',
  '--log-bin=binlog',
  '--sync-binlog=0',
  '--relay-log=relay',
  '--log-replica-updates=ON',
  '--plugin-load-add=group_replication.so',
  `--loose-group-replication-group-name=${group}`,
  '--loose-group-replication-start-on-boot=OFF',
  `--loose-group-replication-local-address=127.0.0.1:${ports[number - 1]}`,
  `--loose-group-replication-group-seeds=${ports.map((port) => `127.0.0.1:${port}`).join(',')}`,
  '--loose-group-replication-ip-allowlist=127.0.0.0/8',
  '--loose-group-replication-single-primary-mode=OFF',
  '--loose-group-replication-enforce-update-everywhere-checks=ON',
  '--loose-group-replication-recovery-get-public-key=ON',
];

const SERVER = [
  '--innodb-flush-log-at-trx-commit=2',
  '--innodb-flush-method=nosync',
  '--innodb-buffer-pool-size=256M',
  '--max-connections=300',
  '--skip-name-resolve',
  '--default-time-zone=+00:00',
];

/** Users made before the node joins are the node's own: nothing of them is in the log that the group shares. */
const alone = (password, secret) => [
  'SET SESSION sql_log_bin = 0',
  ...grantAll('app', password),
  `CREATE USER 'recovery'@'%' IDENTIFIED BY '${secret}'`,
  "GRANT REPLICATION SLAVE, CONNECTION_ADMIN, BACKUP_ADMIN, GROUP_REPLICATION_STREAM ON *.* TO 'recovery'@'%'",
  'SET SESSION sql_log_bin = 1',
  `CHANGE REPLICATION SOURCE TO SOURCE_USER = 'recovery', SOURCE_PASSWORD = '${secret}' FOR CHANNEL 'group_replication_recovery'`,
  'RESET BINARY LOGS AND GTIDS',
];

const BEGIN = [
  'SET GLOBAL group_replication_bootstrap_group = ON',
  'START GROUP_REPLICATION',
  'SET GLOBAL group_replication_bootstrap_group = OFF',
];

/** @returns {{ name, version, urls: string[], stop(): Promise<void> }} */
export async function startGroupReplication({ log = logToStderr } = {}) {
  const why = whyNoPackages();
  if (why) throw new Error(why);
  const root = await mysqlRoot(log);
  const [port, ports, group] = [await freePort(), await portsOf(), randomUUID()];
  const nodes = await startNodes((number) =>
    startNode({
      engine: 'group',
      number,
      program: mysqldOf(root),
      options: mysqlOptions(root),
      init: () => ({ args: ['--initialize-insecure'] }),
      listen: [
        ...SERVER,
        `--bind-address=${addressOf(number)}`,
        `--port=${port}`,
        `--report-host=${addressOf(number)}`,
        `--report-port=${port}`,
        ...replication(number, group, ports),
      ],
      isReady: isThere,
    }),
  );
  const [password, secret] = [freshSecret(), freshSecret()];
  try {
    for (const node of nodes) {
      await asRoot(node, ...alone(password, secret));
      await asRoot(node, ...(node.number === 1 ? BEGIN : ['START GROUP_REPLICATION']));
      await untilReady(node.server, () => isOnline(node), { timeoutMs: ONLINE_WITHIN_MS });
    }
    const online = await isOnline(nodes[NODES - 1]);
    if (online !== NODES) throw new Error(`${online} nodes of ${NODES} are online`);
  } catch (error) {
    await stopAll(nodes);
    throw error;
  }
  const urls = nodes.map(({ number }) => urlOf('app', password, `${addressOf(number)}:${port}`));
  const { version } = await identify(urls[0]);
  return { name: 'Group Replication, multi-primary', version: `MySQL ${version}`, urls, stop: () => stopAll(nodes) };
}
