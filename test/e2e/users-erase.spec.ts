import { stableId } from '#application/support/stable-id';
import { eventsOf } from './support/audited';
import { createdBy, expectRefusal, problemsOf } from './support/creates';
import { place, IDS, invoiceValues, type Api } from './support/api';
import { describeScene } from './support/describe-service';
import { acervo } from './support/in-process';
import { NOBODY } from './support/reading';
import { done, grant, makeUser, PROFILES, refusedWith, setGrants, setStatus, signIn, tryLogin, USERS } from './support/users';
import { usersScene } from './support/users-scene';

const erase = (api: Api, id: string) => api.delete(`${USERS}/${id}`);
const TOLD = 'Zenaide Inconfundível';
const MAIL = 'zenaide@inconfundivel.com.br';

describeScene('erasing users', usersScene, ({ service, demo, reader, finance, other }) => {
  const database = () => service.database;
  /** Of all tables, whatever the column. */
  const told = async (...texts: string[]): Promise<string[]> => {
    const isSqlite = database().options.type === 'better-sqlite3';
    const tables = (await database().query(
      isSqlite
        ? "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
        : "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE'",
    )) as { name: string }[];
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = (await database().query(`SELECT * FROM ${name}`)) as object[];
      const all = JSON.stringify(rows).toLowerCase();
      found.push(...texts.filter((text) => all.includes(text.toLowerCase())).map((text) => `${text} in ${name}`));
    }
    return found;
  };

  it('leaves nothing that tells who it was; what was done stays, and the login is free again', async () => {
    const { id, login } = await makeUser(demo, { nome: TOLD, email: MAIL, telefoneCelular: '(31) 98888-7777' });
    done(await setGrants(demo, id, [grant(PROFILES.admin)]));
    const session = await signIn(service.url, login);
    const { id: documentId } = createdBy(
      await session.post('/api/v2/Documento', { query: place(), body: { valoresCampos: invoiceValues('8801') } }),
    );
    await session.call('PUT', `${USERS}/${id}/Visoes`, { body: [{ nome: TOLD, consulta: 'q=1' }] });
    expect((await told(TOLD, MAIL, login)).length).toBeGreaterThan(3);
    const answer = await erase(demo, id);
    expect([answer.status, answer.json]).toEqual([200, 'Usuário anonimizado com sucesso.']);
    expect(await told(TOLD, MAIL, login, '98888-7777')).toEqual([]);
    expectRefusal(await session.get('/api/Estrutura'), 401);
    expectRefusal(await tryLogin(service.url, login), 401);
    for (const call of [demo.get(`${USERS}/${id}`), erase(demo, id)]) expectRefusal(await call, 404);
    expectRefusal(await setStatus(demo, id, 'A'), 404);
    const { eventos } = await eventsOf(demo, { idUsuario: id });
    expect(eventos.map(({ acao }) => acao)).toContain('documento.incluir');
    expect((await eventsOf(demo, { acao: 'usuario.anonimizar' })).eventos[0]?.objeto).toEqual({ userId: id });
    expect((await demo.get(`/api/Documento/${documentId}/cliente/${IDS.client}`)).status).toBe(200);
    const again = await makeUser(demo, { login, nome: 'Outra Pessoa' });
    expect(again.id).not.toBe(id);
    expect((await tryLogin(service.url, login)).status).toBe(201);
    expect((await acervo(service.app, ['audit', 'verify'])).exitCode).toBe(0);
  });

  it('is for administrators of all that the user may do, and not of the last one', async () => {
    const { id } = await makeUser(demo);
    done(await setGrants(demo, id, [grant(PROFILES.reader)]));
    for (const api of [reader, finance]) expect([401, 404]).toContain((await erase(api, id)).status);
    expectRefusal(await erase(other, id), 404);
    expectRefusal(await erase(demo, NOBODY), 404);
    expectRefusal(await erase(demo, 'nada'), 400);
    const last = await refusedWith(service, 422, () => erase(demo, stableId('user', 'demo')));
    expect(problemsOf(last)).toEqual(['IdUsuario ULTIMO_ADMINISTRADOR']);
    expect((await erase(demo, id)).status).toBe(200);
  });

  it('also from the command line, whose ids follow from logins', async () => {
    const words = ['--client', 'Empresa Exemplo', '--profile', 'Leitor', '--name', TOLD];
    const create = () => acervo(service.app, ['user', 'create', 'partiu', ...words]);
    const idIn = ({ text }: { text: string }) => /id ([0-9a-f-]{36})/.exec(text)![1]!;
    const first = idIn(await create());
    expect(await acervo(service.app, ['user', 'erase', 'partiu'])).toMatchObject({ exitCode: 0, text: `erased: partiu, id ${first}` });
    expect(await told(TOLD)).toEqual([]);
    await expect(acervo(service.app, ['user', 'erase', 'partiu'])).rejects.toThrow('partiu');
    const second = idIn(await create());
    expect(second).not.toBe(first);
  });
});
