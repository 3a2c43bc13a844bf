import { FileStorage } from '#application/ports/files';
import { readAll } from '../builders/bytes';
import { StubBucket } from '../faults/kit/s3-objects';
import { S3Stub } from '../faults/kit/s3-stub';
import { TcpProxy } from '../faults/kit/tcp-proxy';
import { until } from '../support/until';
import { IDS, loggedIn, type Answer, type Api } from './support/api';
import { create, createdBy, expectRefusal, filesOf } from './support/creates';
import { startService, type Service } from './support/service';

const READY = '/saude/pronta';
const LARGE = Buffer.alloc(3 * 1024 * 1024, 'large');

describe('a file store that hangs, is down or refuses access', () => {
  let stub: S3Stub;
  let wire: TcpProxy;
  let service: Service;
  let api: Api;
  let document: { id: string; code: number };
  beforeAll(async () => {
    stub = await S3Stub.start();
    stub.buckets.set('outage', new StubBucket());
    wire = await TcpProxy.start(stub.endpoint);
    const { accessKeyId, secretAccessKey } = stub.keys;
    service = await startService({
      S3_ENDPOINT: wire.through(stub.endpoint),
      S3_BUCKET: 'outage',
      S3_ACCESS_KEY_ID: accessKeyId,
      S3_SECRET_ACCESS_KEY: secretAccessKey,
      S3_REQUEST_SECONDS: '2',
    });
    api = await loggedIn(service.url);
    document = createdBy(await create(api, 'V3', { files: [{ content: 'before', extension: 'txt' }] }));
  });
  afterEach(() => {
    stub.behave();
    wire.heal();
  });
  afterAll(async () => {
    await service.stop();
    await wire.close();
    await stub.close();
  });

  const filing = () => create(api, 'V3', { files: [{ content: 'during', extension: 'txt' }] });
  const fetching = () => api.get('/api/Arquivo/Get', { query: { idDocumento: document.id } });
  const isReady = (status: number) =>
    until(
      () => api.get(READY),
      (answer) => answer.status === status,
    );
  const asked = () => stub.requests - (stub.counts.get('HeadBucket') ?? 0);
  const expectUnavailable = (answer: Answer) => {
    expect(expectRefusal(answer, 503).codigo).toBe('SERVICO_INDISPONIVEL');
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  };

  /** What needs no file goes on as ever; what does is refused, without anybody being asked. */
  async function expectRefusingAtOnce(): Promise<void> {
    expect((await isReady(503)).json).toEqual({
      status: 'falha',
      banco: 'ok',
      arquivos: 'falha',
      motivos: [{ dependencia: 'arquivos', codigo: 'SEM_RESPOSTA', desde: expect.stringMatching(/^20\d\d-/) }],
    });
    const before = asked();
    const answers = await Promise.all(Array.from({ length: 15 }, (_, index) => (index % 2 ? filing() : fetching())));
    answers.forEach(expectUnavailable);
    expect(asked()).toBe(before);
    expect((await api.get('/saude/viva')).status).toBe(200);
    expect((await create(api, 'V3')).status).toBe(201);
    expect((await api.get('/api/Documento/Get', { query: { idCliente: IDS.client, Documento: document.code } })).status).toBe(200);
  }

  async function expectBack(): Promise<void> {
    expect((await isReady(200)).json).toEqual({ status: 'ok', banco: 'ok', arquivos: 'ok' });
    expect((await filing()).status).toBe(201);
    const files = await filesOf(api, document.id);
    expect(Buffer.from(files[0]!.binario, 'base64').toString()).toBe('before');
  }

  it('that hangs is probed once at a time, and delays no call', async () => {
    stub.misbehave(() => ({ kind: 'hang' }));
    const running = await Promise.all([filing(), fetching()]);
    running.forEach(expectUnavailable);
    await expectRefusingAtOnce();
    expect(stub.open.hanging).toBeLessThanOrEqual(1);
    stub.behave();
    await expectBack();
    await until(
      () => stub.open.hanging,
      (hanging) => hanging === 0,
    );
  });

  it('that refuses connections is not tried for every call', async () => {
    await wire.refuse();
    expectUnavailable(await filing());
    await expectRefusingAtOnce();
    await wire.listen();
    await expectBack();
  });

  it('that is overloaded is not called', async () => {
    stub.misbehave(() => ({ kind: 'answer', status: 503, code: 'SlowDown' }));
    await expectRefusingAtOnce();
    stub.behave();
    await expectBack();
  });

  it('that refuses our keys is not reported as an error of the caller', async () => {
    stub.misbehave(() => ({ kind: 'answer', status: 403, code: 'InvalidAccessKeyId' }));
    expect((await isReady(503)).json).toEqual({
      status: 'falha',
      banco: 'ok',
      arquivos: 'falha',
      motivos: [{ dependencia: 'arquivos', codigo: 'INUTILIZAVEL', desde: expect.stringMatching(/^20\d\d-/) }],
    });
    for (const answer of [await filing(), await fetching()]) expectUnavailable(answer);
    stub.behave();
    await expectBack();
  });

  it('that hangs in the middle of an object ends the download', async () => {
    const large = createdBy(await create(api, 'V3', { files: [{ content: LARGE, extension: 'txt' }] }));
    const [row] = (await service.database.query(
      `SELECT f.object_key AS object_key FROM document_file f JOIN document d ON d.code = f.document_code WHERE d.id = '${large.id}'`,
    )) as { object_key: string }[];
    const storage = service.app.get(FileStorage);
    wire.break({ bytesPerSecond: 1024 * 1024 });
    const reading = await storage.read(row!.object_key);
    wire.break({ blackhole: true });
    await expect(readAll(reading)).rejects.toThrow(/silent/);
    wire.heal();
    await isReady(200);
    expect((await readAll(await storage.read(row!.object_key))).length).toBe(LARGE.length);
  });
});
