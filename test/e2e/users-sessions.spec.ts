import type { Api } from './support/api';
import { eventsOf } from './support/audited';
import { expectRefusal } from './support/creates';
import { describeScene } from './support/describe-service';
import { NOBODY } from './support/reading';
import { done, grant, makeUser, PROFILES, setGrants, setStatus, signIn, tryLogin, USERS, type MadeUser } from './support/users';
import { usersScene } from './support/users-scene';

const sessionsOf = async (api: Api, id: string) => (await api.get(`${USERS}/${id}/Sessoes`)).json as { idSessao: string; atual: boolean }[];
const works = async (api: Api) => (await api.get('/api/Estrutura')).status === 200;

describeScene('sessions of a user', usersScene, ({ service, demo, reader, finance, other }) => {
  const made = async (): Promise<MadeUser> => {
    const user = await makeUser(demo);
    done(await setGrants(demo, user.id, [grant(PROFILES.reader)]));
    return user;
  };

  it('are listed to their user and to administrators, newest first', async () => {
    const user = await made();
    const [first, second] = [await signIn(service.url, user.login), await signIn(service.url, user.login)];
    const { status, json } = await second.get(`${USERS}/${user.id}/Sessoes`);
    const date = expect.stringMatching(/-03:00$/);
    const session = { idSessao: expect.any(String), utilizacaoUnica: false, dataInicio: date, dataRenovacao: date, dataFim: date };
    expect([status, json]).toEqual([
      200,
      [
        { ...session, atual: true },
        { ...session, atual: false },
      ],
    ]);
    expect((await sessionsOf(first, user.id)).map(({ atual }) => atual)).toEqual([false, true]);
    expect((await sessionsOf(demo, user.id)).map(({ idSessao, atual }) => [idSessao, atual])).toEqual(
      json.map(({ idSessao }: { idSessao: string }) => [idSessao, false]),
    );
  });

  it('are ended by their user, one at a time, with an event', async () => {
    const user = await made();
    const [first, second] = [await signIn(service.url, user.login), await signIn(service.url, user.login)];
    const [, { idSessao }] = (await sessionsOf(second, user.id)) as [unknown, { idSessao: string }];
    const end = () => second.delete(`${USERS}/${user.id}/Sessoes/${idSessao}`);
    const ended = await end();
    expect([ended.status, ended.json]).toEqual([200, 'Sessão encerrada com sucesso.']);
    expect([await works(first), await works(second)]).toEqual([false, true]);
    expect(expectRefusal(await end(), 404).codigo).toBe('SESSAO_NAO_ENCONTRADA');
    const { eventos } = await eventsOf(demo, { acao: 'sessao.encerrar', idObjeto: user.id });
    expect(eventos.map(({ objeto, idUsuario }) => [objeto, idUsuario])).toEqual([[{ userId: user.id, sessionId: idSessao }, user.id]]);
  });

  it('are ended by administrators of the user', async () => {
    const user = await made();
    const api = await signIn(service.url, user.login);
    const [{ idSessao }] = (await sessionsOf(demo, user.id)) as unknown as [{ idSessao: string }];
    // Financeiro's administrator sees the user, who reads more than that level: neither to be ended nor watched.
    expect((await finance.get(`${USERS}/${user.id}`)).status).toBe(200);
    for (const foreign of [finance, other]) {
      expectRefusal(await foreign.get(`${USERS}/${user.id}/Sessoes`), 404);
      expectRefusal(await foreign.delete(`${USERS}/${user.id}/Sessoes/${idSessao}`), 404);
      expect(await works(api)).toBe(true);
    }
    expectRefusal(await reader.get(`${USERS}/${user.id}/Sessoes`), 401);
    expectRefusal(await reader.delete(`${USERS}/${user.id}/Sessoes/${idSessao}`), 401);
    expect((await demo.delete(`${USERS}/${user.id}/Sessoes/${idSessao}`)).status).toBe(200);
    expect(await works(api)).toBe(false);
  });

  it('of another user, unknown or ended, are absent', async () => {
    const [one, two] = [await made(), await made()];
    const api = await signIn(service.url, two.login);
    const [{ idSessao }] = (await sessionsOf(api, two.id)) as unknown as [{ idSessao: string }];
    for (const path of [`${one.id}/Sessoes/${idSessao}`, `${two.id}/Sessoes/${NOBODY}`, `${NOBODY}/Sessoes/${idSessao}`]) {
      expectRefusal(await demo.delete(`${USERS}/${path}`), 404);
    }
    expect(await works(api)).toBe(true);
    done(await setStatus(demo, two.id, 'I'));
    expect(await sessionsOf(demo, two.id)).toEqual([]);
    expectRefusal(await tryLogin(service.url, two.login), 401);
  });
});
