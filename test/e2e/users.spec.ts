import { PERMISSIONS } from '#domain/access/permission';
import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { Api, IDS } from './support/api';
import { create, expectRefusal, problemsOf } from './support/creates';
import { describeService } from './support/describe-service';
import { readGrantsAnew } from './support/read-grants-anew';
import { expectAlike, expectUnknown, NOBODY } from './support/reading';
import { atOnce, tally } from './support/repeats';
import {
  addProfile,
  CREATE,
  done,
  grant,
  madeBy,
  makeUser,
  OTHER_HOME,
  PROFILES,
  refusedWith,
  setGrants,
  setPassword,
  setStatus,
  signIn,
  tryLogin,
  userBody,
  USERS,
  userWith,
  type MadeUser,
} from './support/users';

const SECOND_UNIT = IDS.otherUnit;

describeService('users and their permissions', ({ service, demo, finance, other }) => {
  let noDelete: string;
  beforeAll(async () => {
    noDelete = await addProfile(
      service,
      'Sem exclusão',
      PERMISSIONS.filter((permission) => permission !== 'document:delete'),
    );
  });

  const sees = async (api: Api) => (await api.get('/api/Documento/Get', { query: { idCliente: IDS.client } })).status;
  const grantsOf = async (id: string) => (await demo.get(`${USERS}/${id}`)).json.permissoes as Record<string, string>[];

  describe('GET /api/Usuario', () => {
    it('returns the users of the own clients, ordered by login, page by page', async () => {
      const foreign = await makeUser(other, OTHER_HOME);
      for (let count = 0; count < 3; count++) await makeUser(demo);
      const all = (await demo.get(USERS, { query: { TamanhoPagina: 500 } })).json;
      const logins = (all.Usuarios as { login: string }[]).map(({ login }) => login);
      expect(logins).toEqual([...logins].sort());
      expect(all).toMatchObject({ QtdUsuarios: logins.length, TotalPaginas: 1 });
      expect(logins).toEqual(expect.arrayContaining(['demo', 'financeiro', 'leitor']));
      expect(logins).not.toContain('outro');
      expect(logins).not.toContain(foreign.login);
      const pages: string[] = [];
      const pageCount = Math.ceil(logins.length / 2);
      for (let page = 1; page <= pageCount; page++) {
        const { json } = await demo.get(USERS, { query: { Pagina: page, TamanhoPagina: 2 } });
        expect([json.QtdUsuarios, json.TotalPaginas]).toEqual([logins.length, pageCount]);
        pages.push(...(json.Usuarios as { login: string }[]).map(({ login }) => login));
      }
      expect(pages).toEqual(logins);
      expect((await demo.get(USERS, { query: { Pagina: 1_000_000_000, TamanhoPagina: 500 } })).json.Usuarios).toEqual([]);
    });

    it('uses the page size of the caller', async () => {
      await atOnce(11, () => makeUser(demo));
      const { api } = await userWith(demo, [grant(PROFILES.admin)], { registrosPorPagina: '10' });
      expect((await api.get(USERS)).json.Usuarios).toHaveLength(10);
    });

    it('never shows a password', async () => {
      const { text } = await demo.get(USERS, { query: { TamanhoPagina: 500 } });
      expect(text).not.toMatch(/argon|"senha"|hash/i);
    });

    it.each<[string, string]>([
      ['Pagina=0', 'Pagina FORA_DO_INTERVALO'],
      ['TamanhoPagina=501', 'TamanhoPagina FORA_DO_INTERVALO'],
      ['TamanhoPagina=0', 'TamanhoPagina FORA_DO_INTERVALO'],
      ['Pagina=um', 'Pagina FORMATO_INVALIDO'],
      ['nome=x', 'nome CAMPO_DESCONHECIDO'],
    ])('refuses ?%s', async (query, problem) => {
      expect(problemsOf(expectRefusal(await demo.get(USERS, { query }), 400))).toEqual([problem]);
    });
  });

  describe('PUT /api/Usuario/{IdUsuario}/Permissoes', () => {
    it('A16 is effective at the next call: fewer permissions in the running session, more after a new login', async () => {
      const { id, login, api: before } = await userWith(demo, []);
      expect(await sees(before)).toBe(401);
      done(await setGrants(demo, id, [grant(PROFILES.admin)]));
      expect(expectRefusal(await before.get('/api/Lista/GetListas'), 401).codigo).toBe('TOKEN_INVALIDO');
      const api = await signIn(service.url, login);
      expect((await create(api, 'V3', {})).status).toBe(201);
      done(await setGrants(demo, id, [grant(PROFILES.admin, IDS.finance)]));
      expect((await create(api, 'V3', {})).status).toBe(201);
      expectRefusal(await create(api, 'V3', { values: [{ label: 'Tipo', valorCampo: 'x' }] }, IDS.records), 401);
      done(await setGrants(demo, id, [grant(PROFILES.reader, IDS.finance)]));
      expect(await sees(api)).toBe(200);
      expectRefusal(await create(api, 'V3', {}), 401);
      done(await setGrants(demo, id, []));
      expect(await sees(api)).toBe(401);
      expect(await grantsOf(id)).toEqual([]);
    });

    it('returns what was set, several together', async () => {
      const { id } = await userWith(demo, [grant(PROFILES.reader), grant(PROFILES.admin, IDS.finance)]);
      const shown = (await grantsOf(id)).map(({ nomePerfil, idArvoreOrganizacional }) => [nomePerfil, idArvoreOrganizacional]);
      expect(shown).toHaveLength(2);
      expect(shown).toEqual(
        expect.arrayContaining([
          ['Leitor', null],
          ['Administrador', IDS.finance],
        ]),
      );
    });

    it('leaves one complete result of two concurrent calls', async () => {
      const { id } = await makeUser(demo);
      const sets = [[grant(PROFILES.reader)], [grant(PROFILES.admin, IDS.finance), grant(PROFILES.admin, IDS.staff)]];
      const answers = await atOnce(8, (index) => setGrants(demo, id, sets[index % 2]));
      expect(tally(answers)).toEqual({ '200': 8 });
      const names = (await grantsOf(id)).map(({ nomePerfil }) => nomePerfil);
      expect([['Leitor'], ['Administrador', 'Administrador']]).toContainEqual(names);
    });

    it('replaces only grants within the scope of the caller', async () => {
      const { id } = await userWith(demo, [grant(PROFILES.reader)]);
      const elsewhere = ['grant-elsewhere', id, idBytes(IDS.otherClient), IDS.otherUnit, PROFILES.reader];
      await service.database.query(
        'INSERT INTO user_grant (id, user_id, client_id, unit_id, profile_id) VALUES (?, ?, ?, ?, ?)',
        elsewhere,
      );
      await readGrantsAnew(service);
      // Whoever does not hold what the user has elsewhere does not administer the user any more.
      expectAlike(404, [await setGrants(demo, NOBODY, []), await setGrants(demo, id, [])]);
      const both = await userWith(demo, [grant(PROFILES.admin)]);
      const more = ['grant-of-both', both.id, idBytes(IDS.otherClient), IDS.otherUnit, PROFILES.admin];
      await service.database.query('INSERT INTO user_grant (id, user_id, client_id, unit_id, profile_id) VALUES (?, ?, ?, ?, ?)', more);
      await readGrantsAnew(service);
      done(await setGrants(both.api, id, [{ ...grant(PROFILES.reader), idCliente: IDS.otherClient, idUnidade: IDS.otherUnit }]));
      expect((await (await both.api.get(`${USERS}/${id}`)).json).permissoes).toHaveLength(1);
    });

    it.each<[string, number, unknown, string[]]>([
      ['an unknown profile', 400, [grant(PROFILES.reader), grant(NOBODY)], ['[1].idPerfil ID_INEXISTENTE']],
      ['no profile', 400, [{ idCliente: IDS.client }], ['[0].idPerfil OBRIGATORIO']],
      ['no client', 400, [{ idPerfil: PROFILES.reader }], ['[0].idCliente OBRIGATORIO']],
      ['a malformed client', 400, [{ ...grant(PROFILES.reader), idCliente: '1' }], ['[0].idCliente FORMATO_INVALIDO']],
      ['a malformed level', 400, [grant(PROFILES.reader, 'x')], ['[0].idArvoreOrganizacional FORMATO_INVALIDO']],
      ['an empty unit, which is not any', 400, [{ ...grant(PROFILES.reader), idUnidade: '' }], ['[0].idUnidade FORMATO_INVALIDO']],
      ['an empty level', 400, [grant(PROFILES.reader, '')], ['[0].idArvoreOrganizacional FORMATO_INVALIDO']],
      ['an unknown member', 400, [{ ...grant(PROFILES.reader), nivel: 1 }], ['[0].nivel CAMPO_DESCONHECIDO']],
      ['more than 1000', 400, Array.from({ length: 1001 }, () => grant(PROFILES.reader)), [' TAMANHO_EXCEDIDO']],
    ])('refuses %s', async (_, status, body, problems) => {
      const { id } = await userWith(demo, [grant(PROFILES.reader)]);
      expect(problemsOf(await refusedWith(service, status, () => setGrants(demo, id, body)))).toEqual(problems);
    });

    it.each([
      ['idUnidade', IDS.otherUnit],
      ['idArvoreOrganizacional', IDS.otherLevel],
    ])('tells who holds the whole client that it has no such %s', async (name, foreign) => {
      const { id } = await makeUser(demo);
      const at = (place: string) => setGrants(demo, id, [grant(PROFILES.reader), { ...grant(PROFILES.reader), [name]: place }]);
      expectUnknown(`[1].${name}`, [await at(NOBODY), await at(foreign)]);
    });

    it('returns the same refusal for inaccessible and unknown levels', async () => {
      const { id } = await makeUser(finance);
      const [hidden, unknown] = [IDS.records, NOBODY].map((level) => () => setGrants(finance, id, [grant(PROFILES.reader, level)]));
      expectAlike(401, [await hidden!(), await unknown!()]);
      done(await setGrants(finance, id, [grant(PROFILES.reader, IDS.invoices)]));
    });

    it('accepts a repeated permission once', async () => {
      const { id } = await makeUser(demo);
      done(await setGrants(demo, id, [grant(PROFILES.reader), grant(PROFILES.reader)]));
      expect((await grantsOf(id)).length).toBeLessThanOrEqual(2);
    });
  });

  describe('privilege escalation is impossible: an administrator', () => {
    let manager: MadeUser & { api: Api };
    let victim: MadeUser;
    let peer: MadeUser;
    beforeAll(async () => {
      manager = await userWith(demo, [grant(noDelete)]);
      victim = await userWith(demo, [grant(PROFILES.admin)]);
      peer = await userWith(demo, [grant(noDelete, IDS.finance)]);
    });

    it('gives permissions that it holds, at any level', async () => {
      const { id } = await makeUser(manager.api);
      done(await setGrants(manager.api, id, [grant(noDelete), grant(PROFILES.reader, IDS.records)]));
    });

    it('U5 cannot give a permission that it lacks', async () => {
      const { id } = await makeUser(manager.api);
      const grants = [grant(PROFILES.reader), grant(PROFILES.admin, IDS.invoices), grant(PROFILES.admin)];
      const refusal = await refusedWith(service, 422, () => setGrants(manager.api, id, grants));
      expect(problemsOf(refusal)).toEqual(['[1].idPerfil PERMISSAO_ALEM_DA_PROPRIA', '[2].idPerfil PERMISSAO_ALEM_DA_PROPRIA']);
    });

    it('cannot create users for the whole client', async () => {
      const body = userBody({ clienteMaster: '1' });
      const refusal = await refusedWith(service, 422, () => manager.api.post(CREATE, { body }));
      expect(problemsOf(refusal)).toEqual(['clienteMaster PERMISSAO_ALEM_DA_PROPRIA']);
      madeBy(await manager.api.post(CREATE, { body: { ...body, clienteMaster: '0' } }));
    });

    it('U6 cannot raise itself', async () => {
      await refusedWith(service, 422, () => setGrants(manager.api, manager.id, [grant(PROFILES.admin)]));
    });

    it('of one level or unit gives nothing beyond it', async () => {
      const { id } = await makeUser(finance);
      for (const wide of [
        grant(PROFILES.reader),
        { idCliente: IDS.client, idPerfil: PROFILES.reader, idArvoreOrganizacional: IDS.finance },
      ]) {
        const refusal = await refusedWith(service, 422, () => setGrants(finance, id, [wide]));
        expect(refusal.codigo).toBe('PERMISSAO_ALEM_DA_PROPRIA');
      }
    });

    const takeovers: [string, (as: Api, id: string) => ReturnType<typeof setStatus>][] = [
      ['the password', (as, id) => setPassword(as, id)],
      ['the status', (as, id) => setStatus(as, id, 'I')],
      ['the permissions', (as, id) => setGrants(as, id, [grant(PROFILES.reader, IDS.invoices)])],
      ['no permissions', (as, id) => setGrants(as, id, [])],
    ];
    it.each(takeovers)('cannot change %s of a user with more permissions: like an unknown user', async (_, call) => {
      for (const as of [manager.api, finance]) {
        const answers = [await call(as, NOBODY), await call(as, victim.id)];
        expectAlike(404, answers);
        await refusedWith(service, 404, () => call(as, victim.id));
      }
      expect((await tryLogin(service.url, victim.login)).status).toBe(201);
      done(await call(manager.api, (await userWith(demo, [grant(noDelete, IDS.finance)])).id));
    });

    it('administers users with equal or fewer permissions', async () => {
      done(await setPassword(manager.api, peer.id));
      done(await setStatus(finance, peer.id, 'I'));
      done(await setStatus(finance, peer.id, 'A'));
    });

    it('combines several permissions', async () => {
      const onlyDelete = await addProfile(service, 'Só exclusão', ['document:delete']);
      const { api } = await userWith(demo, [grant(noDelete), grant(onlyDelete, IDS.finance)]);
      const { id } = await makeUser(api);
      done(await setGrants(api, id, [grant(PROFILES.admin, IDS.contracts)]));
      await refusedWith(service, 404, () => setGrants(manager.api, id, []));
    });
  });

  describe('a client that two units serve', () => {
    beforeAll(async () => {
      await service.database.query('INSERT INTO client_unit (client_id, unit_id) VALUES (?, ?)', [idBytes(IDS.client), SECOND_UNIT]);
      await service.database.query('UPDATE client SET structure_version = structure_version + 1 WHERE id = ?', [idBytes(IDS.client)]);
      await readGrantsAnew(service);
    });

    it('returns the same refusal for an inaccessible and an unknown unit', async () => {
      const { id } = await makeUser(demo);
      const at = (idUnidade: string) => setGrants(demo, id, [{ ...grant(PROFILES.reader), idUnidade }]);
      expectAlike(401, [await at(NOBODY), await at(SECOND_UNIT)]);
      await refusedWith(service, 401, () => demo.post(CREATE, { body: userBody({ idUnidadePermissao: SECOND_UNIT }) }));
    });
  });
});
