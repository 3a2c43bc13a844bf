import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { Api, loggedIn } from './support/api';
import { expectRefusal, problemsOf, refused } from './support/creates';
import { describeService } from './support/describe-service';
import { expectAlike, NOBODY } from './support/reading';

const REFRESH = '/api/Autenticacao/RefreshToken';

interface Session {
  IdUsuario: string;
  Login: string;
  Token: string;
  RefreshToken: string;
  ExpiracaoToken: string;
  ExpiracaoRefreshToken: string;
}

describeService('1.2 POST /api/Autenticacao/RefreshToken', ({ service }) => {
  let api: Api;
  beforeAll(async () => {
    api = new Api(service.url);
  });

  const login = async (username = 'demo', more: object = {}): Promise<Session> =>
    (await api.post('/api/Autenticacao/Login', { body: { username, password: DEMO_PASSWORD, ...more } })).json as Session;
  const bodyOf = ({ IdUsuario, Login, RefreshToken }: Session) => ({ idUsuario: IdUsuario, username: Login, refreshToken: RefreshToken });
  const renew = (session: Session, changes: object = {}) => api.post(REFRESH, { body: { ...bodyOf(session), ...changes } });
  /** As if all renewals had been so much earlier. */
  const ago = (ms: number) => service.database.query(`UPDATE session SET rotated_at = rotated_at - ${ms} WHERE rotated_at IS NOT NULL`);
  const works = async ({ Token }: Session) => (await api.get('/api/Estrutura', { token: Token })).status === 200;

  it('returns the same shape as the login, with working tokens', async () => {
    const before = await login();
    const { status, json } = await renew(before);
    expect(status).toBe(201);
    expect(Object.keys(json)).toEqual(Object.keys(before));
    expect(json).toMatchObject({ IdUsuario: before.IdUsuario, NomeUsuario: 'Usuário de Demonstração', Login: 'demo' });
    expect(json.RefreshToken).not.toBe(before.RefreshToken);
    expect(json.ExpiracaoToken).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}-03:00$/);
    expect(Date.parse(json.ExpiracaoToken as string)).toBeGreaterThan(Date.now());
    expect(Date.parse(json.ExpiracaoRefreshToken as string)).toBeGreaterThan(Date.now());
    expect(await works(json as Session)).toBe(true);
  });

  it('works repeatedly, each time with the newest token', async () => {
    let session = await login();
    const seen = new Set([session.RefreshToken]);
    for (let round = 0; round < 5; round++) {
      const { status, json } = await renew(session);
      expect(status).toBe(201);
      session = json as Session;
      seen.add(session.RefreshToken);
    }
    expect(seen.size).toBe(6);
    expect(await works(session)).toBe(true);
  });

  it('needs no access token, and ignores an expired one', async () => {
    const session = await login();
    expect((await api.post(REFRESH, { body: bodyOf(session), token: 'expired.long.ago' })).status).toBe(201);
  });

  it('works after the access token has expired', async () => {
    const session = await login();
    await service.database.query('UPDATE session SET expires_at = 1 WHERE ended_at IS NULL');
    expect(await works(session)).toBe(false);
    const { json } = await renew(session);
    expect(await works(json as Session)).toBe(true);
  });

  it.each([
    ['id in upper case', ({ IdUsuario }: Session) => ({ idUsuario: IdUsuario.toUpperCase() })],
    ['id in braces', ({ IdUsuario }: Session) => ({ idUsuario: `{${IdUsuario}}` })],
    ['login in another case, with accents and blanks', () => ({ username: '  DÉMO ' })],
  ])('accepts the %s', async (_, changes) => {
    const session = await login();
    expect((await renew(session, changes(session))).status).toBe(201);
  });

  it('A19 ends the session when an old token is reused', async () => {
    const first = await login();
    const second = (await renew(first)).json as Session;
    const third = (await renew(second)).json as Session;
    const bystander = await login();
    expect(await works(third)).toBe(true);
    const again = await renew(first);
    expectRefusal(again, 401);
    for (const session of [first, second, third]) expect(await works(session)).toBe(false);
    for (const session of [second, third]) expectRefusal(await renew(session), 401);
    expect(await works(bystander)).toBe(true);
  });

  it('A20 returns the same new token to a client whose response was lost, until that token is used', async () => {
    const first = await login();
    const lost = (await renew(first)).json as Session;
    const retried = (await renew(first)).json as Session;
    expect(retried.RefreshToken).toBe(lost.RefreshToken);
    expect(await works(retried)).toBe(true);
    // A copy that was held up on its way, of a call that was long repeated.
    const late = (await renew(first)).json as Session;
    expect(late.RefreshToken).toBe(lost.RefreshToken);
    expect(await works(late)).toBe(true);
    const third = (await renew(retried)).json as Session;
    expect(third.RefreshToken).not.toBe(retried.RefreshToken);
    expectRefusal(await renew(first), 401);
    expect(await works(third)).toBe(false);
  });

  it('A19 A20 ends the session when an old token is reused after half a minute', async () => {
    const first = await login();
    const second = (await renew(first)).json as Session;
    await ago(31_000);
    expectRefusal(await renew(first), 401);
    expect(await works(second)).toBe(false);
  });

  it('A21 returns the same new token to concurrent callers', async () => {
    const session = await login();
    const answers = await Promise.all(Array.from({ length: 6 }, () => renew(session)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(new Set(answers.map(({ json }) => (json as Session).RefreshToken)).size).toBe(1);
    for (const { json } of answers) expect(await works(json as Session)).toBe(true);
  });

  it('keeps the replaced access token valid for a minute', async () => {
    const first = await login();
    const second = (await renew(first)).json as Session;
    expect([await works(first), await works(second)]).toEqual([true, true]);
    await ago(55_000);
    expect([await works(first), await works(second)]).toEqual([true, true]);
    await ago(6000);
    expect([await works(first), await works(second)]).toEqual([false, true]);
  });

  it('ends a session 30 days after its login, despite renewals', async () => {
    const opened = Date.now();
    let session = await login();
    const { IdUsuario } = session;
    const day = 86_400_000;
    for (const days of [12, 12, 5]) {
      await service.database.query(
        `UPDATE session SET created_at = created_at - ${days * day} WHERE user_id = '${IdUsuario}' AND ended_at IS NULL`,
      );
      const { status, json } = await renew(session);
      expect(status).toBe(201);
      session = json as Session;
    }
    for (const expiry of [session.ExpiracaoToken, session.ExpiracaoRefreshToken]) {
      expect(Date.parse(expiry) - opened).toBeGreaterThan(day - 60_000);
      expect(Date.parse(expiry) - opened).toBeLessThan(day + 600_000);
    }
    expect(await works(session)).toBe(true);
    await service.database.query(
      `UPDATE session SET expires_at = expires_at - ${2 * day}, refresh_expires_at = refresh_expires_at - ${2 * day} WHERE user_id = '${IdUsuario}'`,
    );
    expect(await works(session)).toBe(false);
    expectRefusal(await renew(session), 401);
  });

  it('keeps an exclusive session exclusive', async () => {
    const session = (await renew(await login('financeiro', { utilizacaoUnica: true }))).json as Session;
    expect(await works(session)).toBe(true);
    await login('financeiro');
    expect(await works(session)).toBe(false);
    expectRefusal(await renew(session), 401);
  });

  it('A12 A18 returns the same refusal for every wrong token, and ends no session', async () => {
    const session = await login();
    const stranger = await login('outro');
    const wrong: object[] = [
      { refreshToken: 'x' },
      { refreshToken: session.Token },
      { refreshToken: `${session.RefreshToken}A` },
      { refreshToken: `${session.RefreshToken}=` },
      { refreshToken: session.RefreshToken.slice(0, -1) },
      { refreshToken: ` ${session.RefreshToken}` },
      { refreshToken: stranger.RefreshToken },
      { idUsuario: stranger.IdUsuario },
      { idUsuario: NOBODY },
      { username: 'outro' },
      { username: 'ninguem' },
      { username: "' OR '1'='1", refreshToken: "' OR '1'='1" },
    ];
    const answers = [];
    for (const changes of wrong) answers.push(await renew(session, changes));
    expectAlike(401, answers);
    expect([await works(session), await works(stranger)]).toEqual([true, true]);
    expect((await renew(session)).status).toBe(201);
    expect((await renew(stranger)).status).toBe(201);
  });

  it('A14 refuses a token changed at any position', async () => {
    const session = await login();
    const text = session.RefreshToken;
    const changed = [...text].map((letter, at) => `${text.slice(0, at)}${letter === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`);
    const statuses = new Set<number>();
    for (const refreshToken of changed) statuses.add((await renew(session, { refreshToken })).status);
    expect([...statuses]).toEqual([401]);
    expect((await renew(session)).status).toBe(201);
  });

  it.each([
    ['the deadline of the refresh token has passed', "UPDATE session SET refresh_expires_at = 1 WHERE ended_at IS NULL AND user_id = '?'"],
    ['the session has ended', "UPDATE session SET ended_at = 1 WHERE ended_at IS NULL AND user_id = '?'"],
    ['the user is no longer active', "UPDATE user_account SET active = 0 WHERE id = '?'"],
  ])('refuses when %s', async (_, sql) => {
    const session = await login('leitor');
    await service.database.query(sql.replace('?', session.IdUsuario));
    expectRefusal(await renew(session), 401);
    await service.database.query(`UPDATE user_account SET active = 1 WHERE id = '${session.IdUsuario}'`);
    expect((await loggedIn(service.url, 'leitor')).token).toBeTruthy();
  });

  const good = { idUsuario: NOBODY, username: 'demo', refreshToken: 'x' };
  it.each<[string, unknown, string[]]>([
    ['nothing in it', {}, ['idUsuario OBRIGATORIO', 'username OBRIGATORIO', 'refreshToken OBRIGATORIO']],
    [
      'empty texts',
      { idUsuario: '', username: '', refreshToken: ' ' },
      ['idUsuario OBRIGATORIO', 'username OBRIGATORIO', 'refreshToken OBRIGATORIO'],
    ],
    [
      'nulls',
      { idUsuario: null, username: null, refreshToken: null },
      ['idUsuario OBRIGATORIO', 'username OBRIGATORIO', 'refreshToken OBRIGATORIO'],
    ],
    ['a malformed id', { ...good, idUsuario: '123' }, ['idUsuario FORMATO_INVALIDO']],
    ['half a brace', { ...good, idUsuario: `{${NOBODY}` }, ['idUsuario FORMATO_INVALIDO']],
    ['an array as user name', { ...good, username: ['demo'] }, ['username TIPO_INVALIDO']],
    ['an object as id', { ...good, idUsuario: { $ne: '' } }, ['idUsuario TIPO_INVALIDO']],
    ['one name in two cases', { ...good, USERNAME: 'demo' }, ['USERNAME CAMPO_REPETIDO']],
  ])('refuses a body with %s and names the fields', async (_, body, problems) => {
    expect(problemsOf(await refused(service, 400, () => api.post(REFRESH, { body })))).toEqual(problems);
  });

  it.each(['', ' ', '{', '[]', '"x"', 'null', '{"idUsuario":"', '{"username":"demo"}}'])('refuses the body %j', async (body) => {
    await refused(service, 400, () => api.post(REFRESH, { body }));
  });

  it('refuses another media type', async () => {
    await refused(service, 415, () =>
      api.post(REFRESH, { body: 'idUsuario=1', headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
    );
  });
});
