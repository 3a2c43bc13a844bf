import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ReportRows } from '#application/ports/reports';
import type { AcervoAdapter } from '#http/server/acervo-adapter';
import { LoadShedding } from '#http/server/load-shedding';
import { deferred } from '../contracts/support/deferred';
import { ServiceProcess } from '../faults/support/service-process';
import { until } from '../support/until';
import { loggedIn, place, type Api } from './support/api';
import { bodyOf, PATHS } from './support/creates';
import { RawRequest } from './support/raw-http';
import { DATA, EVER, queryOf, REPORT } from './support/reports';
import { startService, type Service } from './support/service';

const CONTENT = randomBytes(2 * 1024 * 1024);
const UPLOAD = Buffer.from(JSON.stringify(bodyOf('V1', { files: [{ content: CONTENT, extension: 'bin' }] })));
const HALF = UPLOAD.length / 2;

/** An upload of which one half is there; `finish` sends the other. */
async function halfSent(api: Api): Promise<{ request: RawRequest; finish(): void }> {
  const request = new RawRequest(api, PATHS.V1, { 'content-length': UPLOAD.length }, place());
  await request.send(UPLOAD.subarray(0, HALF));
  return { request, finish: () => request.end(UPLOAD.subarray(HALF)) };
}

const refuses = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', () => resolve(true));
  });

const closed = (socket: Socket) => until(() => socket.destroyed || socket.readableEnded, Boolean);

describe('the stopping service', () => {
  const departureOf = ({ app }: Service) => (app.getHttpAdapter() as unknown as AcervoAdapter).shutdown;

  it('finishes running requests, and accepts no new ones', async () => {
    const service = await startService({ SHUTDOWN_SECONDS: '30' });
    const api = await loggedIn(service.url);
    const rows = service.app.get(ReportRows);
    const original = rows.documents.bind(rows);
    const gate = deferred();
    let isAsked = false;
    rows.documents = async (...args) => {
      isAsked = true;
      await gate.promise;
      return original(...args);
    };
    const agent = new Agent({ keepAlive: true });
    const idle = await new Promise<Socket>((resolve) => {
      get(`${service.url}/saude/viva`, { agent }, (response: IncomingMessage) => {
        const { socket } = response;
        response.resume().once('end', () => resolve(socket));
      });
    });
    const silent = connect(Number(new URL(service.url).port), '127.0.0.1');
    const upload = await halfSent(api);
    const report = api.get(DATA, { query: await queryOf(api, REPORT.byLevel, EVER) });
    await until(() => isAsked, Boolean);

    departureOf(service).announce();
    const ready = await api.get('/saude/pronta');
    expect([ready.status, ready.json.status, ready.headers.get('connection')]).toEqual([503, 'encerrando', 'close']);
    expect((await api.get('/saude/viva')).status).toBe(200);

    const stopped = service.stop();
    await until(() => refuses(service.url), Boolean);
    await Promise.all([closed(idle), closed(silent)]);
    gate.resolve();
    upload.finish();
    expect((await report).status).toBe(200);
    const answer = await upload.request.answer;
    expect([answer.status, answer.headers.get('connection')]).toEqual([201, 'close']);
    await stopped;
    expect(departureOf(service).cutOff).toBe(0);
    agent.destroy();
  });

  it('aborts requests that take too long', async () => {
    const service = await startService({ SHUTDOWN_SECONDS: '1' });
    const upload = await halfSent(await loggedIn(service.url));
    await until(
      () => service.app.get(LoadShedding).inUse.bytes,
      (bytes) => bytes > 0,
    );
    await service.stop();
    expect(departureOf(service).cutOff).toBe(1);
    await expect(upload.request.answer).rejects.toThrow();
  });
});

describe('a process that gets a signal', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'acervo-shutdown-'))));
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const start = (name: string) =>
    ServiceProcess.start({ DATA_DIR: join(folder, name), PORT: '0', SHUTDOWN_SECONDS: '40', DATABASE_URL: '', S3_ENDPOINT: '' });

  it('finishes and exits with 0; at a second signal exits with 1 at once', async () => {
    const [patient, hurried] = await Promise.all([start('patient'), start('hurried')]);
    const uploads = await Promise.all([patient, hurried].map(async ({ url }) => halfSent(await loggedIn(url))));
    const ends = [patient.kill('SIGTERM'), hurried.kill('SIGINT')];
    await until(() => refuses(patient.url), Boolean);
    await until(() => refuses(hurried.url), Boolean);
    uploads[0]!.finish();
    expect((await uploads[0]!.request.answer).status).toBe(201);
    expect(await ends[0]).toEqual({ code: 0, signal: null });
    // Two signals within a second are one press of Ctrl-C under npm.
    await until(
      () => (void hurried.kill('SIGINT'), hurried.isOver),
      (isOver) => isOver,
    );
    expect(await ends[1]).toEqual({ code: 1, signal: null });
    await expect(uploads[1]!.request.answer).rejects.toThrow();
  });
});
