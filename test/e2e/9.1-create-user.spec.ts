import { Api, IDS, invoiceValues, place, type Answer } from './support/api';
import { bodyOf, create, expectRefusal, PATHS, problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { NOBODY, remove } from './support/reading';
import { atOnce, expectReplay, fresh, KEY, tally } from './support/repeats';
import {
  CREATE,
  dayOf,
  daysFromNow,
  madeBy,
  makeUser,
  OTHER_HOME,
  PASSWORD,
  refusedWith,
  setStatus,
  signIn,
  tryLogin,
  userBody,
  USERS,
} from './support/users';

const ALL_LEVELS = 5;

describeService('9.1 POST /api/Usuario/AdicionarUsuario', ({ service, demo, finance, reader, other }) => {
  const send = (over: Record<string, unknown> = {}, as = demo): Promise<Answer> => as.post(CREATE, { body: userBody(over) });
  const shown = async (id: string) => (await demo.get(`${USERS}/${id}`)).json;
  const levelsOf = async (api: Api): Promise<unknown[]> => {
    const { status, json } = await api.get('/api/Estrutura');
    expect(status).toBe(200);
    return (json as { clientes: { arvores: unknown[] }[] }[]).flatMap(({ clientes }) => clientes.flatMap(({ arvores }) => arvores));
  };

  describe('a created user', () => {
    it('is returned byte by byte', async () => {
      const answer = await send();
      expect(answer.text).toMatch(/^"Usuário adicionado com sucesso\. IdUsuario: [0-9a-f-]{36}"$/);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([201, expect.stringMatching(/^application\/json/)]);
    });

    it('with clienteMaster 1 has the default profile for the whole client', async () => {
      const { id, login } = await makeUser(demo, { clienteMaster: '1' });
      const api = await signIn(service.url, login);
      expect(await levelsOf(api)).toHaveLength(ALL_LEVELS);
      const { status, json } = await create(api, 'V3', {});
      expect(status).toBe(201);
      expect((await remove(api, json.idDocumento as string)).status).toBe(200);
      expect((await shown(id)).permissoes).toEqual([
        {
          idCliente: IDS.client,
          idUnidade: IDS.unit,
          idArvoreOrganizacional: null,
          idPerfil: expect.any(String),
          nomePerfil: 'Administrador',
        },
      ]);
    });

    it('with clienteMaster 0 can log in without access to any level', async () => {
      const { id, login } = await makeUser(demo);
      const api = await signIn(service.url, login);
      const { status, json } = await api.get('/api/Estrutura');
      expect(status === 401 || JSON.stringify(json) === '[]').toBe(true);
      for (const answer of [
        await create(api, 'V2', {}),
        await api.get('/api/Documento/Get', { query: { idCliente: IDS.client } }),
        await api.get(USERS),
      ]) {
        expectRefusal(answer, 401);
      }
      expect(await shown(id)).toMatchObject({ clienteMaster: false, permissoes: [] });
    });

    it.each([undefined, null, ''])('gets the defaults for %j', async (none) => {
      const names = ['registrosPorPagina', 'idCultura', 'alteraSenhaProximoLogin', 'notificacaoTTD', 'clienteMaster'];
      const { id } = await makeUser(demo, Object.fromEntries(names.map((name) => [name, none])));
      const kept = 'SELECT culture, must_change_password, notified_of_due FROM user_account WHERE id = ?';
      expect(await service.database.query(kept, [id])).toEqual([{ culture: 1, must_change_password: 0, notified_of_due: 0 }]);
      expect(await shown(id)).toMatchObject({
        registrosPorPagina: 50,
        clienteMaster: false,
      });
    });

    it('is stored as sent', async () => {
      const chief = await makeUser(demo);
      const { id, login } = await makeUser(demo, {
        nome: 'Ação & Reação Ltda ✓',
        email: 'acao@sub.exemplo.com.br',
        telefoneFixo: '(31) 3333-4444',
        telefoneCelular: '(31) 99999-8888',
        idChefe: chief.id.toUpperCase(),
        registrosPorPagina: '10',
        frequenciaTrocaSenha: '99',
        dataAgendamentoInativacao: dayOf(daysFromNow(400)),
        idHorarioTrabalho: NOBODY,
        idCultura: '3',
        idCalendario: NOBODY,
        notificacaoTTD: '1',
        idGrupoChefeImediato: `{${NOBODY}}`,
      });
      expect(await shown(id)).toEqual({
        idUsuario: id,
        login,
        nome: 'Ação & Reação Ltda ✓',
        email: 'acao@sub.exemplo.com.br',
        status: 'A',
        idCliente: IDS.client,
        idUnidade: IDS.unit,
        clienteMaster: false,
        registrosPorPagina: 10,
        alteraSenhaProximoLogin: false,
        frequenciaTrocaSenha: 99,
        permissoes: [],
      });
      const [row] = (await service.database.query('SELECT * FROM user_account WHERE id = ?', [id])) as Record<string, unknown>[];
      expect(row).toMatchObject({
        landline: '(31) 3333-4444',
        mobile: '(31) 99999-8888',
        manager_id: chief.id,
        culture: 3,
        notified_of_due: 1,
        work_schedule_id: NOBODY,
        calendar_id: NOBODY,
        manager_group_id: NOBODY,
      });
      expect(JSON.stringify(row)).not.toContain(PASSWORD);
    });

    it('has the given page size in searches', async () => {
      const { login } = await makeUser(demo, { clienteMaster: '1', registrosPorPagina: '10' });
      const api = await signIn(service.url, login);
      await atOnce(11, () => api.post(PATHS.V3, { query: place(), body: bodyOf('V3', { values: invoiceValues() }) }));
      expect((await api.get('/api/Documento/Get', { query: { idCliente: IDS.client } })).json.Metadados).toHaveLength(10);
    });
  });

  describe('accepts', () => {
    it.each<[string, Record<string, unknown>]>([
      ['the longest login, name and e-mail', { login: 'l'.repeat(50), nome: 'n'.repeat(250), email: `${'e'.repeat(43)}@ex.com` }],
      ['names of many bytes', { login: '😀'.repeat(50), nome: 'é'.repeat(250) }],
      ['a login of many compounds', { login: '각'.repeat(50) }],
      ['the smallest page', { registrosPorPagina: '10' }],
      ['the largest page', { registrosPorPagina: '500' }],
      ['numbers and booleans for text', { registrosPorPagina: 500, idCultura: 2, clienteMaster: false, notificacaoTTD: true }],
      ['a month', { frequenciaTrocaSenha: '1' }],
      ['names in any case', { LOGIN: fresh('maiusculo'), login: undefined, Telefonefixo: '(11) 5555-4444', telefoneFixo: undefined }],
      ['today as the day of inactivation', { dataAgendamentoInativacao: dayOf(new Date()) }],
      ['null for none', { telefoneFixo: null, idChefe: null, frequenciaTrocaSenha: null, dataAgendamentoInativacao: null }],
      ['a password of eight characters', { senha: 'Aa1@bcde' }],
      ['a password with letters of another script', { senha: 'ÇãΩя1 _x' }],
      ['a landline with nine digits', { telefoneFixo: '(31) 93333-4444' }],
    ])('%s', async (_, over) => {
      madeBy(await send(over));
    });

    it.each([
      'telefoneFixo',
      'telefoneCelular',
      'idChefe',
      'frequenciaTrocaSenha',
      'dataAgendamentoInativacao',
      'idHorarioTrabalho',
      'idCalendario',
      'idGrupoChefeImediato',
    ])('a body without %s', async (name) => {
      madeBy(await send({ [name]: undefined }));
    });
  });

  describe('a taken login', () => {
    it.each<[string, (login: string) => string]>([
      ['the same', (login) => login],
      ['in capitals', (login) => login.toUpperCase()],
      ['with accents', (login) => login.replaceAll('o', 'ó').replaceAll('u', 'ü')],
      ['with blanks around', (login) => `  ${login} \t`],
    ])('%s', async (_, change) => {
      const { login } = await makeUser(demo);
      const refusal = await refusedWith(service, 422, () => send({ login: change(login) }));
      expect(problemsOf(refusal)).toEqual(['login LOGIN_EXISTENTE']);
      expect(refusal.codigo).toBe('LOGIN_EXISTENTE');
      expect((await tryLogin(service.url, change(login))).status).toBe(201);
    });

    it('by a user of another client, an inactive one, or one of the demo archive', async () => {
      const foreign = await makeUser(other, OTHER_HOME);
      const former = await makeUser(demo);
      await setStatus(demo, former.id, 'I');
      for (const login of [foreign.login, former.login, 'OUTRO']) {
        expect(problemsOf(await refusedWith(service, 422, () => send({ login })))).toEqual(['login LOGIN_EXISTENTE']);
      }
    });

    it('32 times concurrently, in different spellings, is created once', async () => {
      const login = fresh('Corrida');
      const answers = await atOnce(32, (index) => send({ login: index % 2 ? login.toUpperCase() : ` ${login}` }));
      expect(tally(answers)).toEqual({ '201': 1, '422 LOGIN_EXISTENTE': 31 });
      const total = await service.database.query('SELECT COUNT(*) AS total FROM user_account WHERE login_key = ?', [login.toLowerCase()]);
      expect(Number((total as { total: number }[])[0]?.total)).toBe(1);
    });
  });

  describe('Idempotency-Key', () => {
    const keyed = (key: string, over: Record<string, unknown>) => demo.post(CREATE, { body: userBody(over), headers: { [KEY]: key } });

    it('replays the first answer and creates no user', async () => {
      const [key, login] = [fresh(), fresh('repetido')];
      const first = await keyed(key, { login });
      madeBy(first);
      expectReplay(await keyed(key, { login }), first);
      const answers = await atOnce(8, () => keyed(key, { login }));
      expect(tally(answers)).toEqual({ '201 replayed': 8 });
    });

    it('used with another user is refused', async () => {
      const [key, login] = [fresh(), fresh('repetido')];
      madeBy(await keyed(key, { login }));
      const refusal = await refusedWith(service, 422, () => keyed(key, { login, senha: 'Outro@Segredo1' }));
      expect(refusal.codigo).toBe('CHAVE_DE_IDEMPOTENCIA_REUTILIZADA');
    });
  });

  describe('rights', () => {
    it.each([
      ['nobody', () => new Api(service.url)],
      ['somebody without the permission', () => reader],
    ])('refuses %s before it reads the body', async (_, as) => {
      await refusedWith(service, 401, () => as().post(CREATE, { body: '{"login":' }));
      await refusedWith(service, 401, () => send({}, as()));
    });

    it('U5 returns the same refusal for foreign and unknown clients and units', async () => {
      const foreign = [OTHER_HOME, { idClientePermissao: NOBODY }, { idClientePermissao: IDS.otherClient }];
      for (const over of foreign) {
        expect((await refusedWith(service, 401, () => send(over))).codigo).toBe('SEM_PERMISSAO');
      }
      // Who holds the whole client is told that it has no such unit.
      for (const idUnidadePermissao of [NOBODY, IDS.otherUnit]) {
        expect((await refusedWith(service, 400, () => send({ idUnidadePermissao }))).codigo).toBe('ID_INEXISTENTE');
      }
      expect((await refusedWith(service, 401, () => send({ idClientePermissao: NOBODY, senha: 'fraca' }))).erros).toBeUndefined();
    });

    it('U5 allows an administrator of one level to create users without permissions, but none for the whole client', async () => {
      madeBy(await send({}, finance));
      const refusal = await refusedWith(service, 422, () => send({ clienteMaster: '1' }, finance));
      expect(problemsOf(refusal)).toEqual(['clienteMaster PERMISSAO_ALEM_DA_PROPRIA']);
    });

    it('accepts the path under /v1 and in any case', async () => {
      madeBy(await demo.post('/v1/API/usuario/adicionarusuario', { body: userBody() }));
    });
  });
});
