import { chunk, CHUNKED, CONTRABAND, get, LAST_CHUNK, LOGIN, post, request, type AbuseCase } from './cases';

const BODY = '{}';
/** Bytes that are a two-byte body to one parser and a chunked body to another. */
const LENGTH = `Content-Length: ${BODY.length}`;

const one = (title: string, lines: readonly string[], body: string): AbuseCase => ({
  title,
  send: post(lines, body) + CONTRABAND,
  answers: [400],
});

/** Repeated or invalid lengths of the body. */
const LENGTH_LINES: readonly (readonly string[])[] = [
  ['Content-Length: 2', 'Content-Length: 2'],
  ['Content-Length: 2', 'Content-Length: 3'],
  ['Content-Length: 0', 'Content-Length: 2'],
  ['Content-Length: 2', 'content-length: 0'],
  ['Content-Length: 2, 2'],
  ['Content-Length: 2,3'],
  ['Content-Length: 2,'],
  ['Content-Length: ,2'],
  ['Content-Length: +2'],
  ['Content-Length: -2'],
  ['Content-Length: -0'],
  ['Content-Length: 0x2'],
  ['Content-Length: 2.0'],
  ['Content-Length: 2e0'],
  ['Content-Length: "2"'],
  ['Content-Length: 2;a=b'],
  ['Content-Length: 2 2'],
  ['Content-Length: 2 a'],
  ['Content-Length: two'],
  ['Content-Length: \xb2'],
  ['Content-Length: 2\x00'],
  ['Content-Length: 2\x0b'],
  ['Content-Length: 99999999999999999999'],
  ['Content-Length: 18446744073709551618'],
  ['Content-Length: 340282366920938463463374607431768211458'],
];

/** Header names that parsers interpret differently. */
const NAME_LINES: readonly (readonly string[])[] = [
  ['Content-Length : 2'],
  ['Content-Length\t: 2'],
  [' Content-Length: 2'],
  ['\tContent-Length: 2'],
  ['Content-Length\x00: 2'],
  ['Content-Length\x0b: 2'],
  ['Content-Length\xa0: 2'],
  ['Content Length: 2'],
  ['\x00Content-Length: 2'],
  ['(Content-Length): 2'],
  ['Content-Length'],
  [': 2'],
  ['Transfer-Encoding : chunked'],
  ['Transfer-Encoding\t: chunked'],
  ['Transfer-Encoding\x00: chunked'],
  ['Transfer-Encoding\x0b: chunked'],
  [' Transfer-Encoding: chunked'],
  ['\tTransfer-Encoding: chunked'],
  ['X: y\r Transfer-Encoding: chunked'],
  ['X: y\rTransfer-Encoding: chunked'],
  ['X: y\x00z'],
  ['X: y\x01z'],
  ['X: y\x7fz'],
  ['"X": y'],
  ['X[]: y'],
  ['X@y: z'],
  ['\xe9: z'],
];

/** Invalid transfer codings and combinations. */
const CODINGS = [
  'xchunked',
  'chunkedx',
  'chunked-x',
  'x-chunked',
  'identity',
  'identity, identity',
  'gzip',
  'chunked, identity',
  'chunked, gzip',
  'chunked, chunked',
  'chunked,',
  ',chunked',
  'chunked;q=1',
  'chunked ;a',
  '"chunked"',
  "'chunked'",
  'chunked\x00',
  'chunked\x0b',
  '\x0bchunked',
  'chunked\xa0',
  'ch unked',
  'chunk',
  '',
  '{}',
];

const CONFLICTS: readonly AbuseCase[] = [
  one('CL.TE', [LENGTH, CHUNKED], LAST_CHUNK),
  one('TE.CL', [CHUNKED, LENGTH], chunk(BODY) + LAST_CHUNK),
  one('CL.TE with a zero length', ['Content-Length: 0', CHUNKED], chunk(BODY) + LAST_CHUNK),
  one('TE in capitals beside CL', ['TRANSFER-ENCODING: CHUNKED', LENGTH], LAST_CHUNK),
  one('two TE beside CL', [CHUNKED, 'Transfer-Encoding: identity', LENGTH], LAST_CHUNK),
  one('TE of identity beside CL', ['Transfer-Encoding: identity', LENGTH], BODY),
  one('TE folded beside CL', ['Transfer-Encoding:\r\n chunked', LENGTH], LAST_CHUNK),
  one('TE hidden in a fold', ['X: y\r\n Transfer-Encoding: chunked', LENGTH], LAST_CHUNK),
  one('CL folded', ['Content-Length:\r\n 2'], BODY),
  one('CL folded by a tab', ['Content-Length:\r\n\t2'], BODY),
  one('a folded line of anything', ['X: y\r\n z', LENGTH], BODY),
  { ...one('a fold after the last header', ['\r\n Content-Length: 2'], BODY), answers: [400, 400] },
];

export const SMUGGLING: readonly AbuseCase[] = [
  ...CONFLICTS,
  ...LENGTH_LINES.map((lines) => one(`length ${JSON.stringify(lines)}`, lines, BODY)),
  ...NAME_LINES.map((lines) => one(`name ${JSON.stringify(lines)} beside a good length`, [...lines, LENGTH], BODY)),
  ...NAME_LINES.slice(12, 20).map((lines) => one(`name ${JSON.stringify(lines)} and chunks`, lines, chunk(BODY) + LAST_CHUNK)),
  ...CODINGS.map((coding) => one(`coding ${JSON.stringify(coding)}`, [`Transfer-Encoding: ${coding}`], chunk(BODY) + LAST_CHUNK)),
  ...CODINGS.map((coding) => one(`coding ${JSON.stringify(coding)} beside CL`, [`Transfer-Encoding: ${coding}`, LENGTH], BODY)),
  ...CODINGS.slice(0, 7).map((coding) =>
    one(`coding chunked and ${coding} on two lines`, [CHUNKED, `Transfer-Encoding: ${coding}`], chunk(BODY) + LAST_CHUNK),
  ),
  {
    title: 'HTTP/1.0 with chunks',
    send: post([CHUNKED], chunk(BODY) + LAST_CHUNK, LOGIN, 'HTTP/1.0') + CONTRABAND,
    answers: [400],
  },
  { title: 'a GET with a request as its body', send: get('/nada', [`Content-Length: ${CONTRABAND.length}`]) + CONTRABAND, answers: [404] },
  { title: 'a GET with a request as its chunk', send: get('/nada', [CHUNKED]) + chunk(CONTRABAND) + LAST_CHUNK, answers: [404] },
  {
    title: 'a HEAD with a request as its body',
    send: request('HEAD', '/nada', [`Content-Length: ${CONTRABAND.length}`]) + CONTRABAND,
    answers: [404],
  },
  {
    title: 'a DELETE with a request as its body',
    send: request('DELETE', '/nada', [`Content-Length: ${CONTRABAND.length}`]) + CONTRABAND,
    answers: [404],
  },
];
