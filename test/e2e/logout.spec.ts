import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { Api, IDS } from './support/api';
import { eventRows } from './support/audited';
import { expectRefusal } from './support/creates';
import { describeService } from './support/describe-service';

const LOGOUT = '/api/Autenticacao/Logout';

interface Session {
  IdUsuario: string;
  Login: string;
  Token: string;
  RefreshToken: string;
}

describeService('POST /api/Autenticacao/Logout', ({ service }) => {
  let api: Api;
  beforeAll(async () => {
    api = new Api(service.url);
  });

  const login = async (): Promise<Session> =>
    (await api.post('/api/Autenticacao/Login', { body: { username: 'demo', password: DEMO_PASSWORD } })).json as Session;
  const renew = ({ IdUsuario, Login, RefreshToken }: Session) =>
    api.post('/api/Autenticacao/RefreshToken', { body: { idUsuario: IdUsuario, username: Login, refreshToken: RefreshToken } });
  const works = async ({ Token }: Session) => (await api.get('/api/Estrutura', { token: Token })).status === 200;

  it('ends the session of the token, and no other', async () => {
    const [session, other] = [await login(), await login()];
    const { status, json } = await api.post(LOGOUT, { token: session.Token });
    expect([status, json]).toEqual([200, 'Ok!']);
    expect([await works(session), await works(other)]).toEqual([false, true]);
    expectRefusal(await renew(session), 401);
    expectRefusal(await api.post(LOGOUT, { token: session.Token }), 401);
    expect((await renew(other)).status).toBe(201);
  });

  it('ends the whole session, also with the token before a renewal', async () => {
    const session = await login();
    const renewed = (await renew(session)).json as Session;
    expect((await api.post(LOGOUT, { token: session.Token })).status).toBe(200);
    expect(await works(renewed)).toBe(false);
    expectRefusal(await renew(renewed), 401);
  });

  it('serves users who must change the password first', async () => {
    const session = await login();
    await service.database.query(`UPDATE user_account SET must_change_password = 1 WHERE id = '${session.IdUsuario}'`);
    expect(await works(session)).toBe(false);
    expect((await api.post(LOGOUT, { token: session.Token })).status).toBe(200);
    await service.database.query(`UPDATE user_account SET must_change_password = 0 WHERE id = '${session.IdUsuario}'`);
    expect(await works(session)).toBe(false);
  });

  it.each([null, 'abc.def.ghi'])('refuses the token %s', async (token) => {
    expectRefusal(await api.post(LOGOUT, { token }), 401);
  });

  it('is recorded in the audit trail', async () => {
    const [session, reader] = [await login(), await login()];
    await api.post(LOGOUT, { token: session.Token });
    const { json } = await api.get('/api/Auditoria', {
      token: reader.Token,
      query: { idCliente: IDS.client, acao: 'sessao.encerrar', limite: '1' },
    });
    const row = (await eventRows(service, "e.action = 'session.close'")).at(-1);
    expect(JSON.parse(row!.subject)).toEqual({ sessionId: expect.any(String) as string });
    expect((json as { eventos: object[] }).eventos).toMatchObject([{ acao: 'sessao.encerrar', idUsuario: session.IdUsuario }]);
  });
});
