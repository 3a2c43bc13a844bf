/** A MySQL-protocol server to test against: the address given, a container, or one of our own from Debian packages. */
import { createConnection } from 'mysql2/promise';
import { startContainer, whyNoContainers } from './containers.mjs';
import { debianRoot, whyNoPackages } from './debian.mjs';
import { freshSecret, grantAll, identify, mariadbdOf, mysqldOf, startMariadb, startMysql, urlOf } from './mysqld.mjs';
import { run, within } from './processes.mjs';
import { firstThatWorks, logToStderr } from './ways.mjs';

export const answersVersion = (programIn) => async (root) => {
  const [loader, ...args] = programIn(root);
  await run(loader, [...args, '--version'], { timeoutMs: 30_000 });
};

const given = (variable) => ({
  name: 'given',
  final: true,
  whyNot: () => (process.env[variable] ? undefined : `${variable} is not set`),
  async start() {
    const url = process.env[variable];
    const who = await within(15_000, identify(url)).catch((error) => {
      throw new Error(`${variable} does not answer: ${error.message}`);
    });
    return { url, ...who, origin: 'given', address: new URL(url).host, stop: async () => {} };
  },
});

/** The images' own user may use one database only, hence one of ours. */
const container = (service, durable) => ({
  name: 'container',
  whyNot: whyNoContainers,
  async start() {
    const rootPassword = freshSecret();
    const password = freshSecret();
    const env = { ACERVO_DB_ROOT_PASSWORD: rootPassword, ACERVO_DB_FLUSH: durable ? '1' : '2' };
    const server = await startContainer(service, 3306, env, async (address) => {
      const root = await createConnection({ uri: urlOf('root', rootPassword, address), connectTimeout: 5000 });
      try {
        for (const statement of grantAll('app', password)) await root.query(statement);
      } finally {
        await root.end();
      }
      const url = urlOf('app', password, address);
      return { url, ...(await identify(url)) };
    });
    return { ...server, origin: 'container' };
  },
});

export const mysqlRoot = (log) => debianRoot('mysql', 'sid', ['mysql-server-core'], { log, check: answersVersion(mysqldOf) });

const mysqlFromSid = (durable, log, parent) => ({
  name: 'mysql-sid',
  whyNot: whyNoPackages,
  start: async () => startMysql(await mysqlRoot(log), { origin: 'debian sid', durable, parent }),
});

const mariadbFromBookworm = (durable, log) => ({
  name: 'mariadb-bookworm',
  whyNot: whyNoPackages,
  async start() {
    const root = await debianRoot('mariadb', 'bookworm', ['mariadb-server-core'], { log, check: answersVersion(mariadbdOf) });
    return startMariadb(root, { origin: 'debian bookworm', durable });
  },
});

/** MySQL, or where no MySQL can be had MariaDB: `engine` says which. `parent`: the folder for its data, where it is no container. */
export function obtainMysql({ durable = false, log = logToStderr, parent } = {}) {
  const ways = [
    given('TEST_DATABASE_URL'),
    container('mysql', durable),
    mysqlFromSid(durable, log, parent),
    mariadbFromBookworm(durable, log),
  ];
  return firstThatWorks('mysql', ways, log);
}

/** The second engine, for the suite that proves that nothing depends on the first. */
export function obtainMariadb({ durable = false, log = logToStderr } = {}) {
  return firstThatWorks('mariadb', [given('TEST_MARIADB_URL'), container('mariadb', durable), mariadbFromBookworm(durable, log)], log);
}

/** One of the caller's own, whatever is given: to be crashed and restarted. */
export function obtainMortalMysql({ durable = true, log = logToStderr } = {}) {
  return firstThatWorks('mysql of its own', [mysqlFromSid(durable, log), mariadbFromBookworm(durable, log)], log);
}
