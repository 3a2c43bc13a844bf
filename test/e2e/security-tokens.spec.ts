import { createHmac, generateKeyPairSync } from 'node:crypto';
import { request, type OutgoingHttpHeaders } from 'node:http';
import jwt from 'jsonwebtoken';
import { DEMO_PASSWORD } from '#src/demo/demo-archive';
import { Api } from './support/api';
import { expectRefusal, leavingNothing } from './support/creates';
import { describeService } from './support/describe-service';
import { expectAlike } from './support/reading';
import { Remote } from './support/remote';
import { changingNobody, dayOf, daysFromNow, grant, makeUser, PROFILES, setClock, setStatus, tryLogin, userWith } from './support/users';

const STRUCTURE = '/api/Estrutura';
const LOGIN = '/api/Autenticacao/Login';

describeService('false identity', ({ service, demo: api }) => {
  let bait: Remote;
  beforeAll(async () => {
    bait = await Remote.open('127.0.0.1', (_, response) => response.end('{"keys":[]}'));
  });
  afterEach(() => setClock(service, null));
  afterAll(async () => {
    bait.close();
  });

  const withHeader = (authorization: string) => api.get(STRUCTURE, { token: null, headers: { authorization } });

  it('A2 gets the same refusal: unknown, wrong, inactive, inactive by schedule, and locked', async () => {
    const [inactive, leaving, locked] = [
      await makeUser(api),
      await makeUser(api, { dataAgendamentoInativacao: dayOf(daysFromNow(2)) }),
      await makeUser(api),
    ];
    await setStatus(api, inactive.id, 'I');
    for (let attempt = 0; attempt < 6; attempt++) await tryLogin(service.url, locked.login, 'Errada#123');
    const then = daysFromNow(3).getTime();
    setClock(service, new Date(then));
    await service.database.query(
      `UPDATE login_failure SET failed_at = ${then}, blocked_until = ${then + 1000} WHERE blocked_until IS NOT NULL`,
    );
    const answers = await changingNobody(service, async () => [
      await tryLogin(service.url, 'ninguem'),
      await tryLogin(service.url, 'demo', 'Errada#123'),
      await tryLogin(service.url, inactive.login),
      await tryLogin(service.url, leaving.login),
      await tryLogin(service.url, locked.login),
    ]);
    expectAlike(401, answers);
  });

  it('A6 a login locked by strangers keeps its sessions, and is unlocked after some minutes', async () => {
    const { login } = await userWith(api, [grant(PROFILES.reader)]);
    const { json } = await tryLogin(service.url, login);
    const session = json as { IdUsuario: string; Login: string; Token: string; RefreshToken: string };
    const guesses = await Promise.all(Array.from({ length: 20 }, (_, guess) => tryLogin(service.url, login, `Errada#${guess}`)));
    expect(new Set(guesses.map(({ status }) => status))).toEqual(new Set([401]));
    expect((await tryLogin(service.url, login)).status).toBe(401);
    expect((await api.get(STRUCTURE, { token: session.Token })).status).toBe(200);
    const renewal = { idUsuario: session.IdUsuario, username: session.Login, refreshToken: session.RefreshToken };
    expect((await api.post('/api/Autenticacao/RefreshToken', { body: renewal })).status).toBe(201);
    setClock(service, new Date(Date.now() + (service.config.loginBlockMinutes + 1) * 60_000));
    expect((await tryLogin(service.url, login)).status).toBe(201);
  });

  it('A17 one session remains of 12 concurrent exclusive logins', async () => {
    const { login } = await userWith(api, [grant(PROFILES.reader)]);
    const enter = () => new Api(service.url).post(LOGIN, { body: { username: login, password: 'Segredo@2026', utilizacaoUnica: true } });
    const tokens = (await Promise.all(Array.from({ length: 12 }, enter))).map(({ json }) => json.Token as string);
    const statuses = await Promise.all(tokens.map(async (token) => (await api.get(STRUCTURE, { token })).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(11);
  });

  it('A9 A10 A11 with a token signed by a key that the token itself names', async () => {
    const claims = jwt.decode(api.token!) as object;
    const pairs = { RS256: generateKeyPairSync('rsa', { modulusLength: 2048 }), ES256: generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
    const address = `http://127.0.0.1:${bait.port}/keys`;
    const kids = ['0', 'outra', '../../../../dev/null', '/dev/null', "' UNION SELECT 'x", 'x'.repeat(500), address];
    const tokens = [
      ...kids.flatMap((kid) => ['', 'x'].map((key) => signedHere(claims, key, { kid }))),
      ...Object.entries(pairs).flatMap(([algorithm, { privateKey, publicKey }]) => {
        const header = { jku: address, x5u: address, jwk: publicKey.export({ format: 'jwk' }), x5c: ['MIIB'], kid: '0' };
        const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
        return [
          jwt.sign(claims, privateKey.export({ type: 'pkcs8', format: 'pem' }), {
            algorithm: algorithm as 'RS256',
            header: header as unknown as jwt.JwtHeader,
          }),
          // The public key as if it were the secret.
          signedHere(claims, pem, header),
        ];
      }),
    ];
    const answers = await leavingNothing(service, () => Promise.all(tokens.map((token) => withHeader(`Bearer ${token}`))));
    expectAlike(401, answers);
    expect(bait.connections).toBe(0);
  });

  /** By hand: the library would not sign with such keys. */
  function signedHere(claims: object, key: string, header: object): string {
    const [head, body] = [{ alg: 'HS256', typ: 'JWT', ...header }, claims].map((part) =>
      Buffer.from(JSON.stringify(part)).toString('base64url'),
    );
    return `${head}.${body}.${createHmac('sha256', key).update(`${head}.${body}`).digest('base64url')}`;
  }

  it('A15 with a token of 15 KB, or longer than the header limit', async () => {
    expectRefusal(await withHeader(`Bearer ${'x'.repeat(15 * 1024)}`), 401);
    expectRefusal(await withHeader(`Bearer ${api.token}${'x'.repeat(15 * 1024 - api.token!.length)}`), 401);
    expectRefusal(await withHeader(`Bearer ${'x'.repeat(20 * 1024)}`), 431);
  });

  it('A23 with two tokens, of which a proxy might check the other', async () => {
    const good = `Bearer ${api.token}`;
    for (const sent of [
      [good, 'Bearer x'],
      ['Bearer x', good],
      [good, good],
      [good, ''],
    ]) {
      expect([sent[0]!.length, await statusWith(sent)]).toEqual([sent[0]!.length, 401]);
    }
    expect(await statusWith([good])).toBe(200);
  });

  const statusWith = (authorization: string[]): Promise<number> =>
    new Promise((resolve, reject) => {
      const call = request(`${service.url}${STRUCTURE}`, { headers: { authorization } as unknown as OutgoingHttpHeaders, agent: false });
      call.on('response', (answer) => resolve(answer.resume().statusCode!)).on('error', reject);
      call.end();
    });

  it('A1 A3 A4 cannot match an account by another spelling', async () => {
    const odd = [
      'demo\u0000',
      'de\u0000mo',
      '\u202edemo',
      'demo\u200b',
      'ｄｅｍｏ',
      'dеmo',
      'demo%',
      'd_mo',
      'demo\\',
      "demo'--",
      '%',
      'ⅾemo',
      ' ',
    ];
    const answers = await Promise.all(
      odd.map((username) => new Api(service.url).post(LOGIN, { body: { username, password: DEMO_PASSWORD } })),
    );
    for (const answer of answers) expectRefusal(answer, answer.status === 400 ? 400 : 401);
    const unknown = await tryLogin(service.url, 'ninguem');
    expectAlike(401, [unknown, ...answers.filter(({ status }) => status === 401)]);
    for (const username of ['DEMO', ' demo ', 'Démo', 'dêmo']) {
      const { status, json } = await tryLogin(service.url, username, DEMO_PASSWORD);
      expect([username, status, json.Login]).toEqual([username, 201, 'demo']);
    }
  });
});
