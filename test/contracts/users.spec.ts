import { newId } from '#application/support/ids';
import type { UserGrant } from '#application/ports/users';
import type { Scope } from '#domain/access/scope';
import type { NewUser } from '#domain/users/user';
import { DEMO_ARCHIVE } from '#src/demo/demo-archive';
import { minutesOn } from '../builders/a-session';
import { aUser, profileOf } from '../builders/a-user';
import { actorOf, DEMO, scopeFor, type DemoLogin, userId } from '../builders/demo';
import type { Archive } from './support/typeorm-archive';
import { describeContract } from './support/implementations';

const [ADMIN, READER] = [profileOf('Administrador'), profileOf('Leitor')];
const aGrant = (changes: Partial<UserGrant> = {}): UserGrant => {
  return { clientId: DEMO.client, unitId: DEMO.unit, nodeId: null, profile: READER, ...changes };
};
const OTHERS = aGrant({ clientId: DEMO.otherClient, unitId: DEMO.otherUnit });

/** Users made for the clients within a scope. */
describeContract('Users', (archive, { open }) => {
  let [demo, other, both]: Scope[] = [];
  beforeAll(async () => {
    const scope = (...logins: [DemoLogin, ...DemoLogin[]]) => scopeFor(archive, 'user:manage', actorOf(...logins));
    [demo, other, both] = [await scope('demo'), await scope('outro'), await scope('demo', 'outro')];
  });

  const added = async (changes: Partial<NewUser> = {}, grants: readonly UserGrant[] = []) => {
    const user = aUser(changes);
    expect(await archive.users.add(both!, user, grants)).toBe(true);
    return user;
  };
  const stored = ({ passwordHash: _hash, passwordExpiresAt: _expiry, ...user }: NewUser) => ({
    ...user,
    active: true,
    orphanedUntil: null,
  });

  it('returns the clients whose users only this user administers', async () => {
    const own = await open();
    const within = await scopeFor(own, 'user:manage', actorOf('demo', 'outro'));
    const alone = (id: string) => own.unitOfWork.run(() => own.users.administeredOnlyBy(within, id));
    expect(await alone(userId('demo'))).toEqual([DEMO.client]);
    expect(await alone(newId())).toEqual([]);
    await own.deactivate(userId('outro'));
    expect(new Set(await alone(userId('demo')))).toEqual(new Set([DEMO.client, DEMO.otherClient]));
    await own.close();
  });

  it('returns a user as created', async () => {
    const plain = await added();
    const full = await added({
      login: 'Zoë 📎',
      name: 'ã'.repeat(250),
      email: `${'e'.repeat(38)}@example.com`,
      landline: '(11) 3333-4444',
      mobile: '(11) 93333-4444',
      managerId: plain.id,
      managerGroupId: newId(),
      wholeClient: true,
      pageSize: 500,
      workScheduleId: newId(),
      calendarId: newId(),
      culture: 3,
      notifiedOfDue: true,
      passwordMonths: 99,
      mustChangePassword: true,
      passwordExpiresAt: minutesOn(5),
      inactiveFrom: new Date('2999-12-31T03:00:00.000Z'),
    });
    expect(await archive.users.find(demo!, plain.id)).toEqual(stored(plain));
    expect(await archive.users.find(demo!, full.id)).toEqual(stored(full));
    expect(await archive.passwords.monthsOf(full.id)).toEqual({ months: 99, service: false });
  });

  it('continues the transaction after a refused login, and rolls back with it', async () => {
    const [kept, lost] = [aUser(), aUser()];
    await archive.unitOfWork.run(async () => {
      expect(await archive.users.add(demo!, aUser({ login: 'demo' }), [])).toBe(false);
      expect(await archive.users.add(demo!, kept, [aGrant()])).toBe(true);
    });
    const failing = archive.unitOfWork.run(async () => {
      await archive.users.add(demo!, lost, [aGrant()]);
      throw new Error('afterwards');
    });
    await expect(failing).rejects.toThrow('afterwards');
    expect(await archive.users.find(demo!, kept.id)).toEqual(stored(kept));
    expect(await archive.users.find(demo!, lost.id)).toBeNull();
    expect(await archive.users.add(demo!, { ...lost, id: newId() }, [])).toBe(true);
  });

  it('refuses a user of a client outside the scope', async () => {
    const user = aUser({ clientId: DEMO.otherClient });
    await expect(archive.users.add(demo!, user, [])).rejects.toThrow('outside the scope');
    expect(await archive.users.find(both!, user.id)).toBeNull();
  });

  it('finds no user outside the scope', async () => {
    const user = await added({ clientId: DEMO.otherClient, unitId: DEMO.otherUnit }, [OTHERS, aGrant()]);
    expect(await archive.users.find(demo!, user.id)).toBeNull();
    expect(await archive.users.grantsOf(demo!, user.id)).toEqual([]);
    expect(await archive.users.find(other!, user.id)).toEqual(stored(user));
    expect(await archive.users.grantsOf(other!, user.id)).toHaveLength(2);
    await archive.users.setActive(demo!, user.id, false);
    expect((await archive.users.find(other!, user.id))?.active).toBe(true);
    for (const id of [newId(), '', "' OR 1=1 --"]) expect(await archive.users.find(both!, id)).toBeNull();
  });

  it('finds installed users, with the client of their first grant as home', async () => {
    const { createdAt, ...found } = (await archive.users.find(demo!, userId('financeiro')))!;
    const { createdAt: _at, ...user } = stored(aUser({ id: userId('financeiro'), login: 'financeiro', name: 'Financeiro', unitId: null }));
    expect(found).toEqual(user);
    expect(Math.abs(createdAt.getTime() - Date.now())).toBeLessThan(600_000);
    const given = [{ clientId: DEMO.client, unitId: DEMO.unit, nodeId: DEMO.finance, profile: ADMIN }];
    expect(await archive.users.grantsOf(demo!, userId('financeiro'))).toEqual(given);
    expect(await archive.users.find(other!, userId('financeiro'))).toBeNull();
    expect(await archive.users.find(other!, userId('outro'))).toMatchObject({ clientId: DEMO.otherClient });
  });

  it('finds no user without a home client', async () => {
    const own = await open({ empty: true });
    const users = [...DEMO_ARCHIVE.users, { login: 'ninguem', name: 'Ninguém', password: 'Acervo@2026', grants: [] }];
    await own.installer.install({ ...DEMO_ARCHIVE, users });
    const scope = await scopeFor(own, 'user:manage', actorOf('demo', 'outro'));
    const nobody = (await own.accounts.findByLogin('ninguem'))!;
    expect(nobody.homeClientId).toBeNull();
    expect(await own.users.find(scope, nobody.userId)).toBeNull();
    expect(await own.users.count(scope)).toBe(DEMO_ARCHIVE.users.length);
    await own.close();
  });

  describe('a page', () => {
    const LOGINS = ['b', 'Á', 'ã b', 'c', 'Z', '\u{1F4CE}', '\uFFFD', 'a', 'ab'];
    let own: Archive;
    beforeAll(async () => {
      own = await open();
      const scope = await scopeFor(own, 'user:manage', actorOf('demo', 'outro'));
      for (const login of LOGINS) await own.users.add(scope, aUser({ login }), []);
      await own.users.add(scope, aUser({ login: 'aa', clientId: DEMO.otherClient }), []);
    });
    afterAll(() => own.close());
    const logins = async (scope: Scope | undefined, page: number, size: number) =>
      (await own.users.page(scope!, page, size)).map(({ login }) => login);

    it('is ordered by folded login, by code point', async () => {
      // "Á" and "a" are one login: the second is refused.
      const all = ['Á', 'ã b', 'ab', 'b', 'c', 'demo', 'financeiro', 'leitor', 'Z', '\uFFFD', '\u{1F4CE}'];
      expect(await logins(demo, 1, 100)).toEqual(all);
      expect(await own.users.count(demo!)).toBe(all.length);
      const pages = [await logins(demo, 1, 4), await logins(demo, 2, 4), await logins(demo, 3, 4), await logins(demo, 4, 4)];
      expect(pages).toEqual([all.slice(0, 4), all.slice(4, 8), all.slice(8), []]);
    });

    it('has the users of the clients within the scope', async () => {
      expect(await logins(other, 1, 100)).toEqual(['aa', 'outro']);
      expect([await own.users.count(other!), await own.users.count(both!)]).toEqual([2, 13]);
      expect((await logins(both, 1, 2))[1]).toBe('ã b');
    });
  });

  describe('grants', () => {
    it('are returned by client', async () => {
      const grants = [aGrant({ nodeId: DEMO.finance, profile: ADMIN }), aGrant({ unitId: null }), OTHERS];
      const user = await added({}, grants);
      const found = await archive.users.grantsOf(demo!, user.id);
      expect(found).toHaveLength(3);
      expect(found).toEqual(expect.arrayContaining(grants));
      const clients = found.map(({ clientId }) => clientId);
      expect(clients).toEqual([...clients].sort());
    });

    it('are replaced atomically', async () => {
      const user = await added({}, [aGrant()]);
      const failing = archive.unitOfWork.run(async () => {
        await archive.users.replaceGrants(demo!, user.id, [aGrant({ profile: ADMIN })]);
        throw new Error('afterwards');
      });
      await expect(failing).rejects.toThrow('afterwards');
      expect(await archive.users.grantsOf(demo!, user.id)).toEqual([aGrant()]);
    });
  });

  it('finds profiles', async () => {
    const found = await archive.users.profiles([READER.id, newId(), ADMIN.id, READER.id]);
    expect(found).toHaveLength(2);
    expect(found).toEqual(expect.arrayContaining([ADMIN, READER]));
    expect(await archive.users.profiles([])).toEqual([]);
  });

  it('finds the default profile of a client', async () => {
    expect(await archive.users.defaultProfile(DEMO.client)).toEqual(ADMIN);
    await archive.setDefaultProfile(DEMO.client, READER.id);
    expect(await archive.users.defaultProfile(DEMO.client)).toEqual(READER);
    expect(await archive.users.defaultProfile(DEMO.otherClient)).toEqual(ADMIN);
    await archive.setDefaultProfile(DEMO.client, null);
    expect(await archive.users.defaultProfile(DEMO.client)).toBeNull();
    expect(await archive.users.defaultProfile(newId())).toBeNull();
  });
});

/** Passwords, by whoever may. */
describeContract('Passwords', (archive) => {
  it('returns the lifetime of passwords of the user', async () => {
    const scope = await scopeFor(archive, 'user:manage', actorOf('demo'));
    const user = aUser({ passwordMonths: 3 });
    await archive.users.add(scope, user, []);
    expect(await archive.passwords.monthsOf(user.id)).toEqual({ months: 3, service: false });
    expect(await archive.passwords.monthsOf(userId('demo'))).toEqual({ months: null, service: false });
    expect(await archive.passwords.monthsOf(newId())).toBeNull();
    expect(await archive.passwords.hashOf(user.id)).toBe(user.passwordHash);
    expect(await archive.passwords.hashOf(newId())).toBeNull();
  });
});
