/**
 * The floor of small requests: a bare `node:http` server that checks the token, sends the statements that the service sends, does the one
 * thing to a file that cannot be spared, and answers as many bytes. No framework, no rules, no validation. With `fewest` it sends as few
 * statements as the work needs. The address is the number of the question.
 */
import { once } from 'node:events';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { verify } from '@node-rs/argon2';
import { createPool } from 'mysql2/promise';
import { answerParent } from './answer-parent.mjs';
import { s3Store } from './floor-s3.mjs';
import { fewestOf } from './replay-fewest.mjs';
import { replay, replayOf } from './replay.mjs';
import { signedHeaders } from './sign-s3.mjs';

const { databaseUrl, pool: size, s3, secret, fewest = false } = JSON.parse(process.argv[2]);
const pool = createPool({
  uri: databaseUrl,
  connectionLimit: size,
  supportBigNumbers: true,
  charset: 'utf8mb4_bin',
  multipleStatements: fewest,
});
pool.pool.on('connection', (connection) => connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED'));
const store = s3Store(s3);
const EVENTS = 'bench_event_outbox';
await pool.query(`CREATE TABLE IF NOT EXISTS ${EVENTS} LIKE event_outbox`);
/** By id and by login. */
const users = new Map();
let current = null;
let number = 0;

/** Whose token it is; none if it does not hold. */
function userOf(authorization) {
  const [head, claims, signature] = authorization.slice('Bearer '.length).split('.');
  const expected = createHmac('sha256', secret).update(`${head}.${claims}`).digest();
  const given = Buffer.from(signature, 'base64url');
  // The signing key is derived in the service; what counts here is that a digest is made and compared.
  timingSafeEqual(expected, given.length === expected.length ? given : expected);
  const { sub, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  return exp > Date.now() / 1000 ? users.get(sub) : undefined;
}

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return chunks.length === 0 ? null : JSON.parse(Buffer.concat(chunks).toString());
}

/** Events go to a table that nobody seals: the services would spend their time on refusing them. */
const withoutEvents = ({ sql, ...statement }) => ({ ...statement, sql: sql.replace('INSERT INTO event_outbox', `INSERT INTO ${EVENTS}`) });

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
  const user = current.authorised ? userOf(request.headers.authorization) : users.get(body?.username);
  if (current.authorised && !user) return response.writeHead(401).end();
  const { play, answer, status } = current.questions[Number(request.url.slice(1))];
  if (current.work === 'pipe') {
    await play(++number, user);
    const source = await store.read(current.key);
    response.writeHead(200, { 'Content-Type': 'application/octet-stream' });
    return source.pipe(response);
  }
  if (current.work === 'encode') {
    await play(++number, user);
    const source = await store.read(current.key);
    const chunks = [];
    for await (const chunk of source) chunks.push(chunk);
    return response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end(JSON.stringify({ arquivo: Buffer.concat(chunks).toString('base64') }));
  }
  await WORKS[current.work](body);
  await play(++number, user);
  response.writeHead(status, { 'Content-Type': 'application/json', 'Content-Length': answer.length });
  response.end(answer);
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
  users({ all }) {
    for (const { userId, sessionId, login } of all) users.set(userId, { userId, sessionId, login }).set(login, users.get(userId));
  },
  /** The statements of the first question. */
  async play({ questions, recordedFor, ...entry }) {
    await pool.query(`TRUNCATE TABLE ${EVENTS}`);
    const [one, other] = recordedFor.map(({ userId }) => users.get(userId));
    const replays = questions.map(({ recordings }) => replayOf(recordings, [one, other]).map(withoutEvents));
    const playOf = (statements) => (fewest ? fewestOf(pool, statements) : (call, user) => replay(pool, statements, call, user));
    current = {
      ...entry,
      questions: questions.map(({ answer, status }, index) => ({ play: playOf(replays[index]), answer: Buffer.from(answer), status })),
    };
    return replays[0].map(({ sql }) => sql);
  },
});
