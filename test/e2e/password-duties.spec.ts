import { Api, IDS } from './support/api';
import { bodyOf, expectRefusal, PATHS } from './support/creates';
import { describeService } from './support/describe-service';
import { NOBODY } from './support/reading';
import {
  changingNobody,
  CREATE,
  dayOf,
  daysFromNow,
  done,
  grant,
  makeUser,
  OTHER_PASSWORD,
  PASSWORD,
  PROFILES,
  setClock,
  setGrants,
  setPassword,
  setStatus,
  signIn,
  tryLogin,
  USERS,
  userWith,
} from './support/users';

const DUTY = 'TROCA_DE_SENHA_OBRIGATORIA';
const MONTH = { frequenciaTrocaSenha: '1' };

describeService('password expiry and scheduled inactivation', ({ service, demo }) => {
  afterEach(() => setClock(service, null));

  const structure = (api: Api) => api.get('/api/Estrutura');
  const duty = async (api: Api) => expect(expectRefusal(await structure(api), 401).codigo).toBe(DUTY);
  const works = async (api: Api) => expect((await structure(api)).status).toBe(200);
  const ended = async (api: Api) => expect(expectRefusal(await structure(api), 401).codigo).toBe('TOKEN_INVALIDO');

  describe('alteraSenhaProximoLogin', () => {
    const bound = () => userWith(demo, [grant(PROFILES.admin)], { alteraSenhaProximoLogin: '1' });

    it('allows the login, and no other call', async () => {
      const { id, api } = await bound();
      const colleague = await makeUser(demo);
      await changingNobody(service, async () => {
        const calls = [
          structure(api),
          api.get('/api/Documento/Get', { query: { idCliente: IDS.client } }),
          api.get('/api/Documento/Get'),
          api.get('/api/Arquivo/Get', { query: { idDocumento: NOBODY } }),
          api.post(PATHS.V3, { body: bodyOf('V3') }),
          api.get('/api/Lista/GetListas'),
          api.get('/api/Auditoria', { query: { idCliente: IDS.client } }),
          api.get(USERS),
          api.get(`${USERS}/${id}`),
          api.post(CREATE, { body: '{' }),
          setStatus(api, colleague.id, 'I'),
          setGrants(api, id, []),
        ];
        for (const answer of await Promise.all(calls)) expect(expectRefusal(answer, 401).codigo).toBe(DUTY);
      });
    });

    it('does not allow setting passwords of others first', async () => {
      const { api } = await bound();
      const colleague = await makeUser(demo);
      await changingNobody(service, async () => {
        for (const id of [colleague.id, NOBODY]) expect(expectRefusal(await setPassword(api, id), 401).codigo).toBe(DUTY);
      });
      expect((await tryLogin(service.url, colleague.login)).status).toBe(201);
    });

    it('ends once the own password is changed', async () => {
      const { id, login, api } = await bound();
      expect(expectRefusal(await setPassword(api, id, 'fraca'), 422).codigo).toBe('SENHA_FRACA');
      await duty(api);
      done(await setPassword(api, id));
      await ended(api);
      const again = await signIn(service.url, login, OTHER_PASSWORD);
      await works(again);
      expect((await again.get(`${USERS}/${id}`)).json.alteraSenhaProximoLogin).toBe(false);
    });

    it('persists over a new login and a refresh', async () => {
      const { id, login } = await bound();
      const { json } = await tryLogin(service.url, login);
      const body = { idUsuario: id, username: login, refreshToken: json.RefreshToken as string };
      const refreshed = await new Api(service.url).post('/api/Autenticacao/RefreshToken', { body });
      expect(refreshed.status).toBe(201);
      await duty(new Api(service.url, refreshed.json.Token as string));
    });

    it('ends with an inactivation like any session', async () => {
      const { id, api } = await bound();
      done(await setStatus(demo, id, 'I'));
      await ended(api);
    });
  });

  describe('frequenciaTrocaSenha', () => {
    it('requires a new password after the given months: at the login and on every call', async () => {
      const { id, login } = await userWith(demo, [grant(PROFILES.reader)], MONTH);
      setClock(service, daysFromNow(27));
      const api = await signIn(service.url, login);
      await works(api);
      setClock(service, daysFromNow(31.99));
      await duty(api);
      const late = await signIn(service.url, login);
      await duty(late);
      done(await setPassword(late, id));
      const fresh = await signIn(service.url, login, OTHER_PASSWORD);
      await works(fresh);
      setClock(service, daysFromNow(31.99 + 27));
      await works(await signIn(service.url, login, OTHER_PASSWORD));
      setClock(service, daysFromNow(31.99 + 32));
      await duty(await signIn(service.url, login, OTHER_PASSWORD));
    });

    it('lasts until the end of the day', async () => {
      const { id, login } = await userWith(demo, [grant(PROFILES.reader)], MONTH);
      const [row] = (await service.database.query('SELECT password_expires_at FROM user_account WHERE id = ?', [id])) as Record<
        string,
        unknown
      >[];
      const expiry = Number(row?.password_expires_at);
      setClock(service, new Date(expiry - 1));
      const api = await signIn(service.url, login);
      await works(api);
      setClock(service, new Date(expiry + 1));
      await duty(api);
      expect(dayOf(new Date(expiry + 1))).not.toBe(dayOf(new Date(expiry)));
    });

    it('"" never expires a password', async () => {
      const { login } = await userWith(demo, [grant(PROFILES.reader)]);
      setClock(service, daysFromNow(36_500));
      await works(await signIn(service.url, login));
    });

    it('a password set by others expires as well', async () => {
      const { id, login } = await userWith(demo, [grant(PROFILES.reader)], MONTH);
      setClock(service, daysFromNow(20));
      const administrator = await signIn(service.url, 'demo', 'Acervo@2026');
      done(await setPassword(administrator, id));
      setClock(service, daysFromNow(40));
      await works(await signIn(service.url, login, OTHER_PASSWORD));
      setClock(service, daysFromNow(53));
      await duty(await signIn(service.url, login, OTHER_PASSWORD));
    });
  });

  describe('dataAgendamentoInativacao', () => {
    it('A2 A16 ends session and login at the beginning of that day, by the clock of the service', async () => {
      const day = dayOf(daysFromNow(3));
      const { id, login, api } = await userWith(demo, [grant(PROFILES.reader)], { dataAgendamentoInativacao: day });
      const { json } = await tryLogin(service.url, login);
      const midnight = new Date(`${day}T00:00:00-03:00`);
      setClock(service, new Date(midnight.getTime() - 1));
      await works(api);
      expect((await tryLogin(service.url, login)).status).toBe(201);
      setClock(service, midnight);
      await ended(api);
      expect((await tryLogin(service.url, login)).status).toBe(401);
      const body = { idUsuario: id, username: login, refreshToken: json.RefreshToken as string };
      expectRefusal(await new Api(service.url).post('/api/Autenticacao/RefreshToken', { body }), 401);
    });

    it('applies also to a user who must change the password', async () => {
      const day = dayOf(daysFromNow(1));
      const over = { dataAgendamentoInativacao: day, alteraSenhaProximoLogin: '1' };
      const { id, api } = await userWith(demo, [grant(PROFILES.reader)], over);
      setClock(service, daysFromNow(1.01));
      await ended(api);
      expectRefusal(await setPassword(api, id), 401);
    });

    it('shows the user as inactive from then on', async () => {
      const { id } = await makeUser(demo, { dataAgendamentoInativacao: dayOf(daysFromNow(2)) });
      const shown = async () => (await demo.get(`${USERS}/${id}`)).json.status as string;
      expect(await shown()).toBe('A');
      setClock(service, daysFromNow(3));
      expect(await shown()).toBe('I');
    });

    it('of today allows no login', async () => {
      const { login } = await makeUser(demo, { dataAgendamentoInativacao: dayOf(new Date()) });
      expect((await tryLogin(service.url, login, PASSWORD)).status).toBe(401);
    });
  });
});
