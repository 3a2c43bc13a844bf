import type { Socket } from 'node:net';
import { answer, rawServer, type RawServer, type Script } from '../test/raw-server';
import { safeDownload, type DownloadError, type SafeDownloadOptions } from './index';

const open: RawServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function timed(script: Script, options: Partial<SafeDownloadOptions>): Promise<[outcome: string, ms: number]> {
  const server = await rawServer(script);
  open.push(server);
  const started = performance.now();
  const outcome = await read(server, options);
  const took = performance.now() - started;
  await server.idle();
  return [outcome, took];
}

/** The body, or the reason why there is none. */
async function read(server: RawServer, options: Partial<SafeDownloadOptions>, pause = 0): Promise<string> {
  const limits = { maxBytes: 1000, totalTimeoutMs: 3000, allowedNetworks: ['127.0.0.1/32'], ...options };
  try {
    const { body } = await safeDownload(`http://127.0.0.1:${server.port}/`, limits);
    await new Promise((resolve) => setTimeout(resolve, pause));
    let text = '';
    for await (const piece of body) text += Buffer.from(piece).toString('latin1');
    return text;
  } catch (error) {
    return (error as DownloadError).reason;
  }
}

/** What is read ahead for a reader that pauses. */
const ROOM = 65_536;

describe('deliberately slow servers', () => {
  /** Says the pieces one by one, the last for ever, as long as somebody listens. */
  const dripping = (every: number, ...pieces: string[]): Script => {
    return (socket) => {
      let next = 0;
      const timer = setInterval(() => socket.write(pieces[Math.min(next++, pieces.length - 1)] ?? ''), every);
      socket.on('close', () => clearInterval(timer));
    };
  };
  const OK = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  const DROP = '1\r\nx\r\n';

  it.each<[string, Script, Partial<SafeDownloadOptions>]>([
    ['no answer', () => {}, { headersTimeoutMs: 100 }],
    ['a header that drips', dripping(10, 'HTTP/1.1 200 OK\r\nX: ', 'x'), { headersTimeoutMs: 100 }],
    ['hints without end', dripping(10, 'HTTP/1.1 102 Processing\r\n\r\n'), { headersTimeoutMs: 100 }],
    ['no body', (socket) => socket.write(OK), { idleTimeoutMs: 100 }],
    ['a body that stops', (socket) => socket.write(OK + DROP), { idleTimeoutMs: 100 }],
    ['a body that drips', dripping(10, OK, DROP), { totalTimeoutMs: 100 }],
    ['headers and body that drip', dripping(10, 'HTTP/1.1 200 OK\r\n', '\r\n', 'x'), { totalTimeoutMs: 100 }],
    ['a last chunk that never comes', (socket) => socket.write(`${OK}5\r\nhello\r\n0\r\n`), { idleTimeoutMs: 100 }],
  ])('X6 TIMEOUT: %s', async (_, script, options) => {
    const [reason, took] = await timed(script, options);
    expect(reason).toBe('TIMEOUT');
    expect(took).toBeGreaterThan(90);
    // Not the 3 s that all of it may take.
    expect(took).toBeLessThan(2500);
  });

  it('TIMEOUT: redirects do not restart the timer', async () => {
    const slow: Script = (socket) => void setTimeout(() => socket.end('HTTP/1.1 302 x\r\nLocation: /\r\n\r\n'), 40);
    expect((await timed(slow, { totalTimeoutMs: 100, headersTimeoutMs: 80 }))[0]).toBe('TIMEOUT');
  });

  it('X6 TOO_LARGE: an endless body is cut off early', async () => {
    let sent = 0;
    const endless: Script = (socket) => {
      const piece = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
      const more = (): void => {
        while (!socket.destroyed && socket.write(piece)) sent += piece.length;
      };
      socket.on('drain', more);
      socket.write(OK, more);
    };
    expect((await timed(endless, { maxBytes: 1_000_000 }))[0]).toBe('TOO_LARGE');
    expect(sent).toBeLessThan(20_000_000);
  });

  it('a slow reader does not count as an idle server', async () => {
    const server = await rawServer((socket) => socket.end(answer('hello')));
    open.push(server);
    expect(await read(server, { idleTimeoutMs: 50 }, 120)).toBe('hello');
  });

  it.each<[string, (socket: Socket) => void]>([
    ['goes', (socket) => socket.end()],
    ['breaks off', (socket) => socket.resetAndDestroy()],
  ])('a full reader buffer is no error when the server has sent everything and %s', async (_, leave) => {
    const body = 'x'.repeat(ROOM);
    const server = await rawServer((socket) => {
      const [headers] = answer(body).split(body) as [string];
      socket.write(headers);
      setTimeout(() => socket.write(body), 20);
      setTimeout(() => leave(socket), 60);
    });
    open.push(server);
    const outcome = await read(server, { maxBytes: ROOM }, 150);
    expect(outcome === body || outcome === 'TRUNCATED').toBe(true);
    await server.idle();
  });
});
