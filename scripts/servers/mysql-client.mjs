/**
 * mysqldump, mysql and mysqlbinlog, to play a backup: those on PATH, or out of Debian packages.
 *
 *   node scripts/servers/mysql-client.mjs [mariadb]
 *
 * prints their command lines as JSON. MariaDB's own are others, with other options, and have no log reader here.
 */
import { readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { debianRoot, programOf, whyNoPackages } from './debian.mjs';
import { mysqlRoot } from './mysql.mjs';
import { onPath, run } from './processes.mjs';

const NAMES = ['mysqldump', 'mysql'];
/** Debian has it beside the server. */
const LOG = 'mysqlbinlog';
const isMariadb = async ([command, ...args]) => /mariadb/i.test(await run(command, [...args, '--version'], { timeoutMs: 30_000 }));

async function mysqlClient(log) {
  const programs = await onMachine([...NAMES, LOG], false);
  if (programs) return programs;
  const client = await unpacked('mysql-client', 'sid', ['mysql-client-core'], log);
  return { ...client, [LOG]: programOf(await mysqlRoot(log), `usr/bin/${LOG}`, ['usr/lib/mysql/private']) };
}

const mariadbClient = async (log) => (await onMachine(NAMES, true)) ?? unpacked('mariadb-client', 'bookworm', ['mariadb-client'], log);

/** Null: one of them is missing, or they are those of the other database. */
async function onMachine(names, ofMariadb) {
  const commands = names.map((name) => [name, [onPath(name)]]);
  const areThere = commands.every(([, [path]]) => path) && (await isMariadb(commands[0][1])) === ofMariadb;
  return areThere ? Object.fromEntries(commands) : null;
}

async function unpacked(name, suite, packages, log) {
  const why = whyNoPackages();
  if (why) throw new Error(`no mysqldump on PATH; ${why}`);
  const programsIn = (root) => {
    // How MariaDB's programs log in at MySQL is in files beside them.
    const libraries = readdirSync(join(root, 'usr/lib')).find((folder) => folder.endsWith('-linux-gnu'));
    const plugins = ['env', `MARIADB_PLUGIN_DIR=${join(root, 'usr/lib', libraries, 'libmariadb3/plugin')}`];
    return Object.fromEntries(NAMES.map((each) => [each, [...plugins, ...programOf(root, `usr/bin/${each}`)]]));
  };
  const check = async (root) => {
    if ((await isMariadb(programsIn(root).mysqldump)) !== name.startsWith('mariadb'))
      throw new Error('it is not the one that was asked for');
  };
  return programsIn(await debianRoot(name, suite, packages, { log, check }));
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const client = process.argv[2] === 'mariadb' ? mariadbClient : mysqlClient;
  console.log(JSON.stringify(await client((line) => console.error(line))));
}
