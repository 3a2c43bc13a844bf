import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { Socket, type AddressInfo } from 'node:net';
import { selfSigned } from '../test/certificate';
import { answer, rawServer, type RawServer, type Script } from '../test/raw-server';
import { DownloadError, safeSend, type Resolve, type SafeSendOptions, type Sent } from './index';
import { retryAfter } from './retry-after';

const SECRET = 'remote-secret';
const LOOPBACK = ['127.0.0.1/32'];
const BODY = Buffer.from('{"ação":"criado"}');
/** No test fails because the machine is slow. */
const PATIENT = { totalTimeoutMs: 120_000, connectTimeoutMs: 120_000 };
const open: RawServer[] = [];
afterEach(async () => {
  jest.restoreAllMocks();
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(script: Script, host = '127.0.0.1'): Promise<RawServer & { url: string }> {
  const server = await rawServer(script, host);
  open.push(server);
  return Object.assign(server, { url: `http://${host}:${server.port}/hook` });
}

const send = (url: string, options: Partial<SafeSendOptions> = {}): Promise<Sent> => {
  return safeSend(url, { ...PATIENT, body: BODY, allowedNetworks: LOOPBACK, ...options });
};

/** The status, or the reason of the failure, whose text must be ours. */
async function outcome(url: string, options: Partial<SafeSendOptions> = {}): Promise<number | string> {
  try {
    return (await send(url, options)).status;
  } catch (error) {
    if (!(error instanceof DownloadError)) return String(error);
    expect(JSON.stringify([error.message, error.detail, error.cause, Object.keys(error)])).not.toContain(SECRET);
    return error.reason;
  }
}

const to = (...addresses: string[]): Resolve => {
  return () => Promise.resolve(addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));
};

describe('sending', () => {
  it('sends the body unchanged, with its headers', async () => {
    const body = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251));
    const got: IncomingMessage[] = [];
    const pieces: Buffer[] = [];
    const server = createServer((request, response) => {
      got.push(request);
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => response.writeHead(204).end());
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/a/b?x=1#part`;
    const headers = { 'Content-Type': 'application/cloudevents+json', 'webhook-id': 'a:1' };
    expect(await send(url, { body, headers })).toEqual({ status: 204 });
    expect(Buffer.concat(pieces).equals(body)).toBe(true);
    const [request] = got;
    expect(request).toMatchObject({ method: 'POST', url: '/a/b?x=1' });
    expect(request?.headers).toEqual({
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': 'safe-download/1',
      'content-type': 'application/cloudevents+json',
      'webhook-id': 'a:1',
      host: new URL(url).host,
      connection: 'close',
      'content-length': '300000',
    });
    server.close();
    await once(server, 'close');
  });

  it('sends a length for an empty body', async () => {
    const server = await serve((socket) => socket.end(answer('')));
    await send(server.url, { body: Buffer.alloc(0), headers: { 'user-agent': 'acervo/1' } });
    expect(server.requests[0]).toMatch(/^POST \/hook HTTP\/1\.1\r\n/);
    expect(server.requests[0]).toMatch(/content-length: 0\r\n/);
    expect(server.requests[0]).toMatch(/user-agent: acervo\/1\r\n/);
  });

  it.each([
    ['a line break', { 'x-a': 'b\r\nx-c: d' }],
    ['a name that is none', { 'x a': 'b' }],
    ['the host', { Host: 'example.org' }],
    ['another length', { 'content-length': '1' }],
    ['chunks', { 'transfer-encoding': 'chunked' }],
  ])('does not send with %s in the headers', async (_, headers) => {
    const server = await serve((socket) => socket.end(answer('')));
    await expect(send(server.url, { headers })).rejects.toMatchObject({ name: 'TypeError' });
    expect(server.connections).toBe(0);
  });
});

describe('the answer', () => {
  it.each([200, 201, 400, 404, 410, 429, 500, 503])('may be a %i', async (status) => {
    const server = await serve((socket) => socket.end(`HTTP/1.1 ${status} ${SECRET}\r\nContent-Length: 0\r\n\r\n`));
    expect(await send(server.url)).toEqual({ status });
    await server.idle();
  });

  it.each([301, 302, 303, 307, 308])('may be a redirect, which is not followed: %i', async (status) => {
    const bait = await serve((socket) => socket.end(answer('secret')));
    const server = await serve((socket) => socket.end(`HTTP/1.1 ${status} x\r\nLocation: ${bait.url}\r\n\r\n`));
    expect(await send(server.url)).toEqual({ status });
    expect(bait.connections).toBe(0);
  });

  it.each([
    ['120', 120],
    ['0', 0],
    ['soon', undefined],
    ['-1', undefined],
    ['1e3', undefined],
  ])('may request a delay: Retry-After: %s', async (header, retryAfterSeconds) => {
    const server = await serve((socket) => socket.end(`HTTP/1.1 503 x\r\nRetry-After: ${header}\r\nContent-Length: 0\r\n\r\n`));
    expect(await send(server.url)).toEqual(retryAfterSeconds === undefined ? { status: 503 } : { status: 503, retryAfterSeconds });
  });

  it('may have contradictory Retry-After headers, which are ignored', async () => {
    const server = await serve((socket) => socket.end('HTTP/1.1 503 x\r\nRetry-After: 1\r\nRetry-After: 9\r\n\r\n'));
    expect(await send(server.url)).toEqual({ status: 503 });
  });

  it('may name a date for the next try', () => {
    const now = Date.parse('2026-11-23T09:30:00.500Z');
    expect(retryAfter('Mon, 23 Nov 2026 09:31:00 GMT', now)).toBe(60);
    expect(retryAfter('Mon, 23 Nov 2026 09:29:00 GMT', now)).toBe(0);
    for (const text of ['2026-11-23', 'Mon, 99 Nov 2026 09:31:00 GMT', '1 2', '']) expect(retryAfter(text, now)).toBeUndefined();
  });

  it('counts even if its body is truncated, compressed, too long or endless', async () => {
    const bodies: Script[] = [
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello'),
      (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\nhello'),
      (socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello', () => socket.resetAndDestroy()),
      (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nhello'),
      (socket) => socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnothing of the kind'),
    ];
    for (const script of bodies) {
      const server = await serve(script);
      expect(await send(server.url)).toEqual({ status: 200 });
      await server.idle();
    }
  });

  it('is not read further when it is endless', async () => {
    let sent = 0;
    const server = await serve((socket) => {
      const piece = `4000\r\n${'x'.repeat(0x4000)}\r\n`;
      const more = (): void => {
        while (!socket.destroyed && socket.write(piece)) sent += piece.length;
      };
      socket.on('drain', more);
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', more);
    });
    expect(await send(server.url)).toEqual({ status: 200 });
    await server.idle();
    expect(sent).toBeLessThan(20_000_000);
  });

  it('may arrive before the body was received', async () => {
    const server = await serve((socket) => (socket.pause(), socket.write('HTTP/1.1 413 x\r\nContent-Length: 0\r\n\r\n')));
    expect(await send(server.url, { body: Buffer.alloc(20_000_000) })).toEqual({ status: 413 });
  });
});

describe('hostile servers', () => {
  const dripping = (...pieces: string[]): Script => {
    return (socket) => {
      let next = 0;
      const timer = setInterval(() => socket.write(pieces[Math.min(next++, pieces.length - 1)] ?? ''), 10);
      socket.on('close', () => clearInterval(timer));
    };
  };

  it.each<[string, Script]>([
    ['that say nothing', () => {}],
    ['whose headers drip', dripping('HTTP/1.1 200 OK\r\nX: ', 'x')],
    ['that give hints without end', dripping('HTTP/1.1 102 Processing\r\n\r\n')],
  ])('TIMEOUT: %s', async (_, script) => {
    const server = await serve(script);
    expect(await outcome(server.url, { totalTimeoutMs: 200 })).toBe('TIMEOUT');
    await server.idle();
  });

  it('TIMEOUT: the body is not received', async () => {
    const server = await serve((socket) => void socket.pause());
    expect(await outcome(server.url, { totalTimeoutMs: 300, body: Buffer.alloc(50_000_000) })).toBe('TIMEOUT');
  });

  it.each<[string, string, Script]>([
    ['TOO_LARGE', 'headers', (socket) => socket.write(`HTTP/1.1 200 OK\r\nX: ${SECRET.repeat(2000)}\r\n\r\n`)],
    ['UNREACHABLE', 'a reset', (socket) => socket.resetAndDestroy()],
    ['UNREACHABLE', 'an end without an answer', (socket) => socket.end()],
    ['UNREACHABLE', 'no HTTP', (socket) => socket.end(`220 ${SECRET} ESMTP\r\n`)],
    ['UNREACHABLE', 'an upgrade', (socket) => socket.write('HTTP/1.1 101 x\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')],
  ])('%s: %s', async (reason, _, script) => {
    const server = await serve(script);
    expect(await outcome(server.url)).toBe(reason);
    await server.idle();
  });

  it('UNREACHABLE: nothing listens', async () => {
    const server = await serve(() => {});
    await server.close();
    open.pop();
    expect(await outcome(server.url)).toBe('UNREACHABLE');
  });

  it('can be aborted by the caller', async () => {
    const server = await serve(() => {});
    const until = new AbortController();
    const sending = send(server.url, { signal: until.signal });
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    until.abort(new Error('enough'));
    await expect(sending).rejects.toThrow('enough');
    await server.idle();
  });
});

describe('allowed targets', () => {
  it.each([
    ['SCHEME', 'http://example.org/'],
    ['SCHEME', 'http://93.184.215.14/'],
    ['SCHEME', 'http://127.0.0.1/'],
    ['SCHEME', 'ftp://example.org/'],
    ['ADDRESS_NOT_ALLOWED', 'https://127.0.0.1/'],
    ['ADDRESS_NOT_ALLOWED', 'https://[::ffff:127.0.0.1]/'],
    ['ADDRESS_NOT_ALLOWED', 'https://0x7f.1/'],
    ['ADDRESS_NOT_ALLOWED', 'https://169.254.169.254/latest/meta-data/'],
    ['ADDRESS_NOT_ALLOWED', 'https://localhost/'],
    ['ADDRESS_NOT_ALLOWED', 'https://hooks.internal/'],
    ['ADDRESS_NOT_ALLOWED', 'https://example.org/'],
    ['PORT', 'https://example.org:8443/'],
    ['CREDENTIALS', 'https://a:b@example.org/'],
    ['URL_INVALID', 'https:example.org'],
  ])('%s: %s, and no connection is tried', async (reason, url) => {
    const attempts = jest.spyOn(Socket.prototype, 'connect');
    expect(await outcome(url, { allowedNetworks: [], resolve: to('127.0.0.1') })).toBe(reason);
    expect(attempts).not.toHaveBeenCalled();
  });

  it('http only to allowed networks', async () => {
    const server = await serve((socket) => socket.end(answer('')));
    expect(await outcome(server.url)).toBe(200);
    expect(await outcome(`http://hooks.internal:${server.port}/`, { resolve: to('127.0.0.1') })).toBe(200);
    const attempts = jest.spyOn(Socket.prototype, 'connect');
    expect(await outcome('http://example.org/', { resolve: to('93.184.215.14') })).toBe('SCHEME');
    expect(await outcome('http://example.org/', { resolve: to('127.0.0.1', '93.184.215.14') })).toBe('SCHEME');
    expect(attempts).not.toHaveBeenCalled();
  });

  it('the checked address, even if the name changes; each send checks again', async () => {
    const good = await serve((socket) => socket.end(answer('')), '127.0.0.2');
    const bait = await serve((socket) => socket.end(answer('')));
    let questions = 0;
    const resolve: Resolve = () => to((questions += 1) === 1 ? '127.0.0.2' : '127.0.0.1')('');
    const options = { resolve, allowedNetworks: ['127.0.0.2/32'] };
    const url = `http://example.org:${good.port}/`;
    expect([await outcome(url, options), questions, good.connections]).toEqual([200, 1, 1]);
    expect([await outcome(url, options), questions, good.connections]).toEqual(['ADDRESS_NOT_ALLOWED', 2, 1]);
    expect(bait.connections).toBe(0);
    expect(good.requests[0]).toContain(`host: example.org:${good.port}`);
  });

  it('https with a certificate for the name, checked before the body is sent', async () => {
    const day = 86_400_000;
    const identity = selfSigned(['hooks.example.org'], { from: new Date(Date.now() - day), to: new Date(Date.now() + day) });
    const server = await rawServer((socket) => socket.end(answer('')), '127.0.0.1', identity);
    open.push(server);
    const options = { resolve: to('127.0.0.1'), ca: identity.cert };
    expect(await outcome(`https://other.example.org:${server.port}/`, options)).toBe('UNREACHABLE');
    expect(await outcome(`https://hooks.example.org:${server.port}/`, { ...options, ca: undefined })).toBe('UNREACHABLE');
    expect(server.requests).toEqual([]);
    expect(await outcome(`https://hooks.example.org:${server.port}/`, options)).toBe(200);
  });
});
