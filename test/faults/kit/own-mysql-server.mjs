// A MySQL server that may be killed and started again on the same data: one command a line on standard input, one answer a line
// on standard output. It ends, with its server and its data, when standard input does.
import { mkdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { whyNoPackages } from '../../../scripts/servers/debian.mjs';
import { mysqlRoot } from '../../../scripts/servers/mysql.mjs';
import { commonOptions, freshSecret, grantAll, identify, mysqldOf, mysqlOptions, urlOf } from '../../../scripts/servers/mysqld.mjs';
import { freePort } from '../../../scripts/servers/ports.mjs';
import { freshFolder, keepServer, run, untilReady } from '../../../scripts/servers/processes.mjs';

const READY_WITHIN_MS = 180_000;
/** `binlog`: it keeps a binary log. Else a limit of bytes, such as 400m: then its data lie on a disk of that size. */
const [option] = process.argv.slice(2);
const keepsLog = option === 'binlog';
const diskSize = keepsLog ? undefined : option;

const reason = whyNoPackages();
if (reason !== undefined) throw new Error(reason);
const root = await mysqlRoot(() => undefined);
const folder = freshFolder('own-mysql');
const data = join(folder, 'data');
const password = freshSecret();
const port = await freePort();
const url = urlOf('app', password, `127.0.0.1:${port}`);
mkdirSync(data);
if (diskSize) await run('mount', ['-t', 'tmpfs', '-o', `size=${diskSize}`, 'tmpfs', data], { timeoutMs: 10_000 });
const initFile = join(folder, 'init.sql');
writeFileSync(initFile, `${grantAll('app', password).join(';\n')};\n`);
const [loader, ...program] = mysqldOf(root);
const small = diskSize ? ['--innodb-redo-log-capacity=8M'] : [];
const base = [...program, '--no-defaults', '--user=root', `--datadir=${data}`, `--tmpdir=${folder}`, ...mysqlOptions(root), ...small];
const env = { PATH: process.env.PATH, TZ: 'UTC' };
await run(loader, [...base, '--initialize-insecure'], { timeoutMs: READY_WITHIN_MS, env });

/** Of the server that runs now: gone with it, while the data stay. */
let runs = 0;
let around = '';
let server;

const commands = {
  async start() {
    around = join(folder, `run-${++runs}`);
    mkdirSync(around);
    const listen = [`--port=${port}`, '--bind-address=127.0.0.1', `--socket=${join(around, 's')}`, `--pid-file=${join(around, 'pid')}`];
    server = keepServer(
      loader,
      [...base, ...listen, ...commonOptions(true), ...(keepsLog ? ['--log-bin=binlog'] : []), `--init-file=${initFile}`],
      { folder: around, env },
    );
    await untilReady(server, () => identify(url), { timeoutMs: READY_WITHIN_MS });
    return url;
  },
  kill: () => end('SIGKILL'),
  terminate: () => end('SIGTERM'),
  /** Takes all room on its disk but so many bytes. */
  async fill(bytes) {
    const { bavail, bsize } = statfsSync(data);
    writeFileSync(join(data, 'ballast'), Buffer.alloc(Math.max(0, bavail * bsize - Number(bytes))));
  },
  empty: async () => rmSync(join(data, 'ballast'), { force: true }),
};

/** The server's own death is what is asked for; its keeper sees it and lets go. */
async function end(signal) {
  const { ended } = server;
  server.isStopping = () => true;
  process.kill(Number(readFileSync(join(around, 'pid'), 'utf8')), signal);
  await ended;
  await server.stop();
}

console.log(JSON.stringify({ done: await commands.start() }));
for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...words] = line.split(' ');
  try {
    console.log(JSON.stringify({ done: (await commands[command](...words)) ?? null }));
  } catch (error) {
    console.log(JSON.stringify({ failed: error.message }));
  }
}
await server.stop();
if (diskSize) await run('umount', ['-l', data], { timeoutMs: 10_000 });
await sleep(100);
rmSync(folder, { recursive: true, force: true });
process.exit(0);
