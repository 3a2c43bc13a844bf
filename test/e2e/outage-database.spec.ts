import { TcpProxy } from '../faults/kit/tcp-proxy';
import { until } from '../support/until';
import { IDS, loggedIn, type Answer, type Api } from './support/api';
import { create, createdBy, expectRefusal } from './support/creates';
import { startService, STORAGE, type Service } from './support/service';

const READY = '/saude/pronta';
const POOL = 3;

/** The embedded database cannot be away. */
(STORAGE === 'servers' ? describe : describe.skip)('a database that is silent, gone or crowded', () => {
  let wire: TcpProxy;
  let service: Service;
  let api: Api;
  beforeAll(async () => {
    service = await startService(async ({ DATABASE_URL = '' }) => {
      wire = await TcpProxy.start(DATABASE_URL);
      return {
        DATABASE_URL: wire.through(DATABASE_URL),
        DATABASE_POOL: String(POOL),
        DATABASE_QUEUE: '4',
        DATABASE_WAIT_SECONDS: '2',
        DATABASE_STATEMENT_SECONDS: '1',
      };
    });
    api = await loggedIn(service.url);
    createdBy(await create(api, 'V3'));
  });
  afterEach(() => wire.heal());
  afterAll(async () => {
    await service.stop();
    await wire.close();
  });

  const searching = () => api.get('/api/Documento/Get', { query: { idCliente: IDS.client } });
  const isReady = (status: number) =>
    until(
      () => api.get(READY),
      (answer) => answer.status === status,
    );
  const crowd = (size: number, call: () => Promise<Answer> = searching) => Promise.all(Array.from({ length: size }, call));
  const expectUnavailable = (answer: Answer, code = 'SERVICO_INDISPONIVEL') => {
    expect(expectRefusal(answer, 503).codigo).toBe(code);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  };

  async function expectRefusingAtOnce(): Promise<void> {
    expect((await isReady(503)).json).toMatchObject({ status: 'falha', banco: 'falha' });
    const before = wire.accepted;
    (await crowd(20)).forEach((answer) => expectUnavailable(answer));
    expectUnavailable(await create(api, 'V3'));
    // The probe alone knocks: now and then, one at a time.
    expect(wire.accepted - before).toBeLessThan(10);
    expect((await api.get('/saude/viva')).status).toBe(200);
  }

  async function expectBack(): Promise<void> {
    expect((await isReady(200)).json).toEqual({ status: 'ok', banco: 'ok', arquivos: 'ok' });
    const answers = await crowd(3);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    createdBy(await create(api, 'V3'));
    expect(wire.open).toBeLessThanOrEqual(POOL);
  }

  it('that hangs makes calls fail in time, then at once, and is used again when it answers', async () => {
    wire.break({ blackhole: true });
    for (const answer of await crowd(3 * POOL)) expect(answer.status).toBe(503);
    await expectRefusingAtOnce();
    wire.heal();
    await expectBack();
  });

  it('that refuses connections does so as well', async () => {
    await wire.refuse();
    expectUnavailable(await searching());
    await expectRefusingAtOnce();
    await wire.listen();
    await expectBack();
  });

  it('whose connections are all taken lets few calls wait briefly, and stays ready', async () => {
    const runners = Array.from({ length: POOL }, () => service.database.createQueryRunner());
    for (const runner of runners) await runner.query('SELECT 1');
    const answers = await crowd(12);
    answers.forEach((answer) => expectUnavailable(answer, 'SERVICO_OCUPADO'));
    expect((await api.get(READY)).status).toBe(200);
    for (const runner of runners) await runner.release();
    await expectBack();
  });

  it('that does not answer one statement loses only this connection', async () => {
    // MariaDB gives up any statement, and takes a sleep that is cut short for one that is over.
    const own = service.database.options.type === 'mariadb' ? 'SET STATEMENT max_statement_time = 0 FOR ' : '';
    // Vitess does nothing at a DO.
    const sleep = process.env.TEST_VITESS_MYSQL_URL ? 'SELECT /*vt+ QUERY_TIMEOUT_MS=0 */ SLEEP(60)' : `${own}DO SLEEP(60)`;
    await expect(service.database.query(sleep)).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await expectBack();
  });
});
