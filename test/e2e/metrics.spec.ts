import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect, type AddressInfo, type Server } from 'node:net';
import { join } from 'node:path';
import type { Type } from '@nestjs/common';
import { begin, type BackgroundWork } from '#src/background/background-work';
import { DeliverInBackground } from '#src/background/deliver-in-background';
import { SealInBackground } from '#src/background/seal-in-background';
import { SweepInBackground } from '#src/background/sweep-in-background';
import { serveMetrics } from '#src/server/serve-metrics';
import { itWithPromtool, promtool } from '../support/promtool';
import { until } from '../support/until';
import { Api, IDS } from './support/api';
import { create, createdBy, expectRefusal } from './support/creates';
import { describeService } from './support/describe-service';
import { startService } from './support/service';

const TOKEN = 'metrics-of-the-operator'.repeat(2);
const DEPLOY = join(__dirname, '../../deploy');

describeService('metrics', { METRICS_PORT: '0', METRICS_TOKEN: TOKEN, SWEEP_MINUTES: '60' }, ({ service, demo: api }) => {
  let server: Server;
  let address: string;
  const works: BackgroundWork[] = [];
  beforeAll(async () => {
    server = (await serveMetrics(service.app, service.config)) as Server;
    address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const kinds: readonly Type<BackgroundWork>[] = [SweepInBackground, DeliverInBackground, SealInBackground];
    for (const kind of kinds) works.push(await begin(service.app, kind));
  });
  afterAll(async () => {
    for (const work of works) await work.end();
    server.close();
  });

  const read = async () => (await fetch(`${address}/metrics`)).text();
  /** Of one series, as it is written. */
  const valueOf = (text: string, series: string): number =>
    Number(text.split('\n').find((line) => line.startsWith(`${series} `))?.slice(series.length + 1) ?? NaN); // prettier-ignore
  /** The answer leaves before it is counted. */
  const settled = () => until(read, (text) => valueOf(text, 'acervo_http_requests_in_flight') === 0, { what: 'no request in flight' });
  const grown = async (series: string, act: () => Promise<unknown>): Promise<number> => {
    const before = valueOf(await settled(), series) || 0;
    await act();
    return valueOf(await settled(), series) - before;
  };

  it('are served on a separate listener, on loopback only', async () => {
    const answer = await fetch(`${address}/metrics`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringMatching(/^text\/plain; version=0\.0\.4/)]);
    expect((server.address() as AddressInfo).address).toBe('127.0.0.1');
    expect((await fetch(`${address}/metricas`)).status).toBe(200);
    expect((await api.get('/metrics')).status).toBe(404);
    for (const path of ['/', '/saude/pronta', '/openapi.json']) expect((await fetch(`${address}${path}`)).status).toBe(404);
    expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404);
  });

  it('are served on the public port only with the token of the operator', async () => {
    const asked = (headers: Record<string, string>) => new Api(service.url).get('/metricas', { headers });
    const { status, headers, text } = await asked({ authorization: `Bearer ${TOKEN}` });
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, expect.stringMatching(/^text\/plain; version=0\.0\.4/), 'no-store']); // prettier-ignore
    expect(valueOf(text, 'acervo_dependency_up{dependency="database"}')).toBe(1);
    expect(valueOf(text, 'acervo_http_requests_in_flight')).toBe(1);
    const wrong = ['', TOKEN, `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(0, -1)}`, `Bearer ${api.token}`, 'Bearer'];
    for (const authorization of wrong) expectRefusal(await asked(authorization === '' ? {} : { authorization }), 401);
    expect((await api.post('/metricas')).status).toBe(404);
    expect(await grown('acervo_http_requests_total{operation="GET /metricas",status="2xx"}', () => asked({ authorization: `Bearer ${TOKEN}` }))).toBe(1); // prettier-ignore
  });

  it('are refused to an address that guesses tokens, without affecting logins from there', async () => {
    const limited = await startService({ RATE_LIMITS: '3/3600', METRICS_TOKEN: TOKEN });
    try {
      const nobody = new Api(limited.url);
      const tried = [];
      for (let turn = 0; turn < 4; turn++) tried.push((await nobody.get('/metricas')).status);
      expect(tried).toEqual([401, 401, 401, 429]);
      expect((await nobody.get('/metricas', { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200);
      const login = { username: 'demo', password: 'Acervo@2026' };
      expect((await nobody.post('/api/Autenticacao/Login', { body: login, token: null })).status).toBe(201);
    } finally {
      await limited.stop();
    }
  });

  // On a connection of its own, as the kubelet asks.
  const statusAt = (base: string) =>
    new Promise((resolve) =>
      get(`${base}/saude/viva`, { agent: false }, (answer) => resolve(answer.resume().statusCode)).on('error', () => resolve('closed')),
    );

  it('are served next to liveness, independent of client connections', async () => {
    const forClients = service.app.getHttpServer() as Server;
    const { maxConnections } = forClients;
    expect(await statusAt(service.url)).toBe(200);
    const held = connect(Number(new URL(service.url).port), '127.0.0.1');
    await once(held, 'connect');
    forClients.maxConnections = 1;
    expect([await statusAt(service.url), await statusAt(address)]).toEqual(['closed', 200]);
    forClients.maxConnections = maxConnections;
    held.destroy();
  });

  it('close idle connections when all are taken', async () => {
    expect((await fetch(`${address}/metrics`)).headers.get('connection')).toBe('close');
    const { port } = server.address() as AddressInfo;
    const silent = Array.from({ length: server.maxConnections }, () => connect(port, '127.0.0.1').on('error', () => undefined));
    try {
      const taken = () => new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count)));
      await until(taken, (count) => count >= server.maxConnections, { what: 'all places taken' });
      expect(await statusAt(address)).toBe('closed');
      await until(() => statusAt(address), (status) => status === 200, { what: 'answered again' }); // prettier-ignore
    } finally {
      for (const socket of silent) socket.destroy();
    }
  });

  it('are off without a port or a token', async () => {
    expect(await serveMetrics(service.app, { ...service.config, metricsPort: null })).toBeNull();
    const plain = await startService();
    try {
      expect((await new Api(plain.url, TOKEN).get('/metricas')).status).toBe(404);
    } finally {
      await plain.stop();
    }
  });

  it('count and time requests by operation and status class', async () => {
    const search = () => api.get('/api/Documento/Get', { query: { idCliente: IDS.client } });
    expect(await grown('acervo_http_requests_total{operation="4.4",status="2xx"}', search)).toBe(1);
    expect(await grown('acervo_http_request_duration_seconds_count{operation="4.4"}', search)).toBe(1);
    expect(await grown('acervo_http_requests_total{operation="4.4",status="4xx"}', () => api.get('/api/Documento/Get'))).toBe(1);
    expect(await grown('acervo_http_requests_total{operation="GET /saude/viva",status="2xx"}', () => api.get('/saude/viva'))).toBe(1);
  });

  it('combine undeclared routes under one name', async () => {
    const strange = async () => {
      for (let turn = 0; turn < 20; turn++) await api.get(`/${turn}/strange`);
    };
    expect(await grown('acervo_http_requests_total{operation="none",status="4xx"}', strange)).toBe(20);
    expect(await settled()).not.toMatch(/strange/);
  });

  it('count bytes, files and refusals', async () => {
    const content = 'x'.repeat(100_000);
    const file = async () => createdBy(await create(api, 'V3', { files: [{ content, extension: 'txt' }] }));
    expect(await grown('acervo_ingested_bytes_total', file)).toBeGreaterThan(130_000);
    expect(await grown('acervo_stored_files_total', file)).toBe(1);
    expect(await grown('acervo_stored_bytes_total', file)).toBe(100_000);
    await api.get('/saude/pronta');
    const ahead = (text: string) => Math.abs(valueOf(text, 'acervo_clock_skew_seconds{dependency="database"}'));
    await until(read, (text) => ahead(text) < 60, { what: "the database's clock measured" });
    expect(
      await grown('acervo_sent_bytes_total', () => api.get('/openapi.json', { headers: { 'accept-encoding': 'identity' } })),
    ).toBeGreaterThan(50_000);
    const wrong = () => api.post('/api/Autenticacao/Login', { body: { username: 'demo', password: 'wrong' }, token: null });
    expect(await grown('acervo_login_failures_total', wrong)).toBe(1);
    expect(await grown('acervo_refusals_total{code="CREDENTIALS_INVALID",limit=""}', wrong)).toBe(1);
    expect(await grown('acervo_refusals_total{code="TOKEN_INVALID",limit=""}', () => api.get('/api/Estrutura', { token: 'none' }))).toBe(1);
  });

  it('cover the database and the file store', async () => {
    const text = await settled();
    expect(valueOf(text, 'acervo_database_pool_size')).toBe(service.config.databaseUrl ? service.config.databasePool : 1);
    expect(valueOf(text, 'acervo_database_statement_duration_seconds_count')).toBeGreaterThan(10);
    expect(valueOf(text, 'acervo_dependency_up{dependency="database"}')).toBe(1);
    expect(valueOf(text, 'acervo_dependency_up{dependency="store"}')).toBe(1);
    if (service.config.s3) expect(valueOf(text, 'acervo_store_call_duration_seconds_count{call="PutObject"}')).toBeGreaterThan(0);
    expect(valueOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7);
  });

  itWithPromtool('are as Prometheus wants them', async () => {
    expect(promtool(['check', 'metrics'], await settled())).toEqual({ good: true, text: '' });
    expect(promtool(['check', 'metrics'], '# TYPE a counter\na 1\n').good).toBe(false);
  });

  it('include everything that dashboard and alerts use', async () => {
    const there = new Set([...(await settled()).matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name])); // prettier-ignore
    const asked = ['grafana/acervo.json', 'prometheus/alerts.yml'].flatMap((file) =>
      [...readFileSync(join(DEPLOY, file), 'utf8').matchAll(/\b(?:acervo|process|nodejs)_[a-z0-9_]+\b/g)].map(([name]) => name),
    );
    expect(new Set(asked).size).toBeGreaterThan(25);
    expect([...new Set(asked)].filter((name) => !there.has(name))).toEqual([]);
    const shown = new Set(asked.map((name) => name.replace(/_(bucket|sum|count)$/, '')));
    const ours = [...there].filter((name) => name.startsWith('acervo_'));
    expect(ours.map((name) => name.replace(/_(bucket|sum|count)$/, '')).filter((name) => !shown.has(name))).toEqual([]);
  });

  it('show an unreachable database', async () => {
    await service.database.destroy();
    await until(read, (text) => valueOf(text, 'acervo_dependency_up{dependency="database"}') === 0);
  });
});
