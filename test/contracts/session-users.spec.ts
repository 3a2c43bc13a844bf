import type { Lifetimes, Session, Sessions } from '#application/ports/users';
import type { NewUser } from '#domain/users/user';
import { TypeOrmSessions } from '#infrastructure/typeorm/users/typeorm-sessions';
import { aSession, lifetimes, MINUTE_MS, tokenOf } from '../builders/a-session';
import { aUser, profileOf } from '../builders/a-user';
import { actorOf, DEMO, scopeFor } from '../builders/demo';
import { describeContract } from './support/implementations';

/** What a user's state means for sessions, and what becomes of those that are over. */
describeContract('Sessions and their users', (archive) => {
  const scope = () => scopeFor(archive, 'user:manage', actorOf('demo', 'outro'));
  const added = async (changes: Partial<NewUser> = {}) => {
    const user = aUser(changes);
    expect(await archive.users.add(await scope(), user, [])).toBe(true);
    return user;
  };
  const opened = async ({ id: userId, passwordHash }: Pick<NewUser, 'id' | 'passwordHash'>, lasting: Partial<Lifetimes> = {}) =>
    (await archive.sessions.open(aSession({ userId }), lifetimes(lasting), passwordHash)) as Session;
  const known = async (session: Session) => [
    (await archive.sessions.user(tokenOf(session))) !== null,
    (await archive.sessions.find(session.id)) !== null,
  ];
  const mustChange = async (session: Session) => (await archive.sessions.user(tokenOf(session)))?.mustChangePassword;
  const minutesOn = async (minutes: number) => new Date((await archive.databaseNow()).getTime() + minutes * MINUTE_MS);
  const minutesPass = (minutes: number) => archive.moveDatabaseClock(minutes * MINUTE_MS);

  it('returns the home client of its user and the grants there', async () => {
    const user = aUser({ login: 'Júlia ', name: 'Júlia', pageSize: 10 });
    const grant = { clientId: DEMO.client, unitId: DEMO.unit, nodeId: DEMO.finance, profile: profileOf('Leitor') };
    await archive.users.add(await scope(), user, [grant]);
    const session = await opened(user);
    const { profile, ...place } = grant;
    expect(await archive.sessions.user(tokenOf(session))).toEqual({
      userId: user.id,
      sessionId: session.id,
      login: 'Júlia ',
      name: 'Júlia',
      pageSize: 10,
      homeClientId: DEMO.client,
      key: null,
      mustChangePassword: false,
      grants: [{ ...place, structureVersion: 1, permissions: profile.permissions }],
    });
  });

  it('sees changed grants with the next call, in all processes, despite the cache', async () => {
    const user = await added();
    const session = await opened(user);
    const [here, there] = [archive.sessions, new TypeOrmSessions(archive.sql, archive.unitOfWork)];
    const grantsBy = (sessions: Sessions) => sessions.user(tokenOf(session)).then((found) => found?.grants);
    const place = { clientId: DEMO.client, unitId: null, nodeId: null };
    expect([await grantsBy(here), await grantsBy(there)]).toEqual([[], []]);
    for (const name of ['Leitor', 'Administrador', 'Leitor'] as const) {
      await archive.users.replaceGrants(await scope(), user.id, [{ ...place, profile: profileOf(name) }]);
      const expected = [{ ...place, structureVersion: 1, permissions: profileOf(name).permissions }];
      expect([await grantsBy(there), await grantsBy(here)]).toEqual([expected, expected]);
    }
    const undone = archive.unitOfWork.run(async () => {
      await archive.users.replaceGrants(await scope(), user.id, []);
      expect(await grantsBy(here)).toEqual([]);
      throw new Error('afterwards');
    });
    await expect(undone).rejects.toThrow('afterwards');
    await archive.users.replaceGrants(await scope(), user.id, [{ ...place, profile: profileOf('Administrador') }]);
    expect((await grantsBy(here))?.map(({ permissions }) => permissions)).toEqual([profileOf('Administrador').permissions]);
  });

  it('ends when its user becomes inactive, who can open none afterwards', async () => {
    const user = await added({ inactiveFrom: await minutesOn(30) });
    const session = await opened(user);
    expect(await known(session)).toEqual([true, true]);
    minutesPass(30);
    expect(await known(session)).toEqual([false, false]);
    expect(await opened(user)).toBeNull();
  });

  it('reports at login whether the account is active', async () => {
    const login = 'scheduled';
    await added({ login, inactiveFrom: await minutesOn(30), clientId: DEMO.otherClient });
    expect(await archive.accounts.findByLogin(login)).toMatchObject({ active: true, homeClientId: DEMO.otherClient });
    minutesPass(30);
    expect(await archive.accounts.findByLogin(login)).toMatchObject({ active: false });
  });

  it('is valid again when its user is activated before it expires', async () => {
    const user = await added({ inactiveFrom: await minutesOn(1) });
    const session = await opened(user);
    minutesPass(1);
    expect(await known(session)).toEqual([false, false]);
    await archive.users.setActive(await scope(), user.id, true);
    expect(await known(session)).toEqual([true, true]);
  });

  it.each([
    ['without end', null, false],
    ['until later', 50, false],
    ['that is too old already', 0, true],
  ])('requires no change after a new password %s: %s', async (_, minutes, still) => {
    const user = await added({ mustChangePassword: true, passwordExpiresAt: await minutesOn(0) });
    const session = await opened(user);
    await archive.passwords.replace(user.id, 'plain:new', minutes === null ? null : await minutesOn(minutes));
    expect(await mustChange(session)).toBe(still);
  });

  it('takes part in the transaction that ends it', async () => {
    const user = await added();
    const session = await opened(user);
    const failing = archive.unitOfWork.run(async () => {
      await archive.passwords.replace(user.id, 'plain:other', null);
      await archive.sessions.endAll(user.id);
      throw new Error('afterwards');
    });
    await expect(failing).rejects.toThrow('afterwards');
    expect(await known(session)).toEqual([true, true]);
    expect((await archive.accounts.findByLogin(user.login))?.passwordHash).toBe(user.passwordHash);
  });

  it('is removed when it can no longer be renewed, oldest first, up to the limit', async () => {
    const user = await added();
    const before = await minutesOn(-1000);
    const until = async (minutes: number) => opened(user, { refreshMs: -minutes * MINUTE_MS });
    const all = [await until(1005), await until(1003), await until(1002), await until(999), await opened(user)];
    const left = async () => Promise.all(all.map(async ({ id }) => (await archive.sessions.find(id)) !== null));
    expect(await archive.sessions.forgetOld(before, 2)).toBe(2);
    expect(await left()).toEqual([false, false, true, true, true]);
    expect(await archive.sessions.forgetOld(before, 2)).toBe(1);
    expect(await archive.sessions.forgetOld(before, 2)).toBe(0);
    expect(await left()).toEqual([false, false, false, true, true]);
  });
});
