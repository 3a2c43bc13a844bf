import { AuditBuffer } from '#application/audit/audit-buffer';
import { S3FileStorage } from '#infrastructure/s3/s3-file-storage';
import { rm } from 'node:fs/promises';
import type { AddressInfo, Server } from 'node:net';
import { join } from 'node:path';
import { FileStorage } from '#application/ports/files';
import { Subscriptions } from '#application/ports/access';
import { PinoLogger } from '#infrastructure/logging/pino-logger';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { OtlpCollector } from '../support/otlp-collector';
import { until } from '../support/until';
import { Api, base64, IDS, type Answer, type Call } from './support/api';
import { eventRows } from './support/audited';
import { bodyOf, createdBy, PATHS, type Created } from './support/creates';
import { matrixRoutes } from './support/matrix-routes';
import type { MatrixRoute } from './support/matrix-types';
import type { Right } from './support/personal-right';
import { rightCalls } from './support/personal-calls';
import { LOOPBACK } from './support/receivers';
import { ISSUED, SECRETS, secretsIn, wrongObject } from './support/secrets';
import { startService, type Service } from './support/service';
import { serveMetrics } from '#src/server/serve-metrics';
import { symbols } from 'pino';

const table = matrixRoutes();
const lines: string[] = [];
const errors: { call: string; answer: Answer }[] = [];
let service: Service;
let metrics: Server;
let collector: OtlpCollector;
let api: Api;
let calls: Record<string, Right[]>;

/** Sends, and keeps the answer when it is an error. */
async function send(method: string, path: string, call: Call = {}, as: Api = api): Promise<Answer> {
  const headers = { subscriptionkey: SECRETS.subscriptionKey, ...call.headers };
  const answer = await as.call(method, path, { ...call, headers });
  if (answer.status >= 400) errors.push({ call: `${method} ${path}`, answer });
  return answer;
}

beforeAll(async () => {
  collector = await OtlpCollector.start();
  service = await startService({
    ...LOOPBACK,
    SUBSCRIPTION_KEYS: 'true',
    METRICS_PORT: '0',
    READ_FILES: 'true',
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
  });
  metrics = (await serveMetrics(service.app, service.config)) as Server;
  const { pino } = service.app.get(PinoLogger);
  // The logger as it is, down to the line: only where the lines go is another place.
  const stream = Reflect.get(pino, symbols.streamSym) as { write(line: string): boolean };
  stream.write = (line) => lines.push(line) > 0;
  pino.level = 'trace';
  await service.app.get(Subscriptions).rotate({ clientId: IDS.client, unitId: IDS.unit }, 1, SECRETS.subscriptionKey);
  await service.database.query("UPDATE user_account SET home_client_id = ? WHERE login_key = 'demo'", [idBytes(IDS.client)]);
  const login = await send('POST', '/api/Autenticacao/Login', { body: { username: 'demo', password: 'Acervo@2026', aplicacao: SECRETS.program } }, new Api(service.url)); // prettier-ignore
  expect(login.status).toBe(201);
  for (const name of ['Token', 'RefreshToken']) ISSUED.add(login.json[name] as string);
  api = new Api(service.url, login.json.Token as string);
  calls = await rightCalls(service, send, login.json);
});
afterAll(async () => {
  metrics.close();
  await service.stop();
  await collector.stop();
});

it('has valid calls of every route', () => {
  expect(Object.keys(calls).sort()).toEqual(table.map(({ title }) => title).sort());
});

it('has at least thirty distinct secrets', () => {
  expect(new Set(Object.values(SECRETS)).size).toBeGreaterThanOrEqual(30);
  expect(secretsIn(JSON.stringify(SECRETS))).toHaveLength(Object.keys(SECRETS).length);
});

/** Whatever of the call can be wrong is, and secrets stand in it. */
async function sendWrong({ method, spec }: MatrixRoute, { path, call = {} }: Right): Promise<void> {
  const { query = {}, body, headers = {} } = call;
  await send(method, path, { ...call, token: SECRETS.madeUpToken });
  await send(method, path, { ...call, headers: { ...headers, subscriptionkey: SECRETS.wrongSubscriptionKey } });
  const malformed = path.replace(/[0-9a-f-]{36}/, SECRETS.malformedId);
  if (malformed !== path) await send(method, malformed, call);
  if (path.startsWith('/compartilhado')) for (const end of ['', SECRETS.madeUpShare]) await send(method, `${path.slice(0, -4)}${end}`);
  if (spec.query) {
    await send(method, path, { ...call, query: wrongObject(spec.query) as Record<string, string> });
    const strict = { ...headers, prefer: 'handling=strict' };
    await send(method, path, { ...call, query: { ...(query as object), outro: SECRETS.title }, headers: strict });
  }
  if (!spec.body) return;
  const filled = spec.body.isArray ? [wrongObject(spec.body.type), SECRETS.title] : wrongObject(spec.body.type);
  const text = JSON.stringify(body ?? filled);
  const wrong: [unknown, Record<string, string>?][] = [
    [filled],
    [`${text.slice(0, -1)}${SECRETS.title}`],
    [SECRETS.content],
    [JSON.stringify(SECRETS.content)],
    [text, { 'content-type': 'text/plain' }],
    [text, { 'content-type': `application/x-${SECRETS.version}` }],
    [text, { 'content-encoding': SECRETS.version }],
    [JSON.stringify(filled).slice(0, -2), { 'if-match': SECRETS.externalKey, 'idempotency-key': SECRETS.idempotencyKey }],
    [
      `--x\r\nContent-Disposition: form-data; name="${SECRETS.title}"\r\n\r\n${SECRETS.content}`,
      { 'content-type': 'multipart/form-data; boundary=x' },
    ],
  ];
  for (const [sent, more] of wrong)
    await send(method, path, { query, body: typeof sent === 'string' ? Buffer.from(sent) : sent, headers: { ...headers, ...more } });
}

describe.each(table)('$title', (route) => {
  it('accepts the valid calls, and refuses the invalid ones', async () => {
    const before = errors.length;
    for (const right of calls[route.title] ?? []) await sendWrong(route, right);
    for (const right of calls[route.title] ?? []) {
      const { path, call, again } = right;
      const answer = await send(route.method, path, call);
      expect([answer.status, answer.text]).toEqual([answer.status < 400 ? answer.status : -1, expect.anything()]);
      again?.(answer);
    }
    if (route.spec.permission !== null) expect(errors.length).toBeGreaterThan(before);
  });
});

/** Breaks one thing, makes calls that need it, and mends nothing: the last ones of this file. */
describe('faults', () => {
  const filing = (more: object = {}) =>
    send('POST', PATHS.V2, {
      query: { idUnidade: IDS.unit, idCliente: IDS.client, idArvoreOrganizacional: IDS.contracts },
      body: bodyOf('V2', { values: [{ label: 'Título', valorCampo: SECRETS.title }], files: [{ content: SECRETS.content, extension: 'txt', name: SECRETS.fileNameV2 }], ...more }),
    }); // prettier-ignore
  const logIn = () =>
    send('POST', '/api/Autenticacao/Login', { body: { username: SECRETS.unknownLogin, password: SECRETS.wrongPassword } });
  const faulty = async (call: () => Promise<Answer>) => {
    const faults = () => lines.filter((line) => line.includes('"err"')).length;
    const before = faults();
    expect((await call()).status).toBeGreaterThanOrEqual(500);
    expect(faults()).toBeGreaterThan(before);
  };
  const sql = (statement: string) => service.database.query(statement);

  it('of an unexpected duplicate', async () => {
    await sql('CREATE TABLE planted AS SELECT * FROM document_value');
    await sql('DELETE FROM document_value');
    await sql('CREATE UNIQUE INDEX planted_once ON document_value (value_key)');
    await filing();
    await faulty(() => filing());
    await sql(`DROP INDEX planted_once${service.database.options.type === 'better-sqlite3' ? '' : ' ON document_value'}`);
  });

  it('of missing tables', async () => {
    await sql('ALTER TABLE document_value RENAME TO document_value_gone');
    await faulty(() => filing());
    await faulty(() => send('GET', '/api/Documento/Get', { query: { IdCliente: IDS.client, IdArvoreOrganizacional: IDS.contracts, 'ValoresCampos[0].Label': 'Título', 'ValoresCampos[0].ValorCampo': SECRETS.title } })); // prettier-ignore
    await sql('ALTER TABLE document_value_gone RENAME TO document_value');
    await sql('ALTER TABLE login_failure RENAME TO login_failure_gone');
    await faulty(logIn);
    await sql('ALTER TABLE login_failure_gone RENAME TO login_failure');
    await sql('ALTER TABLE user_account RENAME COLUMN email TO email_gone');
    const [right] = calls['POST /api/Usuario/AdicionarUsuario']!;
    await faulty(() => send('POST', right!.path, { body: { ...(right!.call!.body as object), login: `outro${SECRETS.userLogin}` } }));
    await sql('ALTER TABLE user_account RENAME COLUMN email_gone TO email');
  });

  it('of a missing file store', async () => {
    const document: Created = createdBy(await filing());
    const storage = service.app.get(FileStorage);
    // Port 9 (discard) of this machine: nobody listens there.
    if (service.config.s3) Object.assign(storage, new S3FileStorage({ ...service.config.s3, endpoint: 'http://127.0.0.1:9' }));
    else await rm(join(service.config.dataDir, 'files'), { recursive: true });
    const before = errors.length;
    await filing().catch(() => undefined);
    await send('GET', `/api/Arquivo/${document.files[0]!.id}/Cliente/${IDS.client}`).catch(() => undefined);
    await send('POST', '/api/Arquivo/Upload', { query: { idDocumento: document.id }, body: [{ arquivo: base64(SECRETS.addedContent), nomeImagem: SECRETS.addedFileName, extensao: 'txt' }] }).catch(() => undefined); // prettier-ignore
    expect(errors.length).toBeGreaterThan(before);
  });
});

describe('afterwards no secret is found', () => {
  it('in an error', () => {
    expect(errors.length).toBeGreaterThan(300);
    const found = errors.flatMap(({ call, answer }) =>
      secretsIn(`${answer.text} ${[...answer.headers].join()}`).map((name) => `${name} in ${call}: ${answer.text}`),
    );
    expect(found).toEqual([]);
  });

  it('in the audit trail', async () => {
    await service.app.get(AuditBuffer).flush();
    const rows = await eventRows(service);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.flatMap((row) => secretsIn(JSON.stringify(row)).map((name) => `${name}: ${JSON.stringify(row)}`))).toEqual([]);
  });

  it('in the metrics, which have counted every call', async () => {
    const text = await (await fetch(`http://127.0.0.1:${(metrics.address() as AddressInfo).port}/metrics`)).text();
    const counted = [...text.matchAll(/^acervo_http_requests_total\{.*\} (\d+)$/gm)].reduce((sum, [, count]) => sum + Number(count), 0);
    expect(counted).toBeGreaterThan(errors.length);
    expect(secretsIn(text)).toEqual([]);
  });

  it('in the traces', async () => {
    const ofLast = errors.at(-1)?.answer.headers.get('x-request-id') as string;
    await until(
      () => collector.bodies,
      (bodies) => bodies.some((body) => body.includes(ofLast)),
      { what: 'the trace of the last call' },
    );
    expect(collector.spans.length).toBeGreaterThan(errors.length * 2);
    expect(collector.bodies.flatMap(secretsIn)).toEqual([]);
  });

  it('X10 in the log, even without the database', async () => {
    await service.database.destroy();
    for (const [title, rights] of Object.entries(calls)) {
      for (const { path, call } of rights) await send(title.split(' ')[0] as string, path, call);
    }
    if (process.env.ACERVO_SHOW_LOG) process.stderr.write(lines.join(''));
    process.stderr.write(
      `[personal data] ${Object.keys(SECRETS).length} secrets and ${ISSUED.size} tokens and links, ${errors.length} errors, ${lines.length} lines of log\n`,
    );
    expect(lines.filter((line) => line.includes('"answered"')).length).toBeGreaterThan(errors.length);
    expect(lines.flatMap((line) => secretsIn(line).map((name) => `${name}: ${line}`))).toEqual([]);
    const late = errors.flatMap(({ call, answer }) => secretsIn(answer.text).map((name) => `${name} in ${call}: ${answer.text}`));
    expect(late).toEqual([]);
  });
});
