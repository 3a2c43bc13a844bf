/** Private MySQL and MariaDB servers from unpacked packages: a fresh data folder each, on loopback, with one user who may do all. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createConnection } from 'mysql2/promise';
import { withFreePort } from './ports.mjs';
import { freshFolder, inSequence, keepServer, killAt, untilReady } from './processes.mjs';
import { programOf } from './debian.mjs';

const READY_WITHIN_MS = 180_000;

/** A password that only this run knows, which also proves that the server that answers is the one that was started. */
export const freshSecret = () => randomBytes(16).toString('hex');
export const urlOf = (user, password, address) => `mysql://${user}:${password}@${address}`;

/** Who answers at an address. */
export async function identify(url) {
  const connection = await createConnection({ uri: url, connectTimeout: 10_000 });
  try {
    const [[{ version }]] = await connection.query('SELECT VERSION() AS version');
    return { engine: /mariadb/i.test(version) ? 'mariadb' : 'mysql', version: /^[\d.]+/.exec(version)?.[0] ?? version };
  } finally {
    await connection.end();
  }
}

export const grantAll = (user, password) => [
  `CREATE USER IF NOT EXISTS '${user}'@'%' IDENTIFIED BY '${password}'`,
  `GRANT ALL ON *.* TO '${user}'@'%' WITH GRANT OPTION`,
];

/** What both engines understand. durable: every commit is on disk when acknowledged, as in production; costs tests most of their speed. */
export const commonOptions = (durable) => [
  `--innodb-flush-log-at-trx-commit=${durable ? 1 : 2}`,
  '--innodb-buffer-pool-size=256M',
  '--max-connections=300',
  '--performance-schema=OFF',
  '--skip-log-bin',
  '--skip-name-resolve',
  '--default-time-zone=+00:00',
];

async function start({ engine, program, options, initialise, origin, durable, parent }) {
  return withFreePort(async (port) => {
    const folder = freshFolder(engine, parent);
    const password = freshSecret();
    const initFile = join(folder, 'init.sql');
    mkdirSync(join(folder, 'data'));
    writeFileSync(initFile, `${grantAll('app', password).join(';\n')};\n`);
    const base = [...program, '--no-defaults', '--user=root', `--datadir=${join(folder, 'data')}`, `--tmpdir=${folder}`, ...options];
    const listen = [`--port=${port}`, '--bind-address=127.0.0.1', `--socket=${join(folder, 's')}`, `--pid-file=${join(folder, 'pid')}`];
    const { args: initialiseArgs, stdinFile } = initialise(folder);
    const [command, args] = inSequence(
      [...base, ...initialiseArgs],
      [...base, ...listen, ...commonOptions(durable), `--init-file=${initFile}`],
    );
    const env = { PATH: process.env.PATH, TZ: 'UTC' };
    const server = keepServer(command, args, { folder, stdinFile, env });
    const address = `127.0.0.1:${port}`;
    const url = urlOf('app', password, address);
    const who = await untilReady(server, () => identify(url), { timeoutMs: READY_WITHIN_MS });
    let running = server;
    /** As a power cut would end it; its data stay. */
    const crash = () => killAt(running, folder);
    /** After a crash, on the same data and at the same address. */
    const restart = async () => {
      const [again, ...more] = [...base, ...listen, ...commonOptions(durable)];
      running = keepServer(again, more, { folder, env, keepsFolder: true });
      await untilReady(running, () => identify(url), { timeoutMs: READY_WITHIN_MS });
    };
    const stop = async () => {
      if (running !== server) await running.stop();
      await server.stop();
    };
    return { url, ...who, origin, address, stop, crash, restart };
  });
}

export const shareOf = (root) => join(root, 'usr/share/mysql');
export const mysqldOf = (root) => programOf(root, 'usr/sbin/mysqld', ['usr/lib/mysql/private']);

export function mysqlOptions(root) {
  const share = shareOf(root);
  return [
    `--basedir=${join(root, 'usr')}`,
    `--lc-messages-dir=${share}`,
    `--character-sets-dir=${join(share, 'charsets')}`,
    `--plugin-dir=${join(root, 'usr/lib/mysql/plugin')}`,
    '--secure-file-priv=NULL',
    '--mysqlx=OFF',
  ];
}

export function startMysql(root, { origin, durable, parent }) {
  return start({
    engine: 'mysql',
    program: mysqldOf(root),
    options: [
      ...mysqlOptions(root),
      // What a killed server has written is with the kernel; only a power cut would lose it. Making the tables of a database waits for the disk else.
      ...(durable ? [] : ['--innodb-flush-method=nosync']),
    ],
    initialise: () => ({ args: ['--initialize-insecure'] }),
    origin,
    durable,
    parent,
  });
}

export const mariadbdOf = (root) => programOf(root, 'usr/sbin/mariadbd');

export const mariadbOptions = (root) => [
  `--basedir=${join(root, 'usr')}`,
  `--lc-messages-dir=${shareOf(root)}`,
  `--character-sets-dir=${join(shareOf(root), 'charsets')}`,
  `--plugin-dir=${join(root, 'usr/lib/mysql/plugin')}`,
  // Debian's own configuration, which --no-defaults leaves out, says utf8mb4 too; the engine by itself still says latin1.
  '--character-set-server=utf8mb4',
  '--collation-server=utf8mb4_unicode_ci',
];

export function startMariadb(root, { origin, durable }) {
  return start({
    engine: 'mariadb',
    program: mariadbdOf(root),
    options: mariadbOptions(root),
    initialise: (folder) => ({ args: ['--bootstrap'], stdinFile: systemTables(shareOf(root), folder) }),
    origin,
    durable,
  });
}

/** What mariadb-install-db does, without it: the script would run mariadbd with this machine's loader and libraries. */
export function systemTables(share, folder) {
  const parts = [
    'mysql_system_tables',
    'mysql_performance_tables',
    'mysql_system_tables_data',
    'maria_add_gis_sp_bootstrap',
    'mysql_sys_schema',
  ];
  const before = ['CREATE DATABASE mysql;', 'USE mysql;', 'SET @auth_root_socket=NULL;', 'SET @skip_auth_anonymous=1;', ''].join('\n');
  const file = join(folder, 'system.sql');
  writeFileSync(file, before + parts.map((part) => readFileSync(join(share, `${part}.sql`), 'utf8')).join('\n'));
  return file;
}
