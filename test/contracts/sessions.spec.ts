import { setImmediate as turn } from 'node:timers/promises';
import { newId } from '#application/support/ids';
import type { Lifetimes, NewSession, Session } from '#application/ports/users';
import { aSession, lifetimes, MINUTE_MS, tokenOf } from '../builders/a-session';
import { DEMO_HASH, DEMO, grantsOf, userId } from '../builders/demo';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';

/** Sessions and the users who hold them. */
describeContract('Sessions', (archive) => {
  afterEach(() => jest.restoreAllMocks());

  const opened = async (changes: Partial<NewSession> = {}, lasting: Partial<Lifetimes> = {}) => {
    const session = await archive.sessions.open(aSession(changes), lifetimes(lasting), DEMO_HASH);
    return session as Session;
  };
  const rotated = (session: Session, lasting: Partial<Lifetimes> = {}) => archive.sessions.rotate(session, lifetimes(lasting));
  const isLive = async (session: Session, agoMs?: number) => (await archive.sessions.user(tokenOf(session), agoMs)) !== null;
  const minutesPass = (minutes: number) => archive.moveDatabaseClock(minutes * MINUTE_MS);
  const msBetween = (from: Date, to: Date) => to.getTime() - from.getTime();

  it('opens none with an outdated password, or for an inactive user', async () => {
    const session = aSession();
    expect(await archive.sessions.open(session, lifetimes(), 'plain:before')).toBeNull();
    expect(await archive.sessions.find(session.id)).toBeNull();
  });

  it('finds an opened session, with the names of its user', async () => {
    const before = await archive.databaseNow();
    const session = await opened({ userId: userId('financeiro'), exclusive: true, lifetimeMinutes: 43_200 });
    const found = (await archive.sessions.find(session.id))!;
    expect(found).toEqual({ ...session, login: 'financeiro', name: 'Financeiro', foundAt: expect.any(Date) as Date });
    expect(session).toMatchObject({ exclusive: true, lifetimeMinutes: 43_200, refreshCount: 0, rotatedAt: null });
    expect([before, session.openedAt, found.foundAt]).toEqual([before, session.openedAt, found.foundAt].sort((x, y) => msBetween(y, x)));
    expect(await archive.sessions.find(newId())).toBeNull();
  });

  it('are listed by user, newest first, and end one at a time', async () => {
    const holder = { userId: userId('outro') };
    const first = await opened(holder);
    await minutesPass(1);
    const second = (await rotated(await opened(holder)))!;
    const shown = await archive.sessions.ofUser(holder.userId);
    expect(shown).toEqual([
      { id: second.id, exclusive: false, openedAt: second.openedAt, renewedAt: second.rotatedAt, endsAt: second.refreshExpiresAt },
      { id: first.id, exclusive: false, openedAt: first.openedAt, renewedAt: first.openedAt, endsAt: first.refreshExpiresAt },
    ]);
    expect(await archive.sessions.endOf(userId('demo'), first.id)).toBe(false);
    expect([await isLive(first), await archive.sessions.endOf(holder.userId, first.id), await isLive(first)]).toEqual([true, true, false]);
    expect(await archive.sessions.endOf(holder.userId, first.id)).toBe(false);
    await minutesPass(121);
    expect([await archive.sessions.ofUser(holder.userId), await archive.sessions.endOf(holder.userId, second.id)]).toEqual([[], false]);
  });

  it('lasts for its lifetime, up to the maximum', async () => {
    const session = await opened();
    expect(msBetween(session.openedAt, session.expiresAt) / MINUTE_MS).toBe(60);
    expect(msBetween(session.openedAt, session.refreshExpiresAt) / MINUTE_MS).toBe(120);
    const capped = await opened({}, { sessionMs: 30 * MINUTE_MS });
    expect(msBetween(capped.openedAt, capped.expiresAt) / MINUTE_MS).toBe(30);
    expect(capped.refreshExpiresAt).toEqual(capped.expiresAt);
  });

  it('returns its user with all grants', async () => {
    const session = await opened({ userId: userId('financeiro') });
    expect(await archive.sessions.user(tokenOf(session))).toEqual({
      userId: userId('financeiro'),
      sessionId: session.id,
      login: 'financeiro',
      name: 'Financeiro',
      pageSize: 50,
      homeClientId: DEMO.client,
      key: null,
      mustChangePassword: false,
      grants: grantsOf('financeiro'),
    });
    expect(grantsOf('financeiro')[0]).toMatchObject({ clientId: DEMO.client, unitId: DEMO.unit, nodeId: DEMO.finance });
  });

  it('returns no user for a token of another session, user or count', async () => {
    const [session, other] = [await opened(), await opened({ userId: userId('leitor') })];
    const token = tokenOf(session);
    const wrong = [{ sessionId: newId() }, { sessionId: other.id }, { userId: other.userId }, { count: 1 }, { count: -1 }];
    for (const changes of wrong) expect(await archive.sessions.user({ ...token, ...changes })).toBeNull();
    expect(await isLive(session)).toBe(true);
  });

  it('returns no user after its expiry, except for an earlier call, and can be found for renewal', async () => {
    const session = await opened();
    minutesPass(59);
    expect(await isLive(session)).toBe(true);
    minutesPass(1);
    expect(await isLive(session)).toBe(false);
    expect(await isLive(session, 2 * MINUTE_MS)).toBe(true);
    expect(await archive.sessions.find(session.id)).not.toBeNull();
  });

  it('returns no user for a token that expires before the session', async () => {
    const session = await opened();
    expect(await archive.sessions.user({ ...tokenOf(session), expiresAt: session.openedAt })).toBeNull();
  });

  it('accepts the replaced token for a minute, and no older ones', async () => {
    const first = await opened();
    const second = (await rotated(first))!;
    expect([await isLive(first), await isLive(second)]).toEqual([true, true]);
    archive.moveDatabaseClock(45_000);
    expect([await isLive(first), await isLive(second)]).toEqual([true, true]);
    archive.moveDatabaseClock(15_000);
    expect([await isLive(first), await isLive(second)]).toEqual([false, true]);
    expect(await isLive(first, 30_000)).toBe(true);
    const third = (await rotated(second))!;
    expect([await isLive(first), await isLive(second), await isLive(third)]).toEqual([false, true, true]);
  });

  it('is read once for calls that arrive together', async () => {
    const [session, other] = [await opened(), await opened()];
    const statements = jest.spyOn(archive.sql, 'rows');
    const found = await Promise.all([session, session, other, session].map((each) => archive.sessions.user(tokenOf(each))));
    expect(found.map((user) => user?.sessionId)).toEqual([session, session, other, session].map(({ id }) => id));
    expect(statements).toHaveBeenCalledTimes(1);
  });

  it('is read again by a call that arrives after its end, while others are being answered', async () => {
    for (let turns = 0; turns < 20; turns++) {
      const session = await opened();
      const others = archive.sessions.user(tokenOf(session));
      for (let passed = 0; passed < turns; passed++) await turn();
      await archive.sessions.end(session.id);
      expect(await isLive(session)).toBe(false);
      await others;
    }
  });

  it('keeps one of many concurrently opened exclusive sessions', async () => {
    for (let time = 0; time < 10; time++) {
      const sessions = await atOnce(8, () => opened({ exclusive: true }));
      const live = await Promise.all(sessions.map((session) => isLive(session)));
      expect(live.filter(Boolean)).toHaveLength(1);
    }
  });

  it('refuses an id that is taken', async () => {
    const session = await opened();
    await expect(opened({ id: session.id, exclusive: true })).rejects.toThrow();
    expect(await isLive(session)).toBe(true);
  });

  it('accepts only the last refresh token', async () => {
    const session = await opened();
    minutesPass(10);
    const renewed = (await rotated(session))!;
    expect(renewed).toMatchObject({ id: session.id, refreshCount: 1, openedAt: session.openedAt });
    expect(msBetween(renewed.rotatedAt!, renewed.expiresAt) / MINUTE_MS).toBe(60);
    expect(msBetween(renewed.rotatedAt!, renewed.refreshExpiresAt) / MINUTE_MS).toBe(120);
    expect(msBetween(session.openedAt, renewed.rotatedAt!)).toBeGreaterThanOrEqual(10 * MINUTE_MS);
    expect(await rotated(session)).toBeNull();
    expect(await archive.sessions.find(session.id)).toMatchObject({ refreshCount: 1, rotatedAt: renewed.rotatedAt });
    expect(await rotated({ ...session, refreshCount: 2 })).toBeNull();
    expect(await rotated(renewed)).not.toBeNull();
  });

  it('cannot be renewed after its expiry', async () => {
    const session = await opened();
    minutesPass(120);
    expect(await rotated(session)).toBeNull();
  });
});
