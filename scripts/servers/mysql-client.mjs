/**
 * mysqldump, mysql and mysqlbinlog, to play a backup: those on PATH, or out of Debian packages.
 *
 *   node scripts/servers/mysql-client.mjs
 *
 * prints their command lines as JSON. MariaDB's own are others, with other options.
 */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { debianRoot, programOf, whyNoPackages } from './debian.mjs';
import { mysqlRoot } from './mysql.mjs';
import { onPath, run } from './processes.mjs';

const NAMES = ['mysqldump', 'mysql'];
/** Debian has it beside the server. */
const LOG = 'mysqlbinlog';

async function isMysql([command, ...args]) {
  return !/mariadb/i.test(await run(command, [...args, '--version'], { timeoutMs: 30_000 }));
}

async function mysqlClient(log) {
  const names = [...NAMES, LOG];
  const onMachine = names.map((name) => [onPath(name)]);
  if (onMachine.every(([path]) => path) && (await isMysql(onMachine[0])))
    return Object.fromEntries(names.map((name, i) => [name, onMachine[i]]));
  const why = whyNoPackages();
  if (why) throw new Error(`no mysqldump on PATH; ${why}`);
  const programsIn = (root) => Object.fromEntries(NAMES.map((name) => [name, programOf(root, `usr/bin/${name}`)]));
  const check = async (root) => {
    if (!(await isMysql(programsIn(root).mysqldump))) throw new Error('it is not the one of MySQL');
  };
  const programs = programsIn(await debianRoot('mysql-client', 'sid', ['mysql-client-core'], { log, check }));
  return { ...programs, [LOG]: programOf(await mysqlRoot(log), `usr/bin/${LOG}`, ['usr/lib/mysql/private']) };
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  console.log(JSON.stringify(await mysqlClient((line) => console.error(line))));
}
