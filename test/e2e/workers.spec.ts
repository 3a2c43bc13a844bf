import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { command, ServiceProcess } from '../faults/support/service-process';
import { openStore, type Store } from '../support/store';
import { until } from '../support/until';
import { Api, loggedIn, place } from './support/api';
import { bodyOf, PATHS } from './support/creates';
import { RawRequest } from './support/raw-http';
import { STORAGE } from './support/service';

const TOKEN = 'metrics-of-the-operator'.repeat(2);
const UPLOAD = Buffer.from(JSON.stringify(bodyOf('V1', { files: [{ content: Buffer.alloc(2 * 1024 * 1024, 'x'), extension: 'bin' }] })));
const WORKERS = 'acervo_process_info{node="' + process.version + '"}';
const ANSWERED = 'acervo_http_requests_total{operation="GET /saude/viva",status="2xx"}';

/** Embedded, there is only one process (test/rules/config.spec.ts). */
const describeWorkers = STORAGE === 'servers' ? describe : describe.skip;

describeWorkers('several workers behind one port', () => {
  let store: Store;
  let folder: string;
  let service: ServiceProcess;
  let environment: Record<string, string>;

  beforeAll(async () => {
    store = await openStore(STORAGE);
    folder = await mkdtemp(join(tmpdir(), 'acervo-workers-'));
    environment = {
      ...(store.environment as Record<string, string>),
      DATA_DIR: folder,
      HOST: '127.0.0.1',
      PORT: '0',
      WORKERS: '2',
      DEMO_ARCHIVE: 'true',
      METRICS_TOKEN: TOKEN,
      SHUTDOWN_SECONDS: '60',
    };
    expect(await command(environment, ['migrate'])).toMatchObject({ code: 0 });
    service = await ServiceProcess.start(environment);
  });
  afterAll(async () => {
    await service.kill();
    await store.remove();
    await rm(folder, { recursive: true, force: true });
  });

  /** Each on a connection of its own: they are what the workers share out. */
  const get = (path: string, headers = {}) => new Api(service.url).get(path, { headers: { ...headers, connection: 'close' } });
  const metrics = async () => (await get('/metricas', { authorization: `Bearer ${TOKEN}` })).text;
  const valueOf = (text: string, series: string) =>
    Number(text.split('\n').find((line) => line.startsWith(`${series} `))?.slice(series.length + 1) ?? NaN); // prettier-ignore
  const workers = () => childrenOf(service.pid);

  it('all answer, and each names itself in the log', async () => {
    const answers = new Set<number>();
    await until(
      async () => {
        expect((await get('/api/Estrutura')).status).toBe(401);
        for (const [, worker] of service.lastWords.matchAll(/"worker":(\d+)/g)) answers.add(Number(worker));
        return answers.size;
      },
      (size) => size === 2,
    );
  });

  it('their metrics are summed, whichever is asked', async () => {
    const before = valueOf(await metrics(), ANSWERED) || 0;
    for (let call = 0; call < 10; call++) expect((await get('/saude/viva')).status).toBe(200);
    for (let reading = 0; reading < 2; reading++) {
      // An answer leaves before it is counted.
      const text = await until(metrics, (read) => valueOf(read, ANSWERED) === before + 10, { what: 'all calls counted' });
      expect([valueOf(text, WORKERS), valueOf(text, 'acervo_dependency_up{dependency="database"}')]).toEqual([2, 1]);
    }
  });

  it('one that dies is replaced, and the port stays open', async () => {
    const [dead, other] = workers();
    process.kill(dead!, 'SIGKILL');
    expect(await refuses(service.url)).toBe(false);
    // A connection that is given to the dead one before the primary knows of it gets no answer (ADR 38).
    await until(workers, (all) => all.length === 2 && !all.includes(dead!));
    await until(
      async () => {
        expect((await get('/saude/pronta')).status).toBe(200);
        return valueOf(await metrics(), WORKERS);
      },
      (count) => count === 2,
    );
    expect(workers()).toContain(other);
  });

  it('SIGTERM to the primary completes running calls in all of them, and ends with 0', async () => {
    const api = await loggedIn(service.url);
    // More than one connection: they are dealt out in turn.
    const uploads = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const request = new RawRequest(api, PATHS.V1, { 'content-length': UPLOAD.length }, place());
        await request.send(UPLOAD.subarray(0, UPLOAD.length / 2));
        return request;
      }),
    );
    await until(metrics, (text) => valueOf(text, 'acervo_http_requests_in_flight') >= 5);
    const ended = service.kill('SIGTERM');
    await until(() => refuses(service.url), Boolean);
    for (const request of uploads) request.end(UPLOAD.subarray(UPLOAD.length / 2));
    for (const request of uploads) expect((await request.answer).status).toBe(201);
    expect(await ended).toEqual({ code: 0, signal: null });
  });

  it('a primary whose first worker cannot start gives up', async () => {
    const wrong = { ...environment, DATABASE_URL: 'mysql://acervo@127.0.0.1:1/acervo' };
    await expect(ServiceProcess.start(wrong)).rejects.toThrow(/ended with 1: .*the database cannot be reached/s);
  });
});

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number); // prettier-ignore

const refuses = (url: string): Promise<boolean> =>
  new Promise((resolve) => {
    const { port, hostname } = new URL(url);
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', () => resolve(true));
  });
