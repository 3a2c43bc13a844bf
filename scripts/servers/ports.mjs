import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ports that systems hand out for outgoing connections, so that none of those takes one between this check and its use. */
const FIRST = 20_000;
const LAST = 32_000;
const taken = new Set();

const canListen = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });

/** A free loopback port. Another run may take it first: see `withFreePort`. */
export async function freePort() {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = randomInt(FIRST, LAST);
    if (taken.has(port) || !(await canListen(port))) continue;
    taken.add(port);
    return port;
  }
  throw new Error(`no free port on 127.0.0.1 between ${FIRST} and ${LAST}`);
}

/** Starts something on a free port, and again on another if the port was taken meanwhile. */
export async function withFreePort(start) {
  try {
    return await start(await freePort());
  } catch (error) {
    if (!/in use|bind|EADDRINUSE/i.test(error.message)) throw error;
    return start(await freePort());
  }
}
