import { idBytes } from '#infrastructure/typeorm/id-bytes';
import { AuditBuffer } from '#application/audit/audit-buffer';
import { Api, IDS, type Answer } from './support/api';
import { eventsOf } from './support/audited';
import { expectRefusal } from './support/creates';
import { describeScene } from './support/describe-service';
import { NOBODY } from './support/reading';
import { SEARCH } from './support/search-archive';
import { keyIn, keysPath, makeAccount, makeKey } from './support/service-accounts';
import { daysFromNow, done, grant, LOGIN, makeUser, PROFILES, setDatabaseClock, setGrants, setStatus, tryLogin, USERS } from './support/users'; // prettier-ignore
import { usersScene } from './support/users-scene';

const REFRESH = '/api/Autenticacao/RefreshToken';
const search = (api: Api, level?: string) =>
  api.get(SEARCH, { query: { IdCliente: IDS.client, ...(level !== undefined && { IdArvoreOrganizacional: level }) } });
const works = async (api: Api) => (await search(api)).status === 200;

describeScene('operation 1.1 with an API key as the password', usersScene, ({ service, demo }) => {
  const opened = ({ status, json, text }: Answer) => {
    expect([status, text]).toEqual([201, expect.stringContaining('Token')]);
    return { api: new Api(service.url, json.Token as string), json: json as Record<string, string> };
  };
  const count = async () =>
    Number(((await service.database.query('SELECT SUM(failures) AS failures FROM login_failure')) as [{ failures: number }])[0].failures);
  afterEach(() => setDatabaseClock(service, null));

  it('opens a session of the account, with the rights of the key', async () => {
    const account = await makeAccount(demo);
    const key = await makeKey(demo, account, { idArvoreOrganizacional: IDS.finance });
    const { api, json } = opened(await tryLogin(service.url, account.login.toUpperCase(), key.text));
    expect(json).toMatchObject({ IdUsuario: account.id, Login: account.login, NomeUsuario: 'Programa de Teste' });
    expect([(await search(api, IDS.invoices)).status, (await search(api, IDS.records)).status]).toEqual([200, 401]);
    const { eventos } = await eventsOf(demo, { acao: 'sessao.abrir', idUsuario: account.id });
    const [{ idSessao }] = (await demo.get(`${USERS}/${account.id}/Sessoes`)).json as [{ idSessao: string }];
    expect(eventos.map(({ objeto }) => objeto)).toEqual([{ sessionId: idSessao, exclusive: false, apiKeyId: key.id }]);
    done(await setGrants(demo, account.id, []));
    expectRefusal(await search(api, IDS.invoices), 401);
  });

  it('the session ends with the key, by whichever way', async () => {
    const account = await makeAccount(demo);
    const [ended, replaced, late] = [
      await makeKey(demo, account),
      await makeKey(demo, account),
      await makeKey(demo, account, { validadeDias: 1 }),
    ];
    const sessions = await Promise.all(
      [ended, replaced, late].map(async ({ text }) => opened(await tryLogin(service.url, account.login, text))),
    );
    const all = () => Promise.all(sessions.map(({ api }) => works(api)));
    const renewed = ({ json }: (typeof sessions)[number]) =>
      new Api(service.url).post(REFRESH, { body: { idUsuario: account.id, username: account.login, refreshToken: json.RefreshToken } });
    expect(await all()).toEqual([true, true, true]);
    // No longer than the key, whatever is renewed.
    const last = Date.now() + 86_400_000 + 5000;
    const again = opened(await renewed(sessions[2]!));
    for (const { json } of [sessions[2]!, again])
      for (const at of [json.ExpiracaoToken, json.ExpiracaoRefreshToken]) expect(Date.parse(at!)).toBeLessThan(last);
    await demo.delete(`${keysPath(account)}/${ended.id}`);
    const next = keyIn(demo, await demo.post(`${keysPath(account)}/${replaced.id}/trocar`, { body: { sobreposicaoHoras: 24 } }));
    expect(await all()).toEqual([false, true, true]);
    expectRefusal(await renewed(sessions[0]!), 401);
    setDatabaseClock(service, daysFromNow(2));
    expect([await all(), (await renewed(sessions[1]!)).status, await works(next.api)]).toEqual([[false, false, false], 401, true]);
  });

  it('a session is renewed from the networks of the key alone, and not spent from elsewhere', async () => {
    const account = await makeAccount(demo);
    const key = await makeKey(demo, account, { redes: ['127.0.0.1'] });
    const { json } = opened(await tryLogin(service.url, account.login, key.text));
    const renew = () =>
      new Api(service.url).post(REFRESH, { body: { idUsuario: account.id, username: account.login, refreshToken: json.RefreshToken } });
    const admit = (network: string) =>
      service.database.query('UPDATE api_key SET networks = ? WHERE client_id = ? AND id = ?', [
        JSON.stringify([network]),
        idBytes(IDS.client),
        key.id,
      ]);
    await admit('203.0.113.0/24');
    expectRefusal(await renew(), 401);
    await admit('127.0.0.1');
    opened(await renew());
  });

  it('A26 is refused byte for byte like a wrong password, for whatever login', async () => {
    const account = await makeAccount(demo);
    const stranger = await makeAccount(demo);
    const [key, far] = [await makeKey(demo, account), await makeKey(demo, account, { redes: ['203.0.113.0/24'] })];
    const person = await makeUser(demo);
    const attempts: [string, string][] = [
      [person.login, 'Errada@2026'],
      [person.login, key.text],
      [stranger.login, key.text],
      [account.login, far.text],
      [account.login, `${key.text.slice(0, -1)}#`],
      [account.login, `acv_${'a'.repeat(8)}_`],
      [NOBODY, key.text],
    ];
    const answers = [];
    for (const [login, password] of attempts) answers.push(await tryLogin(service.url, login, password));
    done(await setStatus(demo, account.id, 'I'));
    answers.push(await tryLogin(service.url, account.login, key.text));
    const texts = answers.map(({ status, text, headers }) => [
      status,
      headers.get('www-authenticate'),
      text.replace(/"idRequisicao":"[^"]+"/, ''),
    ]);
    expect(new Set(texts.map(String)).size).toBe(1);
    expect(texts[0]![0]).toBe(401);
  });

  it('A26 neither counts as a failure nor heeds the lock-out: strangers cannot lock an integration out', async () => {
    const account = await makeAccount(demo);
    const key = await makeKey(demo, account);
    for (let time = 0; time < 8; time++) expectRefusal(await tryLogin(service.url, account.login, `Errada@${time}`), 401);
    const [blocked] = (await service.database.query('SELECT COUNT(*) AS total FROM login_failure WHERE blocked_until IS NOT NULL')) as [
      { total: number },
    ];
    expect(Number(blocked.total)).toBeGreaterThan(0);
    const before = await count();
    const { api } = opened(await tryLogin(service.url, account.login, key.text));
    expect([await works(api), await works(key.api)]).toEqual([true, true]);
    const wrong = `acv_${'x'.repeat(8)}_${'y'.repeat(47)}`;
    for (let time = 0; time < 8; time++) expectRefusal(await tryLogin(service.url, account.login, wrong), 401);
    expect(await count()).toBe(before);
    opened(await tryLogin(service.url, account.login, key.text));
    // The log-in of a person goes on as well.
    for (let time = 0; time < 8; time++) expectRefusal(await tryLogin(service.url, 'demo', wrong), 401);
    opened(await new Api(service.url).post(LOGIN, { body: { username: 'demo', password: 'Acervo@2026' } }));
  });

  it('is recorded when it is refused', async () => {
    const account = await makeAccount(demo);
    expectRefusal(await tryLogin(service.url, account.login, `acv_${'x'.repeat(8)}_${'y'.repeat(47)}`), 401);
    await service.app.get(AuditBuffer).flush();
    const { eventos } = await eventsOf(demo, { acao: 'sessao.recusar', idUsuario: account.id });
    expect(eventos.map(({ objeto }) => objeto)).toEqual([{ why: 'key' }]);
  });

  it('lets an exclusive session be the only one', async () => {
    const account = await makeAccount(demo, [grant(PROFILES.reader)]);
    const key = await makeKey(demo, account);
    const first = opened(await tryLogin(service.url, account.login, key.text));
    const body = { username: account.login, password: key.text, utilizacaoUnica: true };
    const second = opened(await new Api(service.url).post(LOGIN, { body }));
    expect([await works(first.api), await works(second.api), await works(key.api)]).toEqual([false, true, true]);
  });
});
