import { stableId } from '#application/support/stable-id';
import { IDS, type Answer } from './support/api';
import { eventsOf } from './support/audited';
import { expectRefusal, type Refusal } from './support/creates';
import { describeScene } from './support/describe-service';
import { NOBODY } from './support/reading';
import { ACCOUNTS, accountBody, askKey, makeAccount, makeKey } from './support/service-accounts';
import {
  CREATE,
  daysFromNow,
  done,
  grant,
  makeUser,
  PROFILES,
  refusedWith,
  setClock,
  setGrants,
  setPassword,
  setStatus,
  tryLogin,
  userBody,
  USERS,
} from './support/users';
import { usersScene } from './support/users-scene';

const problems = ({ erros = [] }: Refusal) => erros.map(({ campo, codigo }) => [campo, codigo]);

describeScene('service accounts', usersScene, ({ service, demo, reader, finance, other }) => {
  const create = (over: Record<string, unknown> = {}, api = demo): Promise<Answer> => api.post(ACCOUNTS, { body: accountBody(over) });
  const refused = async (status: number, call: () => Promise<Answer>) => problems(await refusedWith(service, status, call));

  it('are users without a password, listed apart from persons, with who answers for them', async () => {
    const account = await makeAccount(demo, []);
    const { json } = await demo.get(ACCOUNTS, { query: { texto: account.login } });
    expect(json).toMatchObject({
      QtdContas: 1,
      TotalPaginas: 1,
      Contas: [
        { idUsuario: account.id, login: account.login, status: 'A', idCliente: IDS.client, idResponsavel: stableId('user', 'demo') },
      ],
    });
    expect((await demo.get(USERS, { query: { texto: account.login } })).json.QtdUsuarios).toBe(0);
    expect((await demo.get(`${USERS}/${account.id}`)).json).toMatchObject({ login: account.login, permissoes: [] });
    const { eventos } = await eventsOf(demo, { acao: 'usuario.incluir', idObjeto: account.id });
    expect(eventos.map(({ objeto }) => objeto)).toEqual([{ userId: account.id, wholeClient: false, service: true }]);
  });

  it('never have a password, nor log in by one', async () => {
    const account = await makeAccount(demo);
    expect(await refused(422, () => setPassword(demo, account.id))).toEqual([['novaSenha', 'CONTA_SEM_SENHA']]);
    expectRefusal(await tryLogin(service.url, account.login), 401);
    // Not even by a hash that came into the table by another way.
    await service.database.query(
      `UPDATE user_account SET password_hash = (SELECT hashed FROM (SELECT password_hash AS hashed FROM user_account WHERE login_key = 'demo') AS demo) WHERE id = ?`,
      [account.id],
    );
    expectRefusal(await tryLogin(service.url, account.login, 'Acervo@2026'), 401);
  });

  it('A25 never administer users, nor webhooks, which would outlive the key', async () => {
    const account = await makeAccount(demo, []);
    done(await setGrants(demo, account.id, [grant(PROFILES.admin)]));
    expect(await refused(422, () => askKey(demo, account, { permissoes: ['user:manage', 'webhook:manage'] }))).toEqual([
      ['permissoes[0]', 'CONTA_NAO_ADMINISTRA'],
      ['permissoes[1]', 'CONTA_NAO_ADMINISTRA'],
    ]);
    const { api } = await makeKey(demo, account, { permissoes: ['archive:manage', 'document:view'] });
    expect((await api.get(`/api/Acervo/${IDS.client}`)).status).toBe(200);
    await refused(401, () => api.get(USERS));
    await refused(401, () => api.get(ACCOUNTS));
    await refused(401, () => setStatus(api, account.id, 'I'));
  });

  it('are refused with all that is wrong', async () => {
    expect(await refused(400, () => create({ idResponsavel: NOBODY, login: 'demo' }))).toEqual([
      ['idResponsavel', 'ID_INEXISTENTE'],
      ['login', 'LOGIN_EXISTENTE'],
    ]);
    expect(await refused(422, () => create({ login: 'DEMO' }))).toEqual([['login', 'LOGIN_EXISTENTE']]);
    expect(await refused(400, () => demo.post(ACCOUNTS, { body: { idCliente: IDS.client } }))).toEqual([
      ['login', 'OBRIGATORIO'],
      ['nome', 'OBRIGATORIO'],
      ['idResponsavel', 'OBRIGATORIO'],
    ]);
    expect(await refused(400, () => create({ senha: 'Segredo@2026' }))).toEqual([['senha', 'CAMPO_DESCONHECIDO']]);
  });

  it('have a person of the client who answers for them', async () => {
    const program = await makeAccount(demo, []);
    const gone = await makeUser(demo);
    done(await setStatus(demo, gone.id, 'I'));
    for (const idResponsavel of [program.id, gone.id, stableId('user', 'outro')])
      expect(await refused(400, () => create({ idResponsavel }))).toEqual([['idResponsavel', 'ID_INEXISTENTE']]);
  });

  it('are made by who administers users of the client alone', async () => {
    for (const api of [reader, other]) await refused(401, () => create({}, api));
    await refused(401, () => create({ idCliente: NOBODY }));
    const account = await makeAccount(demo);
    expectRefusal(await reader.get(ACCOUNTS), 401);
    for (const api of [finance, other]) expectRefusal(await setStatus(api, account.id, 'I'), 404);
    expect((await other.get(ACCOUNTS)).json.Contas).toEqual([]);
  });

  it('are made once, however often the call is repeated', async () => {
    const call = { body: accountBody(), headers: { 'idempotency-key': crypto.randomUUID() } };
    const [first, again] = [await demo.post(ACCOUNTS, call), await demo.post(ACCOUNTS, call)];
    expect([first.status, again.status, again.text, again.headers.get('idempotent-replayed')]).toEqual([201, 201, first.text, 'true']);
  });

  it.each([
    ['deactivated', (id: string) => setStatus(demo, id, 'I')],
    ['erased', (id: string) => demo.delete(`${USERS}/${id}`)],
  ])('whose person is %s end 90 days later, unless somebody takes them over', async (_, leaves) => {
    const person = await makeUser(demo);
    const [account, other] = [await makeAccount(demo, undefined, { idResponsavel: person.id }), await makeAccount(demo)];
    const { api } = await makeKey(demo, account, { validadeDias: 365 });
    const shown = async ({ login }: { login: string }) => (await demo.get(ACCOUNTS, { query: { texto: login } })).json.Contas[0];
    const works = async () => (await api.get('/api/Estrutura')).status === 200;
    expect(await shown(account)).toMatchObject({ idResponsavel: person.id, dataInativacao: null });
    expect((await leaves(person.id)).status).toBe(200);
    const { idResponsavel, dataInativacao } = await shown(account);
    expect([idResponsavel, Math.round((Date.parse(dataInativacao) - Date.now()) / 86_400_000)]).toEqual([null, 90]);
    expect(await shown(other)).toMatchObject({ idResponsavel: stableId('user', 'demo'), dataInativacao: null });
    const told = async () => (await eventsOf(demo, { acao: 'usuario.alterar', idObjeto: account.id })).eventos.map(({ objeto }) => objeto);
    expect(await told()).toEqual([{ userId: account.id, fields: ['responsibleId', 'inactiveFrom'] }]);
    expect(await works()).toBe(true);
    setClock(service, daysFromNow(91));
    expect(await works()).toBe(false);
    setClock(service, null);
    const takes = (id: string) => demo.call('PUT', `${ACCOUNTS}/${account.id}/Responsavel`, { body: { idResponsavel: id } });
    for (const id of [person.id, other.id, NOBODY])
      expect(await refused(400, () => takes(id))).toEqual([['idResponsavel', 'ID_INEXISTENTE']]);
    const next = await makeUser(demo);
    done(await takes(next.id));
    expect(await shown(account)).toMatchObject({ idResponsavel: next.id, dataInativacao: null });
    expect(await told()).toHaveLength(2);
  });

  describe('without a person', () => {
    const orphan = async (planned?: string) => {
      const person = await makeUser(demo);
      const account = await makeAccount(demo, undefined, { idResponsavel: person.id });
      if (planned) done(await plan(account.id, planned));
      done(await setStatus(demo, person.id, 'I'));
      return account;
    };
    const plan = (id: string, day: string | null) => demo.call('PUT', `${USERS}/${id}`, { body: { dataAgendamentoInativacao: day } });
    const take = (id: string) => demo.call('PUT', `${ACCOUNTS}/${id}/Responsavel`, { body: { idResponsavel: stableId('user', 'demo') } });
    const shown = async ({ login }: { login: string }) => {
      const { status, dataInativacao } = (await demo.get(ACCOUNTS, { query: { texto: login } })).json.Contas[0];
      return [status, dataInativacao && Math.round((Date.parse(dataInativacao) - Date.now()) / 86_400_000)];
    };
    const inDays = (days: number) => daysFromNow(days).toISOString().slice(0, 10);

    it('end no later, whatever status or day they are given', async () => {
      const account = await orphan();
      for (const status of ['A', 'I', 'A']) done(await setStatus(demo, account.id, status));
      expect(await shown(account)).toEqual(['A', 90]);
      for (const day of [null, inDays(200)]) {
        done(await plan(account.id, day));
        expect(await shown(account)).toEqual(['A', 90]);
      }
      done(await plan(account.id, inDays(30)));
      expect((await shown(account))[1]).toBeLessThan(32);
      done(await plan(account.id, null));
      expect(await shown(account)).toEqual(['A', 90]);
    });

    it('keep an end that was planned earlier when they are taken over, and have one no more when it was not', async () => {
      const [planned, other] = [await orphan(inDays(30)), await orphan(inDays(200))];
      for (const { id } of [planned, other]) done(await take(id));
      expect((await shown(planned))[1]).toBeLessThan(32);
      expect(await shown(other)).toEqual(['A', null]);
      done(await plan(planned.id, null));
      expect(await shown(planned)).toEqual(['A', null]);
    });

    it('do not come back by being taken over', async () => {
      const account = await orphan();
      const past = daysFromNow(-1).getTime();
      await service.database.query('UPDATE user_account SET inactive_from = ?, orphaned_until = ? WHERE id = ?', [past, past, account.id]);
      done(await setStatus(demo, account.id, 'A'));
      expect(await shown(account)).toEqual(['I', -1]);
      done(await take(account.id));
      expect(await shown(account)).toEqual(['I', -1]);
      done(await setStatus(demo, account.id, 'A'));
      expect(await shown(account)).toEqual(['A', null]);
    });
  });

  it('alone have what begins like a key: no person gets it as a password', async () => {
    const senha = 'acv_Abcdef12_x!';
    expect(await refused(422, () => demo.post(CREATE, { body: userBody({ senha }) }))).toEqual([['senha', 'SENHA_FRACA']]);
    const person = await makeUser(demo);
    expect(await refused(422, () => setPassword(demo, person.id, senha))).toEqual([['novaSenha', 'SENHA_FRACA']]);
  });

  it('do not count as administrators of their client', async () => {
    const account = await makeAccount(demo);
    await service.database.query(`UPDATE user_grant SET profile_id = ? WHERE user_id = ?`, [PROFILES.admin, account.id]);
    const last = await setStatus(demo, stableId('user', 'demo'), 'I');
    expect(problems(expectRefusal(last, 422))).toEqual([['novoStatus', 'ULTIMO_ADMINISTRADOR']]);
  });
});
