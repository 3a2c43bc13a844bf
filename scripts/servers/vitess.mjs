/** Vitess before MySQL servers of our own: its programs are built once from the Go module proxy, which takes some ten minutes on two cores. */
import { join } from 'node:path';
import { asRoot, startNode, stopAll } from './cluster.mjs';
import { whyNoPackages } from './debian.mjs';
import { goCommand, isBuilt } from './go.mjs';
import { mysqlRoot } from './mysql.mjs';
import { freshSecret, grantAll, identify, mysqldOf, mysqlOptions, urlOf } from './mysqld.mjs';
import { freePort } from './ports.mjs';
import { freshFolder, keepServer, onPath, untilReady } from './processes.mjs';
import { logToStderr } from './ways.mjs';

const VERSION = 'v0.24.4';
const READY_WITHIN_MS = 180_000;
export const LOOPBACK = ['--bind-address', '127.0.0.1', '--grpc-bind-address', '127.0.0.1'];

const commandOf = (name) => ({ module: 'vitess.io/vitess', path: `go/cmd/${name}`, version: VERSION, check: ['--version'] });
export const vitessProgram = (name, options) => goCommand(name, commandOf(name), options);

/** Whether all of these have been built before. */
export const areBuilt = async (names) => (await Promise.all(names.map((name) => isBuilt(name, commandOf(name))))).every(Boolean);

/** Its programs refuse root, whose data folders and cache they need: they get another number for the same user. */
export const asNobody = (program, args) => ['unshare', ['--user', '--map-user=65534', '--map-group=65534', program, ...args]];

export function whyNoVitess() {
  return whyNoPackages() ?? (onPath('go') ? undefined : 'no Go toolchain on the PATH');
}

/** A commit is answered when a copy has it, and waits for as long as there is none. */
const CONFIRMED = [
  '--plugin-load-add=semisync_source.so',
  '--plugin-load-add=semisync_replica.so',
  '--rpl-semi-sync-source-timeout=1000000000000000000',
  '--rpl-semi-sync-source-wait-no-replica=ON',
];

/** What Vitess wants of a server: the binary log, by transaction. */
const listenOn = (number, port) => [
  '--bind-address=127.0.0.1',
  `--port=${port}`,
  `--server-id=${number}`,
  '--report-host=127.0.0.1',
  `--report-port=${port}`,
  '--gtid-mode=ON',
  '--enforce-gtid-consistency=ON',
  '--log-bin=binlog',
  '--log-replica-updates=ON',
  '--sync-binlog=0',
  '--innodb-flush-log-at-trx-commit=2',
  '--innodb-flush-method=nosync',
  '--innodb-buffer-pool-size=256M',
  '--max-connections=1000',
  '--performance-schema=OFF',
  '--skip-name-resolve',
  '--character-set-server=utf8mb4',
  '--collation-server=utf8mb4_bin',
  '--default-time-zone=+00:00',
];

/** @param isConfirmed whether its commits are to wait for copies, or it is one */
export async function startMysqlFor(number, log, isConfirmed = false) {
  const [root, port] = [await mysqlRoot(log), await freePort()];
  const node = await startNode({
    engine: 'vitess-mysql',
    number,
    program: mysqldOf(root),
    options: mysqlOptions(root),
    init: () => ({ args: ['--initialize-insecure'] }),
    listen: [...listenOn(number, port), ...(isConfirmed ? CONFIRMED : [])],
    isReady: (each) => asRoot(each, 'SELECT 1'),
  });
  await asRoot(node, 'SET SESSION sql_log_bin = 0', "CREATE USER 'replica'@'%'", "GRANT REPLICATION SLAVE ON *.* TO 'replica'@'%'");
  return { ...node, port };
}

export const vitessVersion = async (node) => `${VERSION} on MySQL ${(await asRoot(node, 'SELECT VERSION() AS v'))[0].v}`;

/** As its own user, by the socket; copies follow as a user of the network. */
export const databaseOf = ({ socket, number }) => [
  ...['app', 'appdebug', 'allprivs', 'dba', 'filtered'].flatMap((who) => [`--db-${who}-user`, 'root']),
  ...['--db-repl-user', 'replica', '--db-charset', 'utf8mb4', '--db-socket', socket],
  ...['--mycnf-server-id', String(number), '--mycnf-socket-file', socket],
];

/** Of a tablet: a long import, and a page of a report, are within them. */
export const TABLET = [
  ...['--queryserver-config-transaction-timeout', '24h', '--queryserver-config-max-result-size', '1000000'],
  ...['--queryserver-config-transaction-cap', '100', '--queryserver-config-pool-size', '50'],
];

/** Where it answers as MySQL. vtcombo knows no passwords: there anyone on the machine may ask. */
export const gateAt = (port, password) => [
  ...['--mysql-server-port', String(port), '--mysql-server-bind-address', '127.0.0.1', '--mysql-server-version', '8.4.6-Vitess'],
  ...['--mysql-auth-server-impl', password ? 'static' : 'none'],
  ...(password ? ['--mysql-auth-server-static-string', JSON.stringify({ app: [{ Password: password }] })] : []),
];

/** Starts one program of Vitess in a folder of its own. */
export async function startProgram(name, args, isReady, log) {
  const program = await vitessProgram(name, { log });
  const folder = freshFolder(`vitess-${name}`);
  const [command, all] = asNobody(program, [...args, '--log-format', 'text', '--pid-file', join(folder, 'pid')]);
  const env = { PATH: process.env.PATH, HOME: folder, TMPDIR: folder, VTDATAROOT: folder, TZ: 'UTC' };
  const server = keepServer(command, all, { folder, env });
  const answer = await untilReady(server, isReady, { timeoutMs: READY_WITHIN_MS });
  return { server, folder, answer };
}

/**
 * All of Vitess in one program over one MySQL. CREATE DATABASE makes a keyspace of one shard, so that each test has its own.
 * @returns {{ name, version, urls: string[], behind: string, stop(): Promise<void> }} `behind`: the MySQL itself
 */
export async function startVitessInOne({ log = logToStderr } = {}) {
  const why = whyNoVitess();
  if (why) throw new Error(why);
  // Built before a server waits for it.
  await vitessProgram('vtcombo', { log });
  const node = await startMysqlFor(1, log);
  try {
    const [port, web, grpc] = [await freePort(), await freePort(), await freePort()];
    const password = freshSecret();
    await asRoot(node, ...grantAll('app', password));
    const [url, behind] = [port, node.port].map((each) => urlOf('app', password, `127.0.0.1:${each}`));
    const topology = 'keyspaces:{name:"acervo" shards:{name:"0"} replica_count:1} cells:"test"';
    await asRoot(node, 'CREATE DATABASE vt_acervo_0');
    const args = [
      ...['--proto-topo', topology, '--dbddl-plugin', 'vttest', '--schema-dir', join(node.folder, 'none'), '--enable-system-settings'],
      ...['--port', String(web), '--grpc-port', String(grpc), ...LOOPBACK],
      // A database that was just made is there within this time.
      ...['--tablet-refresh-interval', '500ms'],
      ...databaseOf(node),
      ...TABLET,
      ...gateAt(port),
    ];
    const combo = await startProgram('vtcombo', args, () => identify(url), log);
    const nodes = [combo, node];
    return { name: 'Vitess, unsharded', version: await vitessVersion(node), urls: [url], behind, stop: () => stopAll(nodes) };
  } catch (error) {
    await stopAll([node]);
    throw error;
  }
}
