import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { serviceProgram } from '../faults/support/service-process';
import { STORAGE } from './support/service';

/** How a container starts it: with a number for which the kernel does nothing about signals by itself. */
const AS_FIRST_PROCESS = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const canBeFirst = spawnSync('unshare', [...AS_FIRST_PROCESS.slice(1), 'true']).status === 0;
const SECRET = 'nobody signs with this, it is only long';

/** It brings its own database, of a kind: on servers nothing differs. */
const describeSignals = STORAGE === 'embedded' ? describe : describe.skip;

describeSignals('a signal before the service listens, or while a command runs', () => {
  let silent: Server;
  const sockets = new Set<Socket>();
  beforeAll(async () => {
    silent = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
    await once(silent.listen(0, '127.0.0.1'), 'listening');
  });
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  const ways: [string, string[], boolean][] = [
    ['a process like others', [], true],
    ['the first process', AS_FIRST_PROCESS, canBeFirst],
  ];
  describe.each(ways)('as %s', (_, around, isPossible) => {
    (isPossible ? it : it.skip).each([
      ['SIGTERM', 143, 'main', []],
      ['SIGINT', 130, 'main', []],
      ['SIGTERM', 143, 'cli/acervo', ['verify']],
      ['SIGTERM', 143, 'cli/acervo', ['sweep']],
    ] as const)('%s ends it, with %d, and it says so: %s %j', async (signal, wanted, name, command) => {
      const nowhere = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
      const env = {
        ...process.env,
        // Whoever waits for a database that says nothing is in the middle of the start.
        DATABASE_URL: `mysql://acervo@${nowhere}/acervo`,
        S3_ENDPOINT: `http://${nowhere}`,
        S3_BUCKET: 'acervo',
        S3_ACCESS_KEY_ID: 'acervo',
        S3_SECRET_ACCESS_KEY: SECRET,
        JWT_SECRET: SECRET,
        LINK_SECRET: `${SECRET}: of links`,
        AUDIT_SECRET: `${SECRET}: of the trail`,
        PORT: '0',
      };
      const [program, ...args] = [...around, process.execPath, ...serviceProgram(name), ...command] as [string, ...string[]];
      const connected = once(silent, 'connection');
      const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let words = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (words += chunk.toString()));
      const ended = once(child, 'close');
      try {
        await Promise.race([connected, ended.then(() => Promise.reject(new Error(words)))]);
        // Around the first process stands another, which is not the one that is meant.
        const within = () => Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8'));
        process.kill(around.length > 0 ? within() : child.pid!, signal);
        expect(await ended).toEqual([wanted, null]);
        expect(words).toContain(`${signal}: there is nothing to wait for`);
      } finally {
        child.kill('SIGKILL');
      }
    });
  });
});
