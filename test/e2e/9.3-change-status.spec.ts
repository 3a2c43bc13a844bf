import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { Api, IDS } from './support/api';
import { expectRefusal, problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { expectAlike, NOBODY } from './support/reading';
import { atOnce, tally } from './support/repeats';
import {
  CREATE,
  dayOf,
  daysFromNow,
  done,
  grant,
  makeUser,
  OTHER_HOME,
  PROFILES,
  refusedWith,
  setStatus,
  signIn,
  tryLogin,
  userWith,
} from './support/users';

describeService('9.3 PATCH /api/Usuario/{IdUsuario}/AlterarStatusUsuario', ({ service, demo, finance, other }) => {
  const aReader = () => userWith(demo, [grant(PROFILES.reader)]);
  const statusOf = async (id: string) => (await demo.get(`/api/Usuario/${id}`)).json.status as string;

  it('A16 I ends every session at once, and the login', async () => {
    const { id, login, api } = await aReader();
    const opened = (await tryLogin(service.url, login)).json as Record<string, string>;
    expect((await api.get('/api/Estrutura')).status).toBe(200);
    done(await setStatus(demo, id, 'I'));
    for (const token of [api.token, opened.Token!]) {
      expect(expectRefusal(await new Api(service.url, token).get('/api/Estrutura'), 401).codigo).toBe('TOKEN_INVALIDO');
    }
    const refresh = { idUsuario: id, username: login, refreshToken: opened.RefreshToken };
    expectRefusal(await new Api(service.url).post('/api/Autenticacao/RefreshToken', { body: refresh }), 401);
    expect(await statusOf(id)).toBe('I');
  });

  it('A2 returns the same refusal for the login of an inactive user as for a wrong password', async () => {
    const { id, login } = await aReader();
    done(await setStatus(demo, id, 'I'));
    expectAlike(401, [
      await tryLogin(service.url, login),
      await tryLogin(service.url, login, 'Errada#99'),
      await tryLogin(service.url, 'ninguém'),
    ]);
  });

  it('A allows the user to log in again, with the former permissions', async () => {
    const { id, login, api } = await aReader();
    done(await setStatus(demo, id, 'I'));
    done(await setStatus(demo, id, 'A'));
    expectRefusal(await api.get('/api/Estrutura'), 401);
    const again = await signIn(service.url, login);
    expect((await again.get('/api/Estrutura')).status).toBe(200);
    expect(await statusOf(id)).toBe('A');
  });

  it('A clears the scheduled inactivation', async () => {
    const { id, login } = await makeUser(demo, { dataAgendamentoInativacao: dayOf(new Date()) });
    expect((await tryLogin(service.url, login)).status).toBe(401);
    done(await setStatus(demo, id, 'A'));
    expect((await tryLogin(service.url, login)).status).toBe(201);
  });

  it('an unchanged status is accepted, also concurrently', async () => {
    const { id, api } = await aReader();
    done(await setStatus(demo, id, 'A'));
    expect((await api.get('/api/Estrutura')).status).toBe(200);
    const answers = await atOnce(12, (index) => setStatus(demo, id, index % 2 ? 'I' : 'i'));
    expect(tally(answers)).toEqual({ '200': 12 });
    expect(await statusOf(id)).toBe('I');
  });

  it('does not end sessions of others', async () => {
    const [one, two] = [await aReader(), await aReader()];
    done(await setStatus(demo, one.id, 'I'));
    expect((await two.api.get('/api/Estrutura')).status).toBe(200);
    expect((await demo.get('/api/Estrutura')).status).toBe(200);
  });

  it('U6 of oneself works', async () => {
    const { id, login, api } = await userWith(demo, [grant(PROFILES.admin)]);
    done(await setStatus(api, id, 'I'));
    expectRefusal(await api.post(CREATE, { body: {} }), 401);
    expect((await tryLogin(service.url, login)).status).toBe(401);
  });

  describe('refused', () => {
    it.each<[unknown, string]>([
      [undefined, 'OBRIGATORIO'],
      ['', 'OBRIGATORIO'],
      [null, 'OBRIGATORIO'],
      ['X', 'OPCAO_INVALIDA'],
      ['AI', 'OPCAO_INVALIDA'],
      ['Ativo', 'OPCAO_INVALIDA'],
      [1, 'OPCAO_INVALIDA'],
      [true, 'OPCAO_INVALIDA'],
      [['I'], 'OPCAO_INVALIDA'],
    ])('%j as status', async (status, code) => {
      const { id } = await aReader();
      expect(problemsOf(await refusedWith(service, 400, () => setStatus(demo, id, status)))).toEqual([`novoStatus ${code}`]);
    });

    it('a malformed id', async () => {
      expect(problemsOf(await refusedWith(service, 400, () => setStatus(demo, 'x', 'I')))).toEqual(['IdUsuario FORMATO_INVALIDO']);
    });

    it('users of another client or with more permissions like unknown ones', async () => {
      const foreign = await makeUser(other, OTHER_HOME);
      const whole = await makeUser(demo, { clienteMaster: '1' });
      expectAlike(404, [await setStatus(demo, NOBODY, 'I'), await setStatus(demo, foreign.id, 'I')]);
      expectAlike(404, [
        await setStatus(finance, NOBODY, 'I'),
        await setStatus(finance, whole.id, 'I'),
        await setStatus(finance, foreign.id, 'I'),
      ]);
      // Also the only one who administers a client of the caller's, and is at home elsewhere.
      const elsewhere = ['grant-of-the-last', foreign.id, idBytes(IDS.client), null, PROFILES.admin];
      await service.database.query(
        'INSERT INTO user_grant (id, user_id, client_id, unit_id, profile_id) VALUES (?, ?, ?, ?, ?)',
        elsewhere,
      );
      const administrators = `UPDATE user_account SET active = ? WHERE id IN (SELECT user_id FROM user_grant WHERE client_id = ?) AND id <> ? AND login <> 'financeiro'`;
      await service.database.query(administrators, [0, idBytes(IDS.client), foreign.id]);
      const answers = [await setStatus(finance, NOBODY, 'I'), await setStatus(finance, foreign.id, 'I')];
      await service.database.query(administrators, [1, idBytes(IDS.client), foreign.id]);
      expectAlike(404, answers);
      for (const { login } of [foreign, whole]) expect((await tryLogin(service.url, login)).status).toBe(201);
    });
  });

  it('a scheduled inactivation has no earlier effect', async () => {
    const { login } = await makeUser(demo, { dataAgendamentoInativacao: dayOf(daysFromNow(2)) });
    expect((await tryLogin(service.url, login)).status).toBe(201);
  });

  it('the last administrator of a client stays active, also with concurrent calls', async () => {
    const { IdUsuario: last } = (await tryLogin(service.url, 'outro', 'Acervo@2026')).json as { IdUsuario: string };
    const self = (api: Api, id: string) => setStatus(api, id, 'I');
    expect(problemsOf(await refusedWith(service, 422, () => self(other, last)))).toEqual(['novoStatus ULTIMO_ADMINISTRADOR']);
    // Who may only look is no help.
    const clerk = await makeUser(other, OTHER_HOME);
    expectRefusal(await self(other, last), 422);
    const second = await makeUser(other, { ...OTHER_HOME, clienteMaster: '1' });
    const api = await signIn(service.url, second.login);
    const answers = await Promise.all([self(other, last), self(api, second.id)]);
    expect(tally(answers)).toEqual({ '200': 1, '422 ULTIMO_ADMINISTRADOR': 1 });
    expect(clerk.id).toBeTruthy();

    // Nor when each of them sends the other away.
    const [stayed, gone] = answers[0]!.status === 200 ? [api, last] : [other, second.id];
    expect((await setStatus(stayed, gone, 'A')).status).toBe(200);
    const back = gone === last ? await signIn(service.url, 'outro', 'Acervo@2026') : await signIn(service.url, second.login);
    const each = await Promise.all([setStatus(stayed, gone, 'I'), setStatus(back, gone === last ? second.id : last, 'I')]);
    expect(each.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
