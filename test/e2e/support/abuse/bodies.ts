import { chunk, CHUNKED, CONTRABAND, get, LAST_CHUNK, LOGIN, post, request, type AbuseCase } from './cases';

const BODY = '{}';
const chunked = (title: string, body: string, answers: readonly number[] = [400], contraband = 0): AbuseCase => ({
  title: `chunks: ${title}`,
  send: post([CHUNKED], body) + CONTRABAND,
  answers,
  contraband,
});
const LONG = 'x'.repeat(20_000);

/** Invalid chunk sizes. */
const BAD_SIZES = [
  '', ' ', '-2', '+2', '0x2', '2h', 'g', '2 2', '{', ';', ';a=b', '2,', "'2'", '\x002', '2\x00', '\t2', ' 2', '2.0', 'fffffffffffffffff',
  '10000000000000002', '00000000000000000000002x', '\xb2', 'two', '2\x0b', '--', '2 ',
]; // prettier-ignore
const BAD_LINE_ENDS = ['\n', '\r', '\r\r\n', '\n\r', ' \n', '\x00\r\n', '\r\x00\n', '\x0b\r\n'];
const BAD_DATA_ENDS = ['', '\n', '\r', 'xx', '\r\r', '\n\n', ' \r\n', 'x\r\n', '\x00\r\n'];
const BAD_TRAILERS = ['no colon', ': none', 'X : y', ' folded: y', 'X: y\rZ: q', 'X\x00: y', 'X: y\x00'];
const BAD_EXTENSIONS = [';a\x00', ';a=\x01', ';a="b', ';a\nb'];

const CHUNKS: readonly AbuseCase[] = [
  chunked('as they should be', chunk(BODY) + LAST_CHUNK, [400, 400], 1),
  chunked('byte by byte', chunk('{') + chunk('}') + LAST_CHUNK, [400, 400], 1),
  chunked('sizes in capitals and with zeros', `000${chunk(`{${' '.repeat(13)}}`).toUpperCase()}000\r\n\r\n`, [400, 400], 1),
  chunked('a short extension, which means nothing', chunk(BODY, ';a=b;c="d"') + LAST_CHUNK, [400, 400], 1),
  chunked('a trailer, which means nothing', `${chunk(BODY)}0\r\nX-Anything: 1\r\n\r\n`, [400, 400], 1),
  chunked('a trailer with another length', `${chunk(BODY)}0\r\nContent-Length: 9\r\n\r\n`),
  chunked('a trailer with another coding', `${chunk(BODY)}0\r\nTransfer-Encoding: identity\r\n\r\n`),
  ...BAD_SIZES.map((size) => chunked(`size ${JSON.stringify(size)}`, `${size}\r\n${BODY}\r\n${LAST_CHUNK}`)),
  ...BAD_LINE_ENDS.map((end) => chunked(`line end ${JSON.stringify(end)} after the size`, `2${end}${BODY}\r\n${LAST_CHUNK}`)),
  ...BAD_DATA_ENDS.map((end) => chunked(`${JSON.stringify(end)} after the data`, `2\r\n${BODY}${end}${LAST_CHUNK}`)),
  ...BAD_TRAILERS.map((line) => chunked(`trailer ${JSON.stringify(line.slice(0, 20))}`, `${chunk(BODY)}0\r\n${line}\r\n\r\n`)),
  ...BAD_EXTENSIONS.map((text) => chunked(`extension ${JSON.stringify(text.slice(0, 20))}`, chunk(BODY, text) + LAST_CHUNK)),
  chunked('an extension without end', chunk(BODY, `;${LONG}`) + LAST_CHUNK, [413]),
  chunked('a trailer without end', `${chunk(BODY)}0\r\nX: ${LONG}\r\n\r\n`, [431]),
  chunked('more than the size says', `1\r\n${BODY}\r\n${LAST_CHUNK}`),
  chunked('less than the size says', `3\r\n${BODY}\r\n${LAST_CHUNK}`),
];

const cut = (title: string, send: string, answers: readonly number[] = [400]): AbuseCase => ({ title: `cut off: ${title}`, send, answers });
const WHOLE = post([CHUNKED], chunk(BODY, ';a=b') + LAST_CHUNK);
const FIXED = post(['Content-Length: 40'], '{"username":"leitor"}');

/** The client ends the connection in the middle of a request that is valid so far. */
export const CUT: readonly AbuseCase[] = [
  ...[1, 4, 5, 20, 30, 40, 50, 60, 80].map((length) => cut(`after ${length} bytes of the head`, WHOLE.slice(0, length))),
  ...[1, 2, 4, 5, 6, 7, 9, 10, 11, 12, 14].map((length) =>
    cut(`${length} bytes before the end of the chunks`, WHOLE.slice(0, WHOLE.length - length)),
  ),
  cut('before the announced length', FIXED),
  cut('before the first byte of the body', FIXED.slice(0, -21)),
  cut('after the head of a request that is refused anyway', post(['Content-Length: 40'], '', '/nada'), [404]),
  cut('nothing at all', '', []),
  cut('an empty line', '\r\n', []),
  cut('many empty lines', '\r\n'.repeat(50), []),
];

const TOO_LONG = 'x'.repeat(300_000);
const SIZES: readonly AbuseCase[] = [
  {
    title: 'a body that is longer than is read',
    send: post([`Content-Length: ${TOO_LONG.length + 2}`], `"${TOO_LONG}"`) + CONTRABAND,
    answers: [413, 400],
    contraband: 1,
  },
  {
    title: 'the same in chunks',
    send: post([CHUNKED], chunk(`"${TOO_LONG}"`) + LAST_CHUNK) + CONTRABAND,
    answers: [413, 400],
    contraband: 1,
  },
  { title: 'a body that announces terabytes', send: post(['Content-Length: 9999999999999'], BODY), answers: [413] },
  { title: 'no body where one is needed', send: post(['Content-Length: 0'], '') + CONTRABAND, answers: [400, 400], contraband: 1 },
  { title: 'a body without any length', send: post([], '') + CONTRABAND, answers: [400, 400], contraband: 1 },
  { title: 'a body without any length, that is sent all the same', send: post([], BODY) + CONTRABAND, answers: [400, 400] },
  { title: 'a body of HTTP/1.0 without length', send: post([], BODY, LOGIN, 'HTTP/1.0') + CONTRABAND, answers: [400] },
  { title: 'a chunk as long as a number may be', send: post([CHUNKED], `ffffffffffffffff\r\n${BODY}`) + CONTRABAND, answers: [400] },
];

const EXPECTATIONS = ['100-Continue', '100-continue, 100-continue', '200-ok', '', 'x'.repeat(1000), '100-continue;q=1', '"100-continue"'];
const EXPECT: readonly AbuseCase[] = [
  ...EXPECTATIONS.map((text) => ({
    title: `Expect: ${JSON.stringify(text.slice(0, 30))}`,
    send: post([`Expect: ${text}`, 'Content-Length: 2'], BODY) + CONTRABAND,
    answers: [400, 400],
    contraband: 1,
  })),
  { title: 'Expect without a body', send: get('/nada', ['Expect: 100-continue']) + CONTRABAND, answers: [404] },
  { title: 'Expect of HTTP/1.0', send: post(['Expect: 100-continue', 'Content-Length: 2'], BODY, LOGIN, 'HTTP/1.0'), answers: [400] },
  {
    title: 'Expect beside a refusal',
    send: post(['Expect: 100-continue', 'Content-Length: 2'], BODY, '/nada') + CONTRABAND,
    answers: [404],
  },
];

const TYPES = [
  'text/plain',
  'application/json; charset=utf-16',
  'application/json; charset=utf-7',
  'application/jsonx',
  'multipart/form-data',
  'application/x-www-form-urlencoded',
  '*/*',
  ';',
  '',
];
const MEDIA: readonly AbuseCase[] = [
  ...TYPES.map((type) => ({
    title: `Content-Type ${JSON.stringify(type)}`,
    send: request('POST', LOGIN, [`Content-Type: ${type}`, 'Content-Length: 2']) + BODY + CONTRABAND,
    answers: [415, 400],
    contraband: 1,
  })),
  ...['gzip', 'deflate', 'br', 'identity, gzip', 'x', ''].map((coding) => ({
    title: `Content-Encoding ${JSON.stringify(coding)}`,
    send: post([`Content-Encoding: ${coding}`, 'Content-Length: 2'], BODY) + CONTRABAND,
    answers: [415, 400],
    contraband: 1,
  })),
];

export const BODIES: readonly AbuseCase[] = [...CHUNKS, ...SIZES, ...EXPECT, ...MEDIA];
