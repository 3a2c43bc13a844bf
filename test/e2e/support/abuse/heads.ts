import { CONTRABAND, get, post, request, type AbuseCase } from './cases';

const plain = (title: string, send: string, status: number): AbuseCase => ({
  title,
  send: send + CONTRABAND,
  answers: [status, 400],
  contraband: 1,
});
const illegible = (title: string, send: string, status = 400): AbuseCase => ({ title, send: send + CONTRABAND, answers: [status] });

const START_LINES = [
  'GET', 'GET ', 'GET /', 'GET / ', 'GET /\tHTTP/1.1', 'GET\t/ HTTP/1.1', 'GET / HTTP/1.1 x', 'GET / HTTP/2.0', 'GET / HTTP/3', 'GET / HTTP/0.9',
  'GET / HTTP/1.2', 'GET / HTTP/1', 'GET / HTTP/11', 'GET / HTTP/1.10', 'GET / http/1.1', 'GET / HTTPS/1.1', 'GET / ICE/1.0', 'get / HTTP/1.1', 'Get / HTTP/1.1',
  'GETT / HTTP/1.1', 'G\x00T / HTTP/1.1', '\x00GET / HTTP/1.1', ' GET / HTTP/1.1', '/ HTTP/1.1', 'HTTP/1.1 200 OK', 'GET /\x00 HTTP/1.1', 'GET /\x01 HTTP/1.1', 'GET /\x7f HTTP/1.1',
  'GET /a b HTTP/1.1', 'GET \\ HTTP/1.1', 'GET nada HTTP/1.1', 'GET ?a HTTP/1.1', 'GET //\x0b HTTP/1.1', '\xef\xbb\xbfGET / HTTP/1.1', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
]; // prettier-ignore

/** Of other operations. */
const METHODS = ['OPTIONS', 'PUT', 'PATCH', 'DELETE'];
/** Valid in HTTP, but of no operation. */
const UNUSED_METHODS = [
  'TRACE',
  'PROPFIND',
  'SEARCH',
  'PURGE',
  'LINK',
  'MKCOL',
  'LOCK',
  'M-SEARCH',
  'REPORT',
  'NOTIFY',
  'SUBSCRIBE',
  'QUERY',
];
const NO_METHODS = ['FOO', 'DEBUG', 'TRACK', 'CONNECTX', 'POSTX', 'SSTP_DUPLEX_POST', 'DESCRIBE', 'PLAY', 'PRI'];

const OVERRIDES = ['X-HTTP-Method-Override', 'X-HTTP-Method', 'X-Method-Override', '_method', 'X-Original-Method'];
const REWRITES = ['X-Original-URL', 'X-Rewrite-URL', 'X-Forwarded-Path', 'X-Forwarded-Prefix', 'X-Accel-Redirect', 'X-Sendfile'];

const UPGRADES: readonly (readonly string[])[] = [
  ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA=='],
  ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA'],
  ['Connection: upgrade', 'Upgrade: TLS/1.0'],
];
const HALF_UPGRADES = ['Connection: Upgrade', 'Upgrade: websocket'];

const many = (count: number, value: string) => Array.from({ length: count }, (_, i) => `X-${i}: ${value}`);
const LENIENT: readonly (readonly string[])[] = [
  ['Host: y'],
  ['Host: '],
  ['Host: a b'],
  ['Host: \x80'],
  ['Host: x/../y@z#'],
  ['Connection: keep-alive, Transfer-Encoding'],
  ['Connection: Content-Length'],
  ['Connection: x', 'Connection: y'],
  ['X-Empty:'],
  ['X-Blank: \t '],
  ['X-8: \x80\xff'],
  ['Cookie: a=b', 'Cookie: c=d'],
  ['Range: bytes=0-18446744073709551615'],
  ['Range: bytes=5-1,0-0,-0'],
  ['If-None-Match: *'],
  ['If-Modified-Since: x'],
  ['Accept: x'],
  ['Accept-Encoding: gzip;q=1e9'],
  ['Forwarded: for=x;host="'],
  ['X-Forwarded-For: 1, 2, x'],
  ['__proto__: x'],
  ['constructor: x', 'toString: y', 'hasOwnProperty: z'],
  many(110, 'x'),
  many(1000, 'x'),
];

export const HEADS: readonly AbuseCase[] = [
  ...START_LINES.map((line) => illegible(`start line ${JSON.stringify(line)}`, `${line}\r\nHost: x\r\n\r\n`)),
  illegible('the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00'),
  illegible('line feeds alone', 'GET /nada HTTP/1.1\nHost: x\n\n'),
  illegible('carriage returns alone', 'GET /nada HTTP/1.1\rHost: x\r\r'),
  plain('two blanks in the start line', 'GET  /nada HTTP/1.1\r\nHost: x\r\n\r\n', 404),
  { title: 'another protocol', send: 'GET /nada RTSP/1.0\r\n\r\n' + CONTRABAND, answers: [404] },
  ...METHODS.map((method) => plain(`${method} of nothing`, request(method, '/nada'), 404)),
  ...UNUSED_METHODS.map((method) => plain(`${method} of nothing`, request(method, '/nada'), 405)),
  ...NO_METHODS.map((method) => illegible(`method ${method}`, request(method, '/nada'))),
  ...['x:443', '127.0.0.1:80', '/nada', '*'].map((target) => illegible(`CONNECT ${target}`, request('CONNECT', target))),
  ...OVERRIDES.map((name) => plain(`${name} is not heard`, post([`${name}: DELETE`, 'Content-Length: 2'], '{}'), 400)),
  ...REWRITES.map((name) => plain(`${name} is not heard`, get('/nada', [`${name}: /saude/viva`]), 404)),
  // Bytes after an upgrade header are not read.
  ...UPGRADES.map((lines) => illegible(`no upgrade: ${lines.join(', ')}`, get('/nada', lines), 404)),
  ...HALF_UPGRADES.map((line) => plain(`no upgrade: ${line}`, get('/nada', [line]), 404)),
  ...LENIENT.map((lines) => plain(`headers ${JSON.stringify(lines.slice(0, 3))}`, get('/nada', lines), 404)),
  illegible('headers of 20 KB', get('/nada', [`X: ${'x'.repeat(20_000)}`]), 431),
  illegible('headers of 24 KB, many', get('/nada', many(1000, 'x'.repeat(20))), 431),
  illegible('a name of 20 KB', get('/nada', [`${'x'.repeat(20_000)}: y`]), 431),
  illegible('a target of 20 KB', get(`/${'x'.repeat(20_000)}`), 431),
  illegible('a method of 20 KB', request('X'.repeat(20_000), '/')),
  illegible('headers of a megabyte', get('/nada', many(10_000, 'x'.repeat(100))), 431),
  { title: 'no Host', send: `GET /nada HTTP/1.1\r\n\r\n${CONTRABAND}`, answers: [400] },
];
