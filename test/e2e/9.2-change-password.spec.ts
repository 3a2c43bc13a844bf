import { Api, IDS } from './support/api';
import { expectRefusal, problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { expectAlike, NOBODY, visible } from './support/reading';
import { atOnce, tally } from './support/repeats';
import {
  done,
  grant,
  LOGIN,
  makeUser,
  OTHER_HOME,
  OTHER_PASSWORD,
  PASSWORD,
  PROFILES,
  refusedWith,
  setGrants,
  setPassword,
  setStatus,
  signIn,
  tryLogin,
  userWith,
} from './support/users';

const alive = async (api: Api) => (await api.get('/api/Estrutura')).status === 200;

describeService('9.2 PATCH /api/Usuario/{IdUsuario}/AlterarSenhaUsuario', ({ service, demo, finance, other }) => {
  const aReader = () => userWith(demo, [grant(PROFILES.reader)]);

  describe('the new password', () => {
    it('of oneself requires no permission', async () => {
      const { id, login, api } = await aReader();
      done(await setPassword(api, id));
      expect((await tryLogin(service.url, login)).status).toBe(401);
      expect(await alive(await signIn(service.url, login, OTHER_PASSWORD))).toBe(true);
    });

    it('of others is set by their administrators', async () => {
      const { id, login } = await aReader();
      done(await setPassword(demo, id.toUpperCase()));
      expect((await tryLogin(service.url, login)).status).toBe(401);
      expect((await tryLogin(service.url, login, OTHER_PASSWORD)).status).toBe(201);
      expect(await alive(demo)).toBe(true);
    });

    it('A16 ends all sessions of the user at once, and no others', async () => {
      const { id, login, api } = await aReader();
      const bystander = await aReader();
      const second = await signIn(service.url, login);
      const opened = (await tryLogin(service.url, login)).json as Record<string, string>;
      done(await setPassword(api, id));
      for (const session of [api, second]) expect(expectRefusal(await session.get('/api/Estrutura'), 401).codigo).toBe('TOKEN_INVALIDO');
      const refresh = { idUsuario: id, username: login, refreshToken: opened.RefreshToken };
      expectRefusal(await new Api(service.url).post('/api/Autenticacao/RefreshToken', { body: refresh }), 401);
      expect(await alive(bystander.api)).toBe(true);
      expect(await alive(demo)).toBe(true);
    });

    it('may be a former one', async () => {
      const { id, login } = await aReader();
      done(await setPassword(demo, id, PASSWORD));
      expect((await tryLogin(service.url, login)).status).toBe(201);
    });

    it('of an inactive user is set, and works once the user is active again', async () => {
      const { id, login } = await aReader();
      done(await setStatus(demo, id, 'I'));
      done(await setPassword(demo, id));
      expect((await tryLogin(service.url, login, OTHER_PASSWORD)).status).toBe(401);
      done(await setStatus(demo, id, 'A'));
      expect((await tryLogin(service.url, login, OTHER_PASSWORD)).status).toBe(201);
    });

    it('of concurrent changes: one wins, and no session remains', async () => {
      const { id, login, api } = await aReader();
      const passwords = Array.from({ length: 5 }, (_, index) => `Corrida#${index}0a`);
      const answers = await Promise.all(passwords.map((password) => setPassword(demo, id, password)));
      expect(tally(answers)).toEqual({ '200': 5 });
      expect(await alive(api)).toBe(false);
      const outcomes = [];
      for (const password of passwords) outcomes.push((await tryLogin(service.url, login, password)).status);
      expect(outcomes.filter((status) => status === 201)).toHaveLength(1);
    });

    it('is stored only as a hash', async () => {
      const { id } = await aReader();
      done(await setPassword(demo, id, 'Irrepetivel#77'));
      for (const table of ['user_account', 'event_outbox', 'event', 'session']) {
        expect(JSON.stringify(await service.database.query(`SELECT * FROM ${table}`))).not.toContain('Irrepetivel');
      }
    });
  });

  describe('refused', () => {
    it('the current password, for oneself only', async () => {
      const { id, api } = await aReader();
      const refusal = await refusedWith(service, 422, () => setPassword(api, id, PASSWORD));
      expect(problemsOf(refusal)).toEqual(['novaSenha SENHA_REPETIDA']);
      expect(refusal.mensagem).toBe('A nova senha deve ser diferente da atual.');
      const bound = await userWith(demo, [grant(PROFILES.reader)], { alteraSenhaProximoLogin: '1' });
      expectRefusal(await setPassword(bound.api, bound.id, PASSWORD), 422);
      done(await setPassword(demo, id, PASSWORD));
    });

    it.each(['Aa1@bcd', 'aa1@bcde', 'AA1@BCDE', 'Aaa@bcde', 'Aa1bcdef', 'Aa1 bcde'])('the weak password %j', async (password) => {
      const { id, api } = await aReader();
      expect(problemsOf(await refusedWith(service, 422, () => setPassword(api, id, password)))).toEqual(['novaSenha SENHA_FRACA']);
      expect(problemsOf(await refusedWith(service, 422, () => setPassword(demo, id, password)))).toEqual(['novaSenha SENHA_FRACA']);
      expect(await alive(api)).toBe(true);
    });

    it.each<[unknown, string]>([
      [null, 'OBRIGATORIO'],
      ['', 'OBRIGATORIO'],
      [{ senha: PASSWORD }, 'TIPO_INVALIDO'],
      [`Aa1@${'x'.repeat(125)}`, 'TAMANHO_EXCEDIDO'],
      ['Aa1@\u0000bcdef', 'FORMATO_INVALIDO'],
    ])('%j as password', async (password, code) => {
      const { id } = await aReader();
      expect(problemsOf(await refusedWith(service, 400, () => setPassword(demo, id, password)))).toEqual([`novaSenha ${code}`]);
    });

    it('a missing body or password', async () => {
      const { id } = await aReader();
      const path = `/api/Usuario/${id}/AlterarSenhaUsuario`;
      expect((await refusedWith(service, 400, () => demo.patch(path))).codigo).toBe('CORPO_OBRIGATORIO');
      expect(problemsOf(await refusedWith(service, 400, () => demo.patch(path, { body: {} })))).toEqual(['novaSenha OBRIGATORIO']);
    });

    it('a malformed id', async () => {
      expect(problemsOf(await refusedWith(service, 400, () => setPassword(demo, 'eu')))).toEqual(['IdUsuario FORMATO_INVALIDO']);
    });

    it('U7 users of another client or with more permissions like unknown ones', async () => {
      const foreign = await makeUser(other, OTHER_HOME);
      const whole = await makeUser(demo, { clienteMaster: '1' });
      const [unknownToDemo, foreignToDemo] = [await setPassword(demo, NOBODY), await setPassword(demo, foreign.id)];
      expectAlike(404, [unknownToDemo, foreignToDemo]);
      const answers = [await setPassword(finance, NOBODY), await setPassword(finance, whole.id), await setPassword(finance, foreign.id)];
      expectAlike(404, answers);
      expect(visible(answers[0]!)).toEqual(visible(unknownToDemo));
      expect((await tryLogin(service.url, whole.login)).status).toBe(201);
      // What is wrong with the password is not told about them, either.
      expectAlike(404, [await setPassword(demo, NOBODY, 'fraca'), await setPassword(demo, foreign.id, 'fraca')]);
    });
  });

  describe('failures of the login', () => {
    it('are forgotten with a new password', async () => {
      const { id, login } = await aReader();
      for (let attempt = 0; attempt < 6; attempt++) await tryLogin(service.url, login, `Errada#${attempt}`);
      expect((await tryLogin(service.url, login)).status).toBe(401);
      done(await setPassword(demo, id));
      expect((await tryLogin(service.url, login, OTHER_PASSWORD)).status).toBe(201);
    });

    it('with the old password count like others', async () => {
      const { id, login } = await aReader();
      done(await setPassword(demo, id));
      for (let attempt = 0; attempt < 6; attempt++) expect((await tryLogin(service.url, login)).status).toBe(401);
      expect((await tryLogin(service.url, login, OTHER_PASSWORD)).status).toBe(401);
      const fine = await aReader();
      expect(await alive(fine.api)).toBe(true);
    });
  });

  it('an administrator of one level cannot take over users without permissions yet', async () => {
    const { id, login } = await makeUser(demo);
    const attempts = () => [
      setPassword(finance, id),
      setStatus(finance, id, 'I'),
      setGrants(finance, id, [grant(PROFILES.reader, IDS.finance)]),
    ];
    expectAlike(404, [await setPassword(finance, NOBODY), ...(await Promise.all(attempts()))]);
    expect((await tryLogin(service.url, login)).status).toBe(201);
    // Their own users they give what they hold, and administer from then on.
    const own = await makeUser(finance);
    expectAlike(404, [await setPassword(finance, own.id), await setStatus(finance, own.id, 'I')]);
    done(await setGrants(finance, own.id, [grant(PROFILES.reader, IDS.finance)]));
    done(await setPassword(finance, own.id));
    // A session that the level's administrator has opened sees nothing of what others give later.
    const api = await signIn(service.url, own.login, OTHER_PASSWORD);
    expect((await api.get('/api/Documento/Get', { query: { idCliente: IDS.client } })).status).toBe(200);
    done(await setGrants(demo, own.id, [grant(PROFILES.admin)]));
    expect((await api.get('/api/Documento/Get', { query: { idCliente: IDS.client } })).status).toBe(401);
    expectAlike(404, [await setPassword(finance, NOBODY), await setPassword(finance, own.id)]);
  });

  it('leaves no session opened concurrently with the old password', async () => {
    const { id, login } = await aReader();
    const change = setPassword(demo, id);
    const logins = await atOnce(12, () => new Api(service.url).post(LOGIN, { body: { username: login, password: PASSWORD } }));
    done(await change);
    for (const { status, json } of logins) {
      if (status === 201) expect(await alive(new Api(service.url, json.Token as string))).toBe(false);
    }
  });
});
