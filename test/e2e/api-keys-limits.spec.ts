import { Api } from './support/api';
import { expectRefusal } from './support/creates';
import { describeScene } from './support/describe-service';
import { makeAccount, makeKey } from './support/service-accounts';
import { usersScene } from './support/users-scene';

const LIMITS = { RATE_LIMITS: '60/3600', USER_RATE_LIMITS: '20/3600' };

describeScene(
  'limits of programs',
  () => usersScene(LIMITS),
  ({ service, demo, reader }) => {
    const call = (api: Api) => api.get('/api/Limites');

    it('are those of the account, whatever its keys, within those of the client', async () => {
      const account = await makeAccount(demo);
      const [first, second] = [await makeKey(demo, account), await makeKey(demo, account)];
      for (let calls = 0; calls < 10; calls++) for (const { api } of [first, second]) expect((await call(api)).status).toBe(200);
      for (const { api } of [first, second]) {
        const refused = await call(api);
        expectRefusal(refused, 429);
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      }
      // Neither refusals nor what one program asks for are at the cost of the others.
      expect((await call(reader)).status).toBe(200);
    });

    it('count what is no key by its address, apart from log-ins', async () => {
      const stranger = new Api(service.url, `acv_${'x'.repeat(8)}_${'y'.repeat(47)}`);
      const statuses = new Set<number>();
      for (let calls = 0; calls < 70; calls++) statuses.add((await call(stranger)).status);
      expect([...statuses]).toEqual([401, 429]);
      expect((await call(reader)).status).toBe(200);
    });
  },
);
