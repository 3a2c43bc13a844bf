/** docker/haproxy.cfg with a certificate of this run's own. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, fetch } from 'undici';
import { freePort } from '../servers/ports.mjs';
import { keepServer, onPath, untilReady } from '../servers/processes.mjs';
import { expect, NotHad } from './expect.mjs';
import { haproxy } from './tools.mjs';

const READY_WITHIN_MS = 60_000;
/** What it lets in from one address. */
const OF_AN_ADDRESS = 200;

/** On these ports of the loopback, in a folder of its own. */
export function haproxySettings({ plain, encrypted, replicas }) {
  if (!onPath('openssl')) throw new NotHad('openssl is not on PATH');
  const folder = mkdtempSync(join(tmpdir(), 'acervo-proxy-'));
  const [key, certificate, both, file] = ['key.pem', 'certificate.pem', 'tls.pem', 'haproxy.cfg'].map((name) => join(folder, name));
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', certificate], { stdio: 'pipe' });
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'));
  const shipped = readFileSync('docker/haproxy.cfg', 'utf8');
  writeFileSync(file, shipped.replace('bind :8080', `bind 127.0.0.1:${plain}`).replace('bind :8443', `bind 127.0.0.1:${encrypted}`));
  return { folder, file, environment: { TLS_PEM: both, REPLICAS: replicas } };
}

/** Idle connections of one address: those above its limit are closed, and other addresses can still connect. */
async function checkCrowd(ports, ask) {
  let closed = 0;
  const open = Array.from({ length: OF_AN_ADDRESS + 50 }, (_, index) => {
    const socket = connect({ host: '127.0.0.1', port: ports[index % ports.length], localAddress: '127.0.0.2' });
    return socket.on('error', () => undefined).on('close', () => closed++);
  });
  for (const end = Date.now() + READY_WITHIN_MS; closed < 50 && Date.now() < end;) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(closed === 50, `of ${open.length} connections from one address the proxy closes ${closed}`);
  expect((await ask('/saude/pronta')).ok, 'connections of one address keep others out of the proxy');
  for (const socket of open) socket.destroy();
}

/** HAProxy in front of a service; `ask` is `fetch` by TLS. */
export async function proxyTo(port, log) {
  const [command, ...args] = await haproxy(log);
  const [plain, encrypted] = [await freePort(), await freePort()];
  const { folder, file, environment } = haproxySettings({ plain, encrypted, replicas: `127.0.0.1:${port}` });
  const server = keepServer(command, [...args, '-db', '-f', file], { folder, env: { PATH: process.env.PATH, ...environment } });
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  const ask = (path, options = {}) => fetch(`https://127.0.0.1:${encrypted}${path}`, { dispatcher, ...options });
  const ready = async () => expect((await ask('/saude/pronta')).ok, 'the proxy finds no replica');
  await untilReady(server, ready, { timeoutMs: READY_WITHIN_MS });
  const redirected = await fetch(`http://127.0.0.1:${plain}/docs`, { redirect: 'manual' });
  expect(redirected.status === 308, `plain HTTP is answered ${redirected.status}`);
  await checkCrowd([plain, encrypted], ask);
  const stop = async () => {
    await dispatcher.close();
    await server.stop();
  };
  return { ask, stop };
}
