/**
 * The real servers that tests, benches and developers need, from wherever this machine can have them.
 *
 *   node scripts/servers.mjs up [vitess [--shards 2]] [--mariadb] [--no-mysql] [--s3 minio,ceph] [--opensearch] [--durable]
 *
 * vitess: in place of MySQL, in one program; with --shards as it is operated, with the keyspaces of deploy/vitess.
 * prints their addresses as NAME=value lines, stays until SIGINT or SIGTERM, then stops what it started. `fetch` in place of `up` ends when all
 * have been up once: what they need is on this machine then.
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { obtainMariadb, obtainMysql } from './servers/mysql.mjs';
import { obtainOpenSearch } from './servers/opensearch.mjs';
import { obtainVitess } from './servers/vitess-shards.mjs';
import { givenS3, obtainS3, S3_SERVERS, s3IsGiven } from './servers/s3.mjs';
import { logToStderr } from './servers/ways.mjs';

/**
 * Starts all at once. Unavailable servers are in `missing` with the reason; the caller decides what to do.
 * However the calling process ends, the servers end with it; `stop()` is for those that go on.
 */
export async function startServers({
  mysql = true,
  vitess,
  mariadb = false,
  s3 = ['minio', 'ceph'],
  opensearch = false,
  durable = false,
  log = logToStderr,
  parent,
} = {}) {
  const options = { durable, log, parent };
  const wantsGiven = s3.length > 0 && s3IsGiven();
  const ofS3 = wantsGiven ? givenS3(options) : Promise.all(s3.map((kind) => obtainS3(kind, options)));
  const [mysqlServer, mariadbServer, openSearch, s3Servers] = await Promise.all([
    vitess ? obtainVitess({ ...vitess, log }) : mysql ? obtainMysql(options) : undefined,
    mariadb ? obtainMariadb(options) : undefined,
    opensearch ? obtainOpenSearch(options) : undefined,
    ofS3,
  ]);
  const all = [
    ...(mysqlServer ? [{ what: vitess ? 'vitess' : 'mysql', server: mysqlServer }] : []),
    ...(mariadbServer ? [{ what: 'mariadb', server: mariadbServer }] : []),
    ...(openSearch ? [{ what: 'opensearch', server: openSearch }] : []),
    ...s3Servers.map((server, index) => ({ what: wantsGiven ? `s3 given (${index + 1})` : `s3 ${s3[index]}`, server })),
  ];
  const running = all.filter(({ server }) => server.available).map(({ server }) => server);
  return {
    ...(mysqlServer?.available ? { mysql: mysqlServer } : {}),
    ...(mariadbServer?.available ? { mariadb: mariadbServer } : {}),
    ...(openSearch?.available ? { opensearch: openSearch } : {}),
    s3: s3Servers.filter((server) => server.available),
    missing: all.filter(({ server }) => !server.available).map(({ what, server }) => ({ what, reason: server.reason })),
    stop: async () => void (await Promise.allSettled(running.map((server) => server.stop()))),
  };
}

/** How the servers are told to a program that was not started with them: the same names are read here as "given". */
export function environmentOf({ mysql, mariadb, opensearch, s3 }) {
  const ofS3 = s3.flatMap((server, index) => {
    const prefix = index === 0 ? 'TEST_S3' : `TEST_S3_${index + 1}`;
    return [
      [`${prefix}_ENDPOINT`, server.endpoint],
      [`${prefix}_ACCESS_KEY_ID`, server.accessKeyId],
      [`${prefix}_SECRET_ACCESS_KEY`, server.secretAccessKey],
    ];
  });
  return Object.fromEntries([
    ...(mysql ? [['TEST_DATABASE_URL', mysql.url]] : []),
    ...(mysql?.shardUrls ? [['TEST_VITESS_SHARD_URLS', mysql.shardUrls.join(',')]] : []),
    ...(mysql?.behind ? [['TEST_VITESS_MYSQL_URL', mysql.behind]] : []),
    ...(mariadb ? [['TEST_MARIADB_URL', mariadb.url]] : []),
    ...(opensearch ? [['TEST_OPENSEARCH_URL', opensearch.url]] : []),
    ...ofS3,
  ]);
}

const USAGE = `usage: node scripts/servers.mjs up|fetch [vitess [--shards N]] [--mariadb] [--no-mysql] [--s3 ${S3_SERVERS.join(',')}] [--opensearch] [--durable]`;

function parse(args) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      mariadb: { type: 'boolean', default: false },
      'no-mysql': { type: 'boolean', default: false },
      s3: { type: 'string', default: 'minio,ceph' },
      opensearch: { type: 'boolean', default: false },
      durable: { type: 'boolean', default: false },
      shards: { type: 'string', default: '0' },
    },
  });
  const [command, engine = 'mysql'] = positionals;
  if (!['up', 'fetch'].includes(command) || !['mysql', 'vitess'].includes(engine)) throw new Error('what to do?');
  const vitess = engine === 'vitess' ? { shards: Number(values.shards) } : undefined;
  const s3 = values.s3.split(',').filter(Boolean);
  const unknown = s3.find((kind) => !S3_SERVERS.includes(kind));
  if (unknown) throw new Error(`no such S3 server: ${unknown}`);
  return {
    command,
    vitess,
    mysql: !values['no-mysql'],
    mariadb: values.mariadb,
    s3,
    opensearch: values.opensearch,
    durable: values.durable,
  };
}

async function up({ command, ...options }) {
  // Which Node version to use is settled elsewhere; here the SDK's remark on it would only hide the progress.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  let servers;
  let leave;
  const asked = new Promise((resolve) => (leave = resolve));
  // Before all are up there is nothing to stop in order: ending this process ends them.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (servers ? leave() : process.exit(130)));
  servers = await startServers(options);
  for (const { what, reason } of servers.missing) logToStderr(`${what} is not available: ${reason}`);
  const environment = Object.entries(environmentOf(servers));
  if (environment.length === 0) return 1;
  if (command === 'fetch') {
    await servers.stop();
    return 0;
  }
  for (const [name, value] of environment) console.log(`${name}=${value}`);
  logToStderr('up; Ctrl+C stops them');
  const stayUp = setInterval(() => {}, 1 << 30);
  await asked;
  clearInterval(stayUp);
  await servers.stop();
  logToStderr('stopped');
  return 0;
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  let options;
  try {
    options = parse(process.argv.slice(2));
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
  process.exitCode = await up(options);
}
