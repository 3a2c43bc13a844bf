import { once } from 'node:events';
import { connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { Sweeper } from '#application/files/sweeper';
import { Housekeeping } from '#application/retention/housekeeping';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { Api } from './support/api';
import { expectRefusal } from './support/creates';
import { describeService } from './support/describe-service';
import { DAY_MS, daysFromNow, setDatabaseClock, setProcessClock } from './support/users';

const REFRESH = '/api/Autenticacao/RefreshToken';

interface Session {
  IdUsuario: string;
  Login: string;
  Token: string;
  RefreshToken: string;
  ExpiracaoToken: string;
}

describeService('1.2 POST /api/Autenticacao/RefreshToken, late calls and wrong clocks', ({ service }) => {
  let api: Api;
  beforeAll(async () => {
    api = new Api(service.url);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    setProcessClock(service, null);
    setDatabaseClock(service, null);
  });

  const login = async (): Promise<Session> =>
    (await api.post('/api/Autenticacao/Login', { body: { username: 'demo', password: DEMO_PASSWORD } })).json as Session;
  const bodyOf = ({ IdUsuario, Login, RefreshToken }: Session) => ({ idUsuario: IdUsuario, username: Login, refreshToken: RefreshToken });
  const renew = (session: Session) => api.post(REFRESH, { body: bodyOf(session) });
  const works = async ({ Token }: Session) => (await api.get('/api/Estrutura', { token: Token })).status === 200;
  const tidy = async () => {
    await service.app.get(Housekeeping).tidy();
    await service.app.get(Sweeper).sweep();
  };
  /** The replica that answers from now on has another clock. */
  const elsewhere = (ms: number) => {
    jest.restoreAllMocks();
    const now = Date.now.bind(Date);
    jest.spyOn(Date, 'now').mockImplementation(() => now() + ms);
    setProcessClock(service, ms === 0 ? null : new Date(Date.now()));
  };

  it.each([
    ['45 seconds ahead', 45_000],
    ['45 seconds behind', -45_000],
    ['a year ahead', 365 * DAY_MS],
    ['a year behind', -365 * DAY_MS],
  ])('A13 A19 a replica whose clock is %s ends no session', async (_, ms) => {
    const first = await login();
    elsewhere(ms);
    const second = (await renew(first)).json as Session;
    expect(await works(second)).toBe(true);
    elsewhere(0);
    const retried = (await renew(first)).json as Session;
    expect(retried.RefreshToken).toBe(second.RefreshToken);
    expect(Math.abs(Date.parse(second.ExpiracaoToken) - Date.now() - service.config.sessionMinutes * 60_000)).toBeLessThan(600_000);
    elsewhere(ms);
    expect(((await renew(first)).json as Session).RefreshToken).toBe(second.RefreshToken);
    await tidy();
    elsewhere(0);
    const third = (await renew(second)).json as Session;
    expect([await works(second), await works(third)]).toEqual([true, true]);
  });

  it('a database clock that jumps a year ahead and back ends no session', async () => {
    const session = await login();
    await tidy();
    setDatabaseClock(service, daysFromNow(365));
    expect(await works(session)).toBe(false);
    for (let time = 0; time < 3; time++) await tidy();
    setDatabaseClock(service, null);
    expect(await works(session)).toBe(true);
    expect((await renew(session)).status).toBe(201);
  });

  /** Sends a call and hangs up before it can be answered; resolves when the service has done with it. */
  const sendAndLeave = async (body: object) => {
    const server = service.app.getHttpServer() as Server;
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const text = JSON.stringify(body);
    const caller = connect((server.address() as AddressInfo).port, '127.0.0.1');
    await once(caller, 'connect');
    const [socket] = await accepted;
    // Not `once` of Node, which an error of the connection rejects: a probe finds that the caller is gone.
    const closed = new Promise((resolve) => socket.once('close', resolve));
    caller.end(`POST ${REFRESH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
    caller.destroy();
    await closed;
    for (let time = 0; time < 3; time++) await api.get('/saude/pronta');
  };

  it('A19 a late duplicate of an abandoned call ends nothing', async () => {
    const first = await login();
    const second = (await renew(first)).json as Session;
    expect(await works(second)).toBe(true);
    await service.database.query('UPDATE session SET rotated_at = rotated_at - 120000 WHERE rotated_at IS NOT NULL');
    await sendAndLeave(bodyOf(first));
    expect(await works(second)).toBe(true);
    // The same by somebody who waits for an answer: a copy of a token that is spent.
    expectRefusal(await renew(first), 401);
    expect(await works(second)).toBe(false);
  });

  it('a call whose caller has disconnected is not started', async () => {
    const session = await login();
    await sendAndLeave(bodyOf(session));
    const [row] = (await service.database.query('SELECT refresh_count FROM session ORDER BY created_at DESC, id DESC LIMIT 1')) as {
      refresh_count: number;
    }[];
    expect(row!.refresh_count).toBe(0);
    expect((await renew(session)).status).toBe(201);
  });
});
