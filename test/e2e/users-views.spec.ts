import type { Api } from './support/api';
import { expectRefusal, problemsOf } from './support/creates';
import { describeScene } from './support/describe-service';
import { NOBODY } from './support/reading';
import { grant, makeUser, PROFILES, setGrants, signIn, USERS } from './support/users';
import { usersScene } from './support/users-scene';

const view = (nome: string, consulta = 'nivel=1') => ({ nome, consulta });

describeScene('saved views of a user', usersScene, ({ service, demo, reader }) => {
  let [path, api, elsewhere] = ['', {} as Api, {} as Api];
  beforeEach(async () => {
    const user = await makeUser(demo);
    await setGrants(demo, user.id, [grant(PROFILES.reader)]);
    path = `${USERS}/${user.id}/Visoes`;
    [api, elsewhere] = [await signIn(service.url, user.login), await signIn(service.url, user.login)];
  });
  const read = async (by: Api = api) => {
    const { status, json, headers } = await by.get(path);
    expect(status).toBe(200);
    return { views: json as object[], tag: headers.get('etag')! };
  };
  const put = (body: unknown, tag?: string, by: Api = api) =>
    by.call('PUT', path, { body, headers: tag === undefined ? {} : { 'if-match': tag } });

  it('are the same in every session, in their order', async () => {
    expect((await read()).views).toEqual([]);
    const views = [view('b'), view('Á', '')];
    const { status, json, headers } = await put(views);
    expect([status, json]).toEqual([200, 'Visões salvas com sucesso.']);
    expect(await read(elsewhere)).toEqual({ views, tag: headers.get('etag') });
    expect((await put([])).status).toBe(200);
    expect((await read()).views).toEqual([]);
  });

  it('are replaced under If-Match only in the version that was read', async () => {
    const { tag } = await read();
    expect((await put([view('a')], tag)).status).toBe(200);
    expect(expectRefusal(await put([view('b')], tag, elsewhere), 412).codigo).toBe('VISOES_ALTERADAS');
    const now = await read(elsewhere);
    expect(now.views).toEqual([view('a')]);
    expect((await put([...now.views, view('b')], now.tag, elsewhere)).status).toBe(200);
    expect((await read()).views).toEqual([view('a'), view('b')]);
    expect((await put([view('c')], '*')).status).toBe(200);
    expectRefusal(await put([view('d')], `W/${(await read()).tag}`), 412);
  });

  it('are replaced by one of several calls under the same version, and by all without one', async () => {
    const { tag } = await read();
    const bodies = ['a', 'b', 'c', 'd'].map((name) => [view(name)]);
    const answers = await Promise.all(bodies.map((body) => put(body, tag)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    const free = await Promise.all(bodies.map((body) => put(body)));
    expect(free.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(bodies).toContainEqual((await read()).views);
  });

  it('belong to their user alone', async () => {
    await put([view('a')]);
    for (const other of [demo, reader]) {
      expect(expectRefusal(await other.get(path), 404).codigo).toBe('USUARIO_NAO_ENCONTRADO');
      expectRefusal(await put([], undefined, other), 404);
    }
    expectRefusal(await api.get(`${USERS}/${NOBODY}/Visoes`), 404);
    expect((await read()).views).toEqual([view('a')]);
  });

  it.each<[string, unknown, number, string[]]>([
    ['without a name', [view('a'), { consulta: 'x' }], 400, ['[1].nome OBRIGATORIO']],
    ['with an empty name', [view('')], 400, ['[0].nome OBRIGATORIO']],
    ['without what they show', [{ nome: 'a' }], 400, ['[0].consulta OBRIGATORIO']],
    ['with a long name', [view('a'.repeat(81))], 400, ['[0].nome TAMANHO_EXCEDIDO']],
    ['with long filters', [view('a', 'x'.repeat(2001))], 400, ['[0].consulta TAMANHO_EXCEDIDO']],
    ['with names that differ by case and accents alone', [view('Agosto'), view('b'), view('ágosto')], 400, ['[2].nome ITEM_REPETIDO']],
    ['with an unknown member', [{ ...view('a'), outro: 1 }], 400, ['[0].outro CAMPO_DESCONHECIDO']],
  ])('are refused %s', async (_, body, status, problems) => {
    expect(problemsOf(expectRefusal(await put(body), status))).toEqual(problems);
    expect((await read()).views).toEqual([]);
  });

  it('are at most a hundred', async () => {
    const many = Array.from({ length: 101 }, (_, index) => view(`v${index}`));
    expect(expectRefusal(await put(many), 422)).toMatchObject({ codigo: 'VISOES_DEMAIS', mensagem: expect.stringContaining('100') });
    expect((await put(many.slice(1))).status).toBe(200);
    expect((await read()).views).toEqual(many.slice(1));
  });
});
