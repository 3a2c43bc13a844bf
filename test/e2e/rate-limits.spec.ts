import type { Server, AddressInfo } from 'node:net';
import { createApp } from '#src/server/create-app';
import { Api, IDS, type Answer } from './support/api';
import { bodyOf, expectRefusal, PATHS } from './support/creates';
import { describeService } from './support/describe-service';
import { NOBODY } from './support/reading';
import { atOnce, fresh, KEY, REPLAYED, tally } from './support/repeats';
import { startService, STORAGE, type Service } from './support/service';
import { LOGIN, makeUser, setDatabaseClock, signIn } from './support/users';

const DEMO = 'Acervo@2026';

/** The clocks of process and database stand still until a test moves them: on a busy machine no window ends within it. */
class StandingClock {
  private time = Date.now();

  constructor(private readonly service: Service) {}

  /** To the beginning of the next window of so many seconds. */
  next(seconds: number): void {
    const lengthMs = seconds * 1000;
    this.time += lengthMs - (this.time % lengthMs);
    jest.spyOn(Date, 'now').mockReturnValue(this.time);
    setDatabaseClock(this.service, new Date(this.time));
  }

  release(): void {
    jest.restoreAllMocks();
    setDatabaseClock(this.service, null);
  }
}

/** A service of a test's own, with Empresa Exemplo's administrator logged in; it is gone whatever the test finds. */
async function withService(overrides: Record<string, string>, work: (service: Service, demo: Api) => Promise<void>): Promise<void> {
  const service = await startService(overrides);
  try {
    await work(service, await signIn(service.url, 'demo', DEMO));
  } finally {
    jest.restoreAllMocks();
    await service.stop();
  }
}

/** What `RateLimit` says of each window: `{ '1s': { r: 2, t: 1 } }`. */
function limitsIn({ headers }: Answer): Record<string, { r: number; t: number }> {
  const items = (headers.get('ratelimit') ?? '').split(', ').filter(Boolean);
  return Object.fromEntries(
    items.map((item) => {
      const [, name, rest, reset] = /^"(\w+)";r=(\d+);t=(\d+)$/.exec(item) as unknown as [string, string, string, string];
      return [name, { r: Number(rest), t: Number(reset) }];
    }),
  );
}

const ask = (api: Api) => api.get('/api/Lista/GetListas');

/** The windows as at the service's start; what a process remembers of its own refusals ends with the window. */
const forget = ({ database }: Service) => database.query('UPDATE rate_window SET calls = 0, started_at = 0');

describe('rate limits', () => {
  it('A5 limit logins and refreshes from an address, but not logged-in users', () =>
    withService({ RATE_LIMITS: '3/10' }, async (service, demo) => {
      const clock = new StandingClock(service);
      clock.next(10);
      const nobody = new Api(service.url);
      const tryIn = (password: string) => nobody.post(LOGIN, { body: { username: 'leitor', password } });
      expect((await atOnce(3, () => tryIn('Errada#123'))).map(({ status }) => status)).toEqual([401, 401, 401]);
      const refresh = { idUsuario: NOBODY, username: 'x', refreshToken: 'x' };
      for (const answer of [await tryIn(DEMO), await nobody.post('/api/Autenticacao/RefreshToken', { body: refresh })]) {
        expect(expectRefusal(answer, 429).codigo).toBe('LIMITE_DE_CHAMADAS');
        expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      expect((await ask(demo)).status).toBe(200);
      clock.next(10);
      expect((await tryIn(DEMO)).status).toBe(201);
    }));

  describeService('of 3 calls in a second and 5 in a minute', { RATE_LIMITS: '3/1 5/60' }, ({ service }) => {
    let demo: Api;
    let reader: Api;
    let other: Api;
    let clock: StandingClock;
    beforeAll(async () => {
      clock = new StandingClock(service);
      const logins = ['demo', 'leitor', 'outro'].map((login) => signIn(service.url, login, DEMO));
      [demo, reader, other] = (await Promise.all(logins)) as [Api, Api, Api];
    });
    afterAll(() => clock.release());

    it('are returned with every answer, refused or not', async () => {
      clock.next(60);
      const answers = [
        await ask(other),
        await other.get('/api/Documento/Get', { query: { idCliente: NOBODY } }),
        await other.post(PATHS.V3, { body: '{' }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([200, 401, 400]);
      answers.forEach((answer, index) => {
        expect(answer.headers.get('ratelimit-policy')).toBe('"1s";q=3;w=1, "60s";q=5;w=60');
        expect(limitsIn(answer)['60s']!.r).toBe(4 - index);
        expect(limitsIn(answer)['60s']!.t).toBeLessThanOrEqual(60);
        expect(limitsIn(answer)['1s']!.t).toBe(1);
      });
    });

    it('are returned by address without a user, except for health', async () => {
      clock.next(60);
      const nobody = new Api(service.url);
      const answers = [
        await nobody.post(LOGIN, { body: { username: 'x', password: 'x' } }),
        await ask(nobody),
        await ask(new Api(service.url, 'no.token.this')),
      ];
      expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
      expect(answers.map((answer) => limitsIn(answer)['60s']!.r)).toEqual([4, 4, 3]);
      for (const path of [`/compartilhado/${'x'.repeat(43)}`, `/verificar/${'0'.repeat(26)}`]) {
        const link = await nobody.get(path);
        expect([link.status, link.headers.get('ratelimit-policy')]).toEqual([404, '"1s";q=30;w=1, "60s";q=50;w=60']);
      }
      const policyOf = async (path: string) => (await nobody.get(path)).headers.get('ratelimit-policy');
      expect(await Promise.all(['/nada', '/docs', '/saude/viva'].map(policyOf))).toEqual(['"1s";q=30;w=1, "60s";q=50;w=60', '"1s";q=150;w=1, "60s";q=250;w=60', null]); // prettier-ignore
      expect((await ask(demo)).status).toBe(200);
    });

    it('count requests for the OpenAPI documents by address, like logins', async () => {
      const nobody = new Api(service.url);
      // Made when it is first asked for, which takes a while.
      await nobody.get('/openapi.yaml');
      clock.next(60);
      const answers = await atOnce(4, (index) => nobody.get(index % 2 === 0 ? '/openapi.yaml' : '/openapi.json'));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429]);
      const over = answers.find(({ status }) => status === 429)!;
      expect(expectRefusal(over, 429).codigo).toBe('LIMITE_DE_CHAMADAS');
      expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await ask(demo)).status).toBe(200);
    });

    it('count unknown addresses by that of the caller', async () => {
      expect(await atOnce(60, async () => (await new Api(service.url).get('/nada')).status)).toContain(429);
    });

    it('limit invalid tokens from an address, without affecting logins from there', async () => {
      clock.next(60);
      const answers = await atOnce(6, () => ask(new Api(service.url, 'no.token.this')));
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(3);
      expect((await new Api(service.url).post(LOGIN, { body: { username: 'leitor', password: DEMO } })).status).toBe(201);
    });

    it('count all users of a client together, and clients separately', async () => {
      clock.next(60);
      const answers = [await ask(demo), await ask(reader), await ask(demo), await ask(reader), await ask(demo)];
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
      expect((await ask(other)).status).toBe(200);
      const over = await ask(reader);
      const refusal = expectRefusal(over, 429);
      expect(refusal.codigo).toBe('LIMITE_DE_CHAMADAS');
      expect(limitsIn(over)['1s']!.r).toBe(0);
    });

    it('refuse with the time to wait, and serve again afterwards', async () => {
      clock.next(60);
      for (let calls = 0; calls < 3; calls++) expect((await ask(demo)).status).toBe(200);
      const over = await ask(demo);
      expect(over.headers.get('retry-after')).toBe('1');
      expect(expectRefusal(over, 429).mensagem).toContain('1 s');
      clock.next(1);
      expect((await ask(demo)).status).toBe(200);
    });

    it('refuse by the longest window that is full', async () => {
      clock.next(60);
      for (let calls = 0; calls < 5; calls++) {
        if (calls === 3) clock.next(1);
        expect((await ask(demo)).status).toBe(200);
      }
      const over = await ask(demo);
      expectRefusal(over, 429);
      const left = Number(over.headers.get('retry-after'));
      expect(left).toBeGreaterThan(1);
      expect(left).toBeLessThanOrEqual(60);
      expect(limitsIn(over)['60s']).toEqual({ r: 0, t: left });
      expect((await ask(reader)).status).toBe(429);
      clock.next(1);
      const still = await ask(demo);
      expectRefusal(still, 429);
      expect(Number(still.headers.get('retry-after'))).toBeLessThan(left);
    });
  });

  it('of a user keep the rest of the client limit for its other users', () =>
    withService({ RATE_LIMITS: '20/3600', USER_RATE_LIMITS: '8/3600' }, async (service, demo) => {
      const reader = await signIn(service.url, 'leitor', DEMO);
      const burst = await atOnce(30, () => ask(demo));
      expect(tally(burst)).toEqual({ '200': 8, '429 LIMITE_DE_CHAMADAS': 22 });
      const answer = await ask(reader);
      expect([answer.status, limitsIn(answer)['3600s']!.r]).toEqual([200, 11]);
    }));

  describeService('of many calls', { RATE_LIMITS: '50/3600' }, ({ service }) => {
    let demo: Api;
    beforeAll(async () => {
      demo = await signIn(service.url, 'demo', DEMO);
    });
    beforeEach(() => forget(service));

    it('count each of concurrent calls', async () => {
      const answers = await atOnce(40, () => ask(demo));
      const rests = answers.map((answer) => limitsIn(answer)['3600s']!.r);
      expect(Math.min(...rests)).toBe(10);
      expect(limitsIn(await ask(demo))['3600s']!.r).toBe(9);
    });

    it('allow exactly the configured number', async () => {
      const key = { [KEY]: fresh() };
      const created = await demo.post(PATHS.V3, {
        query: { idUnidade: IDS.unit, idCliente: IDS.client, idArvoreOrganizacional: IDS.invoices },
        body: bodyOf('V3'),
        headers: key,
      });
      expect(created.status).toBe(201);
      const statuses = (await atOnce(60, () => ask(demo))).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(49);
      expect(statuses.filter((status) => status === 429)).toHaveLength(11);
      // Refused before anything is looked at: not even a replay is answered.
      const again = await demo.post(PATHS.V3, {
        query: { idUnidade: IDS.unit, idCliente: IDS.client, idArvoreOrganizacional: IDS.invoices },
        body: bodyOf('V3'),
        headers: key,
      });
      expectRefusal(again, 429);
      expect(again.headers.get(REPLAYED)).toBeNull();
    });
  });

  it('count calls of users who must change the password', () =>
    withService({ RATE_LIMITS: '6/3600' }, async (service, demo) => {
      const { login } = await makeUser(demo, { alteraSenhaProximoLogin: '1' });
      const bound = await signIn(service.url, login);
      const answers = await atOnce(8, () => ask(bound));
      expect(tally(answers)).toEqual({ '401 TROCA_DE_SENHA_OBRIGATORIA': 5, '429 LIMITE_DE_CHAMADAS': 3 });
      for (const { headers } of answers) expect(headers.get('ratelimit')).not.toBeNull();
    }));

  it('G8 use the address behind trusted proxies only', async () => {
    const from = (address: string) => ({ body: { username: 'x', password: 'x' }, headers: { 'x-forwarded-for': address } });
    const rests = async (service: Service, ...addresses: string[]) => {
      const found: number[] = [];
      for (const address of addresses) found.push(limitsIn(await new Api(service.url).post(LOGIN, from(address)))['3600s']!.r);
      return found;
    };
    const words = ['198.51.100.1', '198.51.100.2', '9.9.9.9, 198.51.100.1', '2001:db8::1', '2001:db8::2', '2001:db8:0:1::1'];
    const behind = await startService({ RATE_LIMITS: '20/3600', TRUSTED_PROXIES: '1' });
    expect(await rests(behind, ...words)).toEqual([19, 19, 18, 19, 18, 19]);
    await behind.stop();
    const direct = await startService({ RATE_LIMITS: '20/3600' });
    expect(await rests(direct, ...words)).toEqual([19, 18, 17, 16, 15, 14]);
    await direct.stop();
  });

  it('count wrong subscription keys by address', async () => {
    const service = await startService({ RATE_LIMITS: '2/3600', SUBSCRIPTION_KEYS: 'true' });
    const answers = [];
    for (let call = 0; call < 3; call++) answers.push(await ask(new Api(service.url)));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 429]);
    await service.stop();
  });

  it('are off in embedded mode unless they are set', () =>
    withService({ ...(STORAGE === 'servers' && { RATE_LIMITS: 'off' }) }, async (_, demo) => {
      const answers = await atOnce(12, () => ask(demo));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(answers[0]!.headers.get('ratelimit-policy')).toBeNull();
    }));

  it('may have windows of a day or longer', () =>
    withService({ RATE_LIMITS: '100000/86400 500000/604800' }, async (_, demo) => {
      const { status, headers } = await ask(demo);
      expect([status, headers.get('ratelimit-policy')]).toEqual([200, '"86400s";q=100000;w=86400, "604800s";q=500000;w=604800']);
    }));

  const shared = STORAGE === 'servers' ? it : it.skip;
  shared('are counted by all processes on one database together', () =>
    withService({ RATE_LIMITS: '20/3600' }, async ({ config }, here) => {
      const second = await createApp(config);
      try {
        await second.listen(0, '127.0.0.1');
        const { port } = (second.getHttpServer() as Server).address() as AddressInfo;
        const there = new Api(`http://127.0.0.1:${port}`, here.token);
        const statuses = (await atOnce(30, (index) => ask(index % 2 ? here : there))).map(({ status }) => status);
        expect(statuses.filter((status) => status === 200)).toHaveLength(20);
        expect(statuses.filter((status) => status === 429)).toHaveLength(10);
        for (const api of [here, there]) expectRefusal(await ask(api), 429);
      } finally {
        await second.close();
      }
    }),
  );
});
