import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { ReportRows } from '#application/ports/reports';
import { LoadShedding } from '#http/server/load-shedding';
import { deferred } from '../contracts/support/deferred';
import { until } from '../support/until';
import { Api, IDS, type Answer } from './support/api';
import { bodyOf, expectRefusal, PATHS } from './support/creates';
import { RawRequest } from './support/raw-http';
import { DATA, EVER, queryOf, REPORT } from './support/reports';
import type { Service } from './support/service';
import { usersScene } from './support/users-scene';

const MEGABYTE = 1024 * 1024;
const BODY = 8 * MEGABYTE;
/** Four bodies of each client: a client may have half of what may be under way. */
const INFLIGHT = 64;
const SERVED = 4;
const EACH = 20;

const PLACES: Record<'demo' | 'other', Record<string, string>> = {
  demo: { idUnidade: IDS.unit, idCliente: IDS.client, idArvoreOrganizacional: IDS.invoices },
  other: { idUnidade: IDS.otherUnit, idCliente: IDS.otherClient, idArvoreOrganizacional: IDS.otherLevel },
};

describe('overload', () => {
  let service: Service;
  let demo: Api, other: Api;
  beforeAll(async () => {
    ({ service, demo, other } = await usersScene({
      MAX_INFLIGHT_MB: String(INFLIGHT),
      REPORTS_PER_CLIENT: '2',
      CONCURRENT_REPORTS: '3',
      MAX_CONNECTIONS: '100',
      MAX_CONNECTIONS_PER_ADDRESS: '0',
    }));
  });
  afterAll(() => service.stop());

  const searching = (api: Api, idCliente: string) => api.get('/api/Documento/Get', { query: { idCliente } });
  const expectBusy = (answer: Answer) => {
    expect(expectRefusal(answer, 503).codigo).toBe('SERVICO_OCUPADO');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  };

  it('refuses large bodies before it reads them, per client, and answers small calls meanwhile', async () => {
    const file = Buffer.alloc((BODY / 4) * 3 - 3000, 'x').toString('base64');
    const uploads = (['demo', 'other'] as const).flatMap((name) => {
      const values = name === 'demo' ? undefined : [{ label: 'Assunto', valorCampo: 'carga' }];
      const text = JSON.stringify(bodyOf('V3', { ...(values && { values }), files: [{ content: '', extension: 'txt' }] }));
      const body = Buffer.from(text.replace('"arquivo":""', `"arquivo":"${file}"`));
      return Array.from({ length: EACH }, () => ({
        body,
        sent: new RawRequest(
          name === 'demo' ? demo : other,
          PATHS.V3,
          { 'content-length': body.length, expect: '100-continue' },
          PLACES[name],
        ),
      }));
    });
    const answers: Answer[] = [];
    for (const { sent } of uploads) void sent.answer.then((answer) => answers.push(answer));
    await until(
      () => answers.length,
      (count) => count === 2 * (EACH - SERVED),
    );
    answers.forEach(expectBusy);
    const waiting = uploads.filter(({ sent }) => sent.continued);
    expect(waiting).toHaveLength(2 * SERVED);
    const times: number[] = [];
    for (let call = 0; call < 30; call++) {
      const began = performance.now();
      const found = await Promise.all([searching(demo, IDS.client), searching(other, IDS.otherClient)]);
      times.push(performance.now() - began);
      expect(found.map(({ status }) => status)).toEqual([200, 200]);
    }
    times.sort((a, b) => a - b);
    process.stderr.write(`searches under overload: slowest of ${times.length} took ${Math.round(times.at(-1)!)} ms\n`);
    // One that does not wait for leave sends its body in vain, and hears why.
    const impatient = new RawRequest(demo, PATHS.V3, { 'content-length': BODY }, PLACES.demo);
    impatient.end(Buffer.alloc(BODY, ' '));
    expectBusy(await impatient.answer);
    for (const { sent, body } of waiting) sent.end(body);
    const served = await Promise.all(waiting.map(({ sent }) => sent.answer));
    expect(served.map(({ status, text }) => [status, status === 201 ? '' : text])).toEqual(served.map(() => [201, '']));
    expect(service.app.get(LoadShedding).inUse).toEqual({ bytes: 0, reports: 0 });
  });

  it('releases the quota of a client that disconnected', async () => {
    const gone = Array.from({ length: SERVED }, () => new RawRequest(demo, PATHS.V3, { 'content-length': BODY }, PLACES.demo));
    await until(
      () => service.app.get(LoadShedding).inUse.bytes,
      (bytes) => bytes === SERVED * BODY,
    );
    for (const request of gone) request.hangUp();
    await until(
      () => service.app.get(LoadShedding).inUse.bytes,
      (bytes) => bytes === 0,
    );
  });

  it('does not count small bodies, or those of which little is read, whatever length they announce', async () => {
    const login = { username: 'demo', password: 'Acervo@2026' };
    const stranger = new Api(service.url);
    const greedy = Array.from(
      { length: 8 },
      () => new RawRequest(stranger, '/api/Autenticacao/Login', { 'content-length': INFLIGHT * MEGABYTE }),
    );
    await Promise.all(greedy.map((request) => request.send('{')));
    expect((await stranger.post('/api/Autenticacao/Login', { body: login })).status).toBe(201);
    expect(service.app.get(LoadShedding).inUse.bytes).toBe(0);
    for (const request of greedy) request.hangUp();
  });

  it('limits concurrent reports, per client and in total', async () => {
    const rows = service.app.get(ReportRows);
    const original = rows.documents.bind(rows);
    const gate = deferred();
    let asked = 0;
    rows.documents = async (...args) => {
      asked++;
      await gate.promise;
      return original(...args);
    };
    const report = async (api: Api, { idCliente = '' }: Record<string, string>) =>
      api.get(DATA, { query: await queryOf(api, REPORT.byLevel, EVER, { idCliente }) });
    try {
      const running = [report(demo, PLACES.demo), report(demo, PLACES.demo), report(other, PLACES.other)];
      await until(
        () => service.app.get(LoadShedding).inUse.reports,
        (count) => count === 3,
      );
      expectBusy(await report(demo, PLACES.demo));
      expectBusy(await report(other, PLACES.other));
      expect((await searching(demo, IDS.client)).status).toBe(200);
      gate.resolve();
      expect((await Promise.all(running)).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(asked).toBeGreaterThan(0);
    } finally {
      rows.documents = original;
    }
    expect((await report(demo, PLACES.demo)).status).toBe(200);
  });

  it('closes connections beyond its limit', async () => {
    const { port, hostname } = new URL(service.url);
    const sockets: Socket[] = [];
    let closed = 0;
    for (let index = 0; index < 130; index++) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => undefined).on('close', () => closed++);
      sockets.push(socket);
    }
    await Promise.all(sockets.map((socket) => once(socket, 'connect').catch(() => undefined)));
    await until(
      () => closed,
      (count) => count >= 30,
    );
    expect(closed).toBeLessThan(130);
    for (const socket of sockets) socket.destroy();
    await until(
      () => searching(demo, IDS.client).catch(() => null),
      (answer) => answer?.status === 200,
    );
  });
});
