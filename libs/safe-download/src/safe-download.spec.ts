import { answer, rawServer, type RawServer, type Script } from '../test/raw-server';
import { DownloadError, safeDownload, type Download, type SafeDownloadOptions } from './index';

const SECRET = 'remote-secret';
const open: RawServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close()));
});

async function serve(script: Script): Promise<RawServer & { url: string }> {
  const server = await rawServer(script);
  open.push(server);
  return Object.assign(server, { url: `http://127.0.0.1:${server.port}/` });
}
const saying = (text: string): Promise<RawServer & { url: string }> => serve((socket) => socket.end(text));

function get(url: string, options: Partial<SafeDownloadOptions> = {}): Promise<Download> {
  return safeDownload(url, { maxBytes: 1000, totalTimeoutMs: 3000, allowedNetworks: ['127.0.0.1/32'], ...options });
}

async function read({ body }: Download): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString('latin1');
}

/** Reason and detail of the failure, wherever it comes; its text must be ours. */
async function failure(url: string, options: Partial<SafeDownloadOptions> = {}): Promise<string> {
  try {
    return `no failure: ${(await read(await get(url, options))).length} bytes`;
  } catch (error) {
    if (!(error instanceof DownloadError)) return String(error);
    expect(JSON.stringify([error.message, error.detail, error.cause, Object.keys(error)])).not.toContain(SECRET);
    return error.detail?.match(/^\d+$/) ? `${error.reason} ${error.detail}` : error.reason;
  }
}

describe('a download', () => {
  it('returns the body and its metadata', async () => {
    const headers = ['Content-Type: Application/PDF; charset=x', 'Content-Disposition: attachment; filename="a.pdf"'];
    const { url } = await saying(answer('hello', ...headers));
    const download = await get(url);
    expect(download).toMatchObject({ contentType: 'application/pdf', contentLength: 5, fileName: 'a.pdf' });
    expect(await read(download)).toBe('hello');
  });

  it('sends a plain GET without data of the caller', async () => {
    const { url, requests } = await saying(answer('hello'));
    await read(await get(`${url}a/b.pdf?x=1#part`));
    const [head = ''] = requests;
    expect(head.split('\r\n').filter(Boolean).sort()).toEqual([
      'GET /a/b.pdf?x=1 HTTP/1.1',
      'accept-encoding: identity',
      'accept: */*',
      'connection: close',
      `host: ${new URL(url).host}`,
      'user-agent: safe-download/1',
    ]);
  });

  it.each([
    ['in chunks', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n', 'hello'],
    ['until the connection is closed', 'HTTP/1.1 200 OK\r\n\r\nhello', 'hello'],
    ['of nothing', answer(''), ''],
    ['after a hint', `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${answer('hello')}`, 'hello'],
    ['of exactly the size allowed', answer('x'.repeat(1000)), 'x'.repeat(1000)],
    ['of the length announced, whatever follows', `${answer('hello')}more`, 'hello'],
  ])('accepts a body %s', async (_, text, body) => {
    const { url } = await saying(text);
    const download = await get(url);
    expect([download.fileName, download.contentType]).toEqual([undefined, undefined]);
    expect(await read(download)).toBe(body);
  });

  it('closes the connection after the body is read', async () => {
    const server = await serve((socket) => socket.write(answer('hello')));
    await read(await get(server.url));
    await server.idle();
  });

  it('leaves no timer running, however it ends', async () => {
    const { url } = await saying(answer('hello'));
    const started = jest.spyOn(globalThis, 'setTimeout');
    const stopped = jest.spyOn(globalThis, 'clearTimeout');
    await read(await get(url));
    await (await get(url)).close();
    for await (const _ of (await get(url)).body) break;
    await failure(url, { maxBytes: 1 });
    await failure('http://10.0.0.1/');
    const clocks = started.mock.results.map(({ value }) => value as NodeJS.Timeout);
    const halted = new Set<unknown>(stopped.mock.calls.map(([clock]) => clock));
    jest.restoreAllMocks();
    expect(clocks.length).toBeGreaterThanOrEqual(5);
    expect(clocks.filter((clock) => !halted.has(clock))).toEqual([]);
  });

  it('closes the connection when the reader leaves early', async () => {
    const server = await serve((socket) => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nhello`));
    const { body } = await get(server.url);
    for await (const piece of body) {
      expect(piece).toHaveLength(5);
      break;
    }
    await server.idle();
    for await (const _ of body) throw new Error('a body can be read once');
  });

  it('closes the connection when it is never read, and a late reader gets an error', async () => {
    const server = await serve((socket) => socket.write(answer('hello')));
    const download = await get(server.url);
    await download.close();
    await download.close();
    await server.idle();
    await expect(read(download)).rejects.toMatchObject({ reason: 'TRUNCATED' });
  });

  it('closes the connection at the timeout when nobody reads', async () => {
    const server = await serve((socket) => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nhello`));
    const download = await get(server.url, { totalTimeoutMs: 100 });
    await server.idle();
    await expect(read(download)).rejects.toMatchObject({ reason: 'TIMEOUT' });
  });

  it('ends with the reason of the signal, at any stage', async () => {
    const { url } = await serve((socket) => socket.write(`HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\nhello`));
    const reason = new Error('the caller is gone');
    expect(await failure(url, { signal: AbortSignal.abort(reason) })).toBe(String(reason));
    const controller = new AbortController();
    const download = await get(url, { signal: controller.signal });
    const reading = read(download);
    setTimeout(() => controller.abort(reason), 20);
    await expect(reading).rejects.toBe(reason);
    await expect(read(download)).rejects.toBe(reason);
  });

  it.each([
    { maxBytes: -1 },
    { maxBytes: NaN },
    { totalTimeoutMs: 0 },
    { totalTimeoutMs: Infinity },
    { idleTimeoutMs: 2 ** 31 },
    { maxRedirects: 1.5 },
  ])('refuses invalid limits: %j', async (options) => expect(await failure('http://127.0.0.1/', options)).toMatch(/^RangeError/));
});

describe('redirects', () => {
  const redirect = (location: string, status = 302): string =>
    `HTTP/1.1 ${status} x\r\nLocation: ${location}\r\nX: ${SECRET}\r\n\r\n${SECRET}`;

  it.each([301, 302, 303, 307, 308])('are followed, one connection each: %d', async (status) => {
    const server = await serve((socket, path) => socket.end(path === '/' ? redirect('/a/fi%6Ce.pdf', status) : answer('hello')));
    const download = await get(server.url);
    expect([download.fileName, await read(download), server.connections]).toEqual(['file.pdf', 'hello', 2]);
    expect(server.requests[1]).not.toMatch(/cookie|referer|authorization/i);
  });

  it('X4 are followed at most three times', async () => {
    const server = await serve((socket, path) => socket.end(path === '/4' ? answer('hello') : redirect(`/${Number(path.slice(1)) + 1}`)));
    expect(await failure(`${server.url}1`)).toBe('no failure: 5 bytes');
    expect(await failure(`${server.url}0`)).toBe('TOO_MANY_REDIRECTS');
    expect(await failure(`${server.url}3`, { maxRedirects: 0 })).toBe('TOO_MANY_REDIRECTS');
    await server.idle();
  });

  it('X4 in a loop end', async () => {
    const server = await serve((socket) => socket.end(redirect('/')));
    expect(await failure(server.url)).toBe('TOO_MANY_REDIRECTS');
    expect(server.connections).toBe(4);
  });

  it.each<[string, string]>([
    ['ADDRESS_NOT_ALLOWED', 'http://127.0.0.2:PORT/'],
    ['ADDRESS_NOT_ALLOWED', '//127.0.0.2:PORT/'],
    ['ADDRESS_NOT_ALLOWED', 'http://10.0.0.1/'],
    ['ADDRESS_NOT_ALLOWED', 'http://169.254.169.254/latest/meta-data/'],
    ['ADDRESS_NOT_ALLOWED', 'http://[::1]:PORT/'],
    ['ADDRESS_NOT_ALLOWED', 'http://localhost:PORT/'],
    ['SCHEME', 'file:///etc/passwd'],
    ['SCHEME', 'ftp://127.0.0.1/'],
    ['CREDENTIALS', 'http://user:remote-secret@127.0.0.1:PORT/'],
    ['URL_INVALID', 'http://[::1'],
    ['URL_INVALID', `/${'x'.repeat(2048)}`],
    ['STATUS 302', ''],
    ['STATUS 302', '/a\r\nLocation: /b'],
  ])('X4 are checked like any URL, %s: %s', async (reason, location) => {
    const bait = await rawServer((socket) => socket.end(answer(SECRET)), '127.0.0.2');
    open.push(bait);
    const server = await saying(redirect(location.replace('PORT', String(bait.port))));
    expect(await failure(server.url)).toBe(reason);
    expect([server.connections, bait.connections]).toEqual([1, 0]);
    await server.idle();
  });

  it('do not wait for an endless body', async () => {
    const server = await serve((socket, path) => {
      if (path === '/a') socket.end(answer('hello'));
      else socket.write(`HTTP/1.1 302 x\r\nLocation: /a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`);
    });
    expect(await failure(server.url)).toBe('no failure: 5 bytes');
    await server.idle();
  });
});

describe('answers that are refused', () => {
  const head = (status: string, ...headers: string[]): string => [`HTTP/1.1 ${status}`, ...headers, '', SECRET].join('\r\n');
  it.each<[string, string, string]>([
    ['STATUS 206', 'a part', head('206 Partial Content', 'Content-Range: bytes 0-4/9')],
    ['STATUS 204', 'no content', head('204 No Content')],
    ['STATUS 201', 'created', head('201 Created')],
    ['STATUS 304', 'not modified', head('304 Not Modified')],
    ['STATUS 300', 'a choice', head('300 x', 'Location: /a')],
    ['STATUS 401', 'a question for a password', head('401 x', `WWW-Authenticate: Basic realm="${SECRET}"`)],
    ['STATUS 404', 'nothing there', head(`404 ${SECRET}`)],
    ['STATUS 500', 'an error', head('500 x')],
    ['ENCODING', 'gzip', head('200 OK', 'Content-Encoding: gzip')],
    ['ENCODING', 'several encodings', head('200 OK', 'Content-Encoding: gzip', 'content-encoding: br')],
    ['ENCODING', 'even identity', head('200 OK', 'Content-Encoding: identity')],
    ['ENCODING', 'gzip on the way', head('200 OK', 'Transfer-Encoding: gzip, chunked')],
    ['TOO_LARGE', 'a length that is too much', head('200 OK', 'Content-Length: 1001')],
    ['TOO_LARGE', '10 GB', head('200 OK', 'Content-Length: 10000000000')],
    ['TOO_LARGE', '1 MB of headers', head('200 OK', ...Array<string>(1000).fill(`X: ${SECRET}${'x'.repeat(1000)}`))],
    ['TOO_LARGE', 'one header of 1 MB', head('200 OK', `X: ${SECRET}${'x'.repeat(1_000_000)}`)],
    [
      'TOO_LARGE',
      'a chunked body that is too long',
      `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3e9\r\n${'x'.repeat(1001)}\r\n0\r\n\r\n`,
    ],
    ['TOO_LARGE', 'an open body that is too long', `HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(1001)}`],
    ['TRUNCATED', 'less than was announced', head('200 OK', 'Content-Length: 900')],
    ['TRUNCATED', 'chunks without an end', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n`],
    ['TRUNCATED', 'half a chunk', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n50\r\nhello`],
    ['TRUNCATED', 'a chunk that is none', `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${SECRET}\r\n`],
    ['UNREACHABLE', 'two lengths', head('200 OK', 'Content-Length: 5', 'Content-Length: 6')],
    ['UNREACHABLE', 'a length that is no number', head('200 OK', 'Content-Length: -5')],
    ['UNREACHABLE', 'a length and chunks', head('200 OK', 'Content-Length: 5', 'Transfer-Encoding: chunked')],
    ['UNREACHABLE', 'an upgrade', head('101 x', 'Connection: upgrade', 'Upgrade: websocket')],
    ['UNREACHABLE', 'another protocol', `220 ${SECRET} ESMTP\r\n`],
    ['UNREACHABLE', 'nothing', ''],
  ])('X6 %s: %s', async (reason, _, text) => {
    const server = await saying(text);
    expect(await failure(server.url)).toBe(reason);
    expect(server.connections).toBe(1);
    await server.idle();
  });

  it('UNREACHABLE: nothing listens', async () => {
    const server = await saying('');
    await server.close();
    open.pop();
    await expect(get(server.url)).rejects.toMatchObject({ reason: 'UNREACHABLE', detail: 'ECONNREFUSED' });
  });

  it('UNREACHABLE: the connection breaks', async () => {
    const server = await serve((socket) => socket.resetAndDestroy());
    expect(await failure(server.url)).toBe('UNREACHABLE');
  });

  it('repeats its error on every read', async () => {
    const { url } = await saying(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(1001)}`);
    const download = await get(url);
    await expect(read(download)).rejects.toMatchObject({ reason: 'TOO_LARGE' });
    await expect(read(download)).rejects.toMatchObject({ reason: 'TOO_LARGE' });
    await download.close();
  });
});
