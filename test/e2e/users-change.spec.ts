import { stableId } from '#application/support/stable-id';
import { eventsOf } from './support/audited';
import { IDS, type Api } from './support/api';
import { expectRefusal, problemsOf } from './support/creates';
import { describeScene } from './support/describe-service';
import { NOBODY } from './support/reading';
import { addProfile, done, makeUser, PROFILES, refusedWith, setStatus, signIn, tryLogin, USERS } from './support/users';
import { usersScene } from './support/users-scene';

const put = (api: Api, id: string, body: unknown) => api.call('PUT', `${USERS}/${id}`, { body });
const logins = async (api: Api, query: Record<string, string>) =>
  (await api.get(USERS, { query: { TamanhoPagina: '500', ...query } })).json.Usuarios.map(({ login }: { login: string }) => login);

describeScene('administering users from the console', usersScene, ({ service, demo, reader, finance, other }) => {
  it('changes what is named, and nothing else, with an event', async () => {
    const { id, login } = await makeUser(demo, { telefoneFixo: '(31) 3333-4444', idChefe: '' });
    const { id: chief } = await makeUser(demo);
    const before = (await demo.get(`${USERS}/${id}`)).json;
    done(
      await put(demo, id, { nome: '  Ana Souza ', registrosPorPagina: '100', telefoneFixo: null, idChefe: chief, frequenciaTrocaSenha: 3 }),
    );
    expect((await demo.get(`${USERS}/${id}`)).json).toEqual({
      ...before,
      nome: 'Ana Souza',
      registrosPorPagina: 100,
      frequenciaTrocaSenha: 3,
    });
    const [row] = await service.database.query('SELECT landline, mobile, manager_id FROM user_account WHERE id = ?', [id]);
    expect(row).toEqual({ landline: null, mobile: null, manager_id: chief });
    const { eventos } = await eventsOf(demo, { acao: 'usuario.alterar', idObjeto: id });
    expect(eventos.map(({ objeto }) => objeto)).toEqual([
      { userId: id, fields: ['name', 'landline', 'managerId', 'pageSize', 'passwordMonths'] },
    ]);
    done(await put(demo, id, {}));
    expect((await eventsOf(demo, { acao: 'usuario.alterar', idObjeto: id })).eventos).toHaveLength(1);
    expect((await tryLogin(service.url, login)).status).toBe(201);
    done(await put(demo, id, { alteraSenhaProximoLogin: true, dataAgendamentoInativacao: '2099-01-01' }));
    expect(expectRefusal(await (await signIn(service.url, login)).get('/api/Estrutura'), 401).codigo).toBe('TROCA_DE_SENHA_OBRIGATORIA');
  });

  it('refuses what cannot be, all at once', async () => {
    const { id } = await makeUser(demo);
    const body = { nome: '', email: 'sem arroba', telefoneFixo: '3333', registrosPorPagina: 9, idCultura: 4, login: 'outro' };
    const answer = await refusedWith(service, 400, () => put(demo, id, body));
    expect(problemsOf(answer).sort()).toEqual([
      'email FORMATO_INVALIDO',
      'idCultura FORA_DO_INTERVALO',
      'login CAMPO_DESCONHECIDO',
      'nome OBRIGATORIO',
      'registrosPorPagina FORA_DO_INTERVALO',
      'telefoneFixo FORMATO_INVALIDO',
    ]);
    expect(problemsOf(await refusedWith(service, 400, () => put(demo, id, { idChefe: NOBODY })))).toEqual(['idChefe ID_INEXISTENTE']);
    expect(problemsOf(await refusedWith(service, 422, () => put(demo, id, { dataAgendamentoInativacao: '2020-01-01' })))).toEqual([
      'dataAgendamentoInativacao DATA_NO_PASSADO',
    ]);
    const self = stableId('user', 'demo');
    expect(problemsOf(await refusedWith(service, 422, () => put(demo, self, { dataAgendamentoInativacao: '2099-01-01' })))).toEqual([
      'dataAgendamentoInativacao ULTIMO_ADMINISTRADOR',
    ]);
  });

  it('changes and unlocks only users whom the caller administers', async () => {
    const { id } = await makeUser(demo);
    for (const api of [other, finance]) {
      expectRefusal(await put(api, id, { nome: 'Outro' }), 404);
      expectRefusal(await api.post(`${USERS}/${id}/Desbloquear`), 404);
    }
    expectRefusal(await put(reader, id, { nome: 'Outro' }), 401);
    expectRefusal(await reader.post(`${USERS}/${id}/Desbloquear`), 401);
    expectRefusal(await put(demo, NOBODY, { nome: 'Outro' }), 404);
    expectRefusal(await demo.post(`${USERS}/${NOBODY}/Desbloquear`), 404);
  });

  it('unlocks a login that is blocked after too many failures', async () => {
    const { id, login } = await makeUser(demo);
    for (let failures = 0; failures < 20; failures++) await tryLogin(service.url, login, 'Errada@2026');
    expectRefusal(await tryLogin(service.url, login), 401);
    const unlocked = await demo.post(`${USERS}/${id}/Desbloquear`);
    expect([unlocked.status, unlocked.json]).toEqual([200, 'Usuário desbloqueado com sucesso.']);
    expect((await tryLogin(service.url, login)).status).toBe(201);
    expect((await eventsOf(demo, { acao: 'usuario.desbloquear', idObjeto: id })).eventos).toHaveLength(1);
  });

  it('finds users by a part of login or name, and by status', async () => {
    const one = await makeUser(demo, { login: 'busca.um', nome: 'João Conceição' });
    await makeUser(demo, { login: 'busca.dois', nome: '100% Certo_' });
    done(await setStatus(demo, one.id, 'I'));
    expect(await logins(demo, { texto: 'BUSCA.' })).toEqual(['busca.dois', 'busca.um']);
    expect(await logins(demo, { texto: 'conceicao' })).toEqual(['busca.um']);
    expect(await logins(demo, { texto: '0% certo_' })).toEqual(['busca.dois']);
    expect(await logins(demo, { texto: '%' })).toEqual(['busca.dois']);
    expect(await logins(demo, { texto: 'busca', status: 'A' })).toEqual(['busca.dois']);
    expect(await logins(demo, { texto: 'busca', status: 'i' })).toEqual(['busca.um']);
    expect(await logins(other, { texto: 'busca' })).toEqual([]);
    const { json } = await demo.get(USERS, { query: { texto: 'busca', TamanhoPagina: '1' } });
    expect([json.QtdUsuarios, json.TotalPaginas, json.Usuarios.length]).toEqual([2, 2, 1]);
    done(await put(demo, one.id, { nome: 'Outro Nome' }));
    expect([await logins(demo, { texto: 'conceicao' }), await logins(demo, { texto: 'outro nome' })]).toEqual([[], ['busca.um']]);
  });

  it('shows the profiles that users of a client may have', async () => {
    const service_ = await addProfile(service, 'De ninguém', ['document:view']);
    const { status, json } = await demo.get('/api/Perfil', { query: { idCliente: IDS.client } });
    expect([status, json.map(({ nome }: { nome: string }) => nome)]).toEqual([200, ['Administrador', 'De ninguém', 'Leitor']]);
    expect(json[1]).toEqual({ idPerfil: service_, nome: 'De ninguém', permissoes: ['documento.consultar'] });
    // Leitor is used by Empresa Exemplo alone.
    const elsewhere = (await other.get('/api/Perfil', { query: { idCliente: IDS.otherClient } })).json;
    expect(elsewhere.map(({ idPerfil }: { idPerfil: string }) => idPerfil)).toEqual([PROFILES.admin, service_]);
    expectRefusal(await reader.get('/api/Perfil', { query: { idCliente: IDS.client } }), 401);
    expectRefusal(await demo.get('/api/Perfil', { query: { idCliente: IDS.otherClient } }), 401);
  });
});
