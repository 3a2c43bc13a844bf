/**
 * The floor of small requests: a bare `node:http` server that checks the token, sends the statements that the service sends, does the one
 * thing to a file that cannot be spared, and answers as many bytes. No framework, no rules, no validation.
 */
import { once } from 'node:events';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { verify } from '@node-rs/argon2';
import { createPool } from 'mysql2/promise';
import { answerParent } from './answer-parent.mjs';
import { s3Store } from './floor-s3.mjs';
import { replay, replayOf } from './replay.mjs';
import { signedHeaders } from './sign-s3.mjs';

const { databaseUrl, pool: size, s3, secret } = JSON.parse(process.argv[2]);
const pool = createPool({ uri: databaseUrl, connectionLimit: size, supportBigNumbers: true, charset: 'utf8mb4_bin' });
pool.pool.on('connection', (connection) => connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'));
const store = s3Store(s3);
let current = null;
let number = 0;

function tokenHolds(authorization) {
  const [head, claims, signature] = authorization.slice('Bearer '.length).split('.');
  const expected = createHmac('sha256', secret).update(`${head}.${claims}`).digest();
  const given = Buffer.from(signature, 'base64url');
  // The signing key is derived in the service; what counts here is that a digest is made and compared.
  timingSafeEqual(expected, given.length === expected.length ? given : expected);
  return JSON.parse(Buffer.from(claims, 'base64url').toString()).exp > Date.now() / 1000;
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length === 0 ? null : JSON.parse(Buffer.concat(chunks).toString());
}

/** What a case does beside its statements. */
const WORKS = {
  none: async () => undefined,
  async put(body) {
    const bytes = Buffer.from(body.arquivos[0].arquivo, 'base64');
    createHash('sha256').update(bytes).digest('hex');
    const { out, stored } = store.create(`floor-${++number}`, bytes.length);
    out.end(bytes);
    await stored;
  },
  sign: async () => void signedHeaders(s3, 'GET', `/${s3.bucket}/${current.key}`),
  hash: async (body) => void (await verify(current.hash, body.password)),
};

async function serve(request, response) {
  const body = await bodyOf(request);
  if (current.authorised && !tokenHolds(request.headers.authorization)) return response.writeHead(401).end();
  if (current.work === 'pipe') {
    await replay(pool, current.statements, ++number);
    const source = await store.read(current.key);
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
    return source.pipe(response);
  }
  if (current.work === 'encode') {
    await replay(pool, current.statements, ++number);
    const source = await store.read(current.key);
    const chunks = [];
    for await (const chunk of source) chunks.push(chunk);
    return response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ arquivo: Buffer.concat(chunks).toString('base64') }));
  }
  await WORKS[current.work](body);
  await replay(pool, current.statements, ++number);
  response.writeHead(current.status, { 'Content-Type': 'application/json', 'Content-Length': current.answer.length });
  response.end(current.answer);
}

const server = createServer((request, response) => {
  serve(request, response).catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    response.writeHead(500).end(error.stack);
  });
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');

answerParent({
  address: () => `http://127.0.0.1:${server.address().port}`,
  play({ recordings: [first, second], ...entry }) {
    current = { ...entry, answer: Buffer.from(entry.answer), statements: replayOf(first, second) };
    return current.statements.map(({ sql }) => sql);
  },
});
