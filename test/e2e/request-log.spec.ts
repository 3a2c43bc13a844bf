import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { symbols } from 'pino';
import { PinoLogger } from '#infrastructure/logging/pino-logger';
import { until } from '../support/until';
import { IDS } from './support/api';
import { create, createdBy } from './support/creates';
import { describeService } from './support/describe-service';

type Line = Record<string, unknown>;

describeService('the log of requests', { LOG_LEVEL: 'info' }, ({ service, demo: api }) => {
  const lines: Line[] = [];
  let userId: string;
  beforeAll(async () => {
    const stream = Reflect.get(service.app.get(PinoLogger).pino, symbols.streamSym) as { write(line: string): boolean };
    stream.write = (line) => lines.push(JSON.parse(line) as Line) > 0;
    const [user] = (await service.database.query("SELECT id FROM user_account WHERE login_key = 'demo'")) as { id: string }[];
    userId = user?.id as string;
  });

  /** The answer leaves before its line is written. */
  const lineOf = async (requestId: string): Promise<Line> => {
    const found = await until(
      () => lines.filter((line) => line.requestId === requestId),
      (these) => these.length > 0,
    );
    expect(found).toHaveLength(1);
    return found[0] as Line;
  };
  const ofAnswer = ({ headers }: { headers: Headers }) => lineOf(headers.get('x-request-id') as string);

  it('has a line with ids and figures for a successful answer', async () => {
    const answer = await create(api, 'V2', { files: [{ content: 'x'.repeat(30_000), extension: 'txt', name: 'a name' }] });
    createdBy(answer);
    const line = await ofAnswer(answer);
    expect(line).toEqual({
      level: 30,
      time: expect.any(Number),
      msg: 'answered',
      requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      operation: '4.3',
      method: 'POST',
      route: '/api/v2/Documento',
      status: 201,
      ms: expect.any(Number),
      bytesIn: expect.any(Number),
      bytesOut: expect.any(Number),
      userId,
      clientId: IDS.client,
    });
    expect(line.bytesIn).toBeGreaterThan(40_000);
    expect(line.bytesOut).toBeGreaterThan(answer.bytes.length);
  });

  it('has the route template, and the reason of a refusal', async () => {
    const answer = await api.get(`/api/Arquivo/${IDS.unit}/Cliente/${IDS.client}`, { query: { segredo: 'nobody reads this' } });
    const line = await ofAnswer(answer);
    expect(line).toMatchObject({ operation: '2.5', route: '/api/Arquivo/:idImagem/Cliente/:idCliente', status: answer.status, userId });
    expect(line.error).toMatch(/^[A-Z_]+$/);
    expect(JSON.stringify(line)).not.toMatch(/nobody|segredo/);
  });

  it('has neither user nor route for undeclared routes', async () => {
    const line = await ofAnswer(await api.get('/a/secret/place'));
    expect(line).toMatchObject({ status: 404, error: 'ROUTE_NOT_FOUND' });
    expect(Object.keys(line)).not.toEqual(expect.arrayContaining(['route']));
    expect(JSON.stringify(line)).not.toContain('secret');
  });

  it('uses a valid id given by the caller', async () => {
    await api.get('/api/Estrutura', { headers: { 'x-request-id': 'trace-of.mine:7' } });
    expect(await lineOf('trace-of.mine:7')).toMatchObject({ status: 200 });
    const other = await api.get('/api/Estrutura', { headers: { 'x-request-id': 'two words' } });
    expect(other.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    await ofAnswer(other);
  });

  it('has a line for invalid requests', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.end('NONSENSE\r\n\r\n');
    const requestId = /x-request-id: (\S+)/i.exec(await text(socket))?.[1] as string;
    expect(await lineOf(requestId)).toMatchObject({ status: 400, error: 'UNREADABLE' });
  });

  it('marks requests whose caller disconnected', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /api/v2/Documento?idCliente=${IDS.client}&idUnidade=${IDS.unit}&idArvoreOrganizacional=${IDS.contracts} HTTP/1.1\r\nHost: a\r\n` +
        `Authorization: Bearer ${api.token}\r\nX-Request-Id: left-early\r\nContent-Type: application/json\r\nContent-Length: 500000\r\n\r\n{"a`,
    );
    const before = lines.length;
    await until(
      () => api.get('/api/Estrutura'),
      () => lines.length > before,
    );
    socket.destroy();
    expect(await lineOf('left-early')).toMatchObject({ operation: '4.3', aborted: true });
  });

  it('leaves out probes, unless they fail', async () => {
    for (let turn = 0; turn < 5; turn++) await api.get('/saude/pronta');
    await ofAnswer(await api.get('/api/Estrutura'));
    expect(lines.filter(({ route }) => String(route).startsWith('/saude'))).toEqual([]);
    await service.database.destroy();
    const failed = await until(
      () => api.get('/saude/pronta'),
      ({ status }) => status === 503,
    );
    expect(await ofAnswer(failed)).toMatchObject({ level: 40, route: '/saude/pronta', status: 503 });
  });
});
