import { newId } from '#application/ids';
import type { NewUser } from '#domain/users/user';
import { aSession, minutesOn } from '../builders/a-session';
import { aUser, profileOf } from '../builders/a-user';
import { DEMO_HASH, actorOf, DEMO, scopeFor } from '../builders/demo';
import type { Archive, ArchiveContract } from './support/archive';

const justBefore = (at: Date) => new Date(at.getTime() - 1);

/** What a user's state means for sessions, and what becomes of those that are over. */
export const sessionUsersContract: ArchiveContract = (implementation, open) => {
  describe(implementation, () => {
    let archive: Archive;
    beforeAll(async () => {
      archive = await open();
    });
    afterAll(() => archive.close());

    const scope = () => scopeFor(archive, 'user:manage', actorOf('demo', 'outro'));
    const added = async (changes: Partial<NewUser> = {}) => {
      const user = aUser(changes);
      expect(await archive.users.add(await scope(), user, [])).toBe(true);
      return user;
    };
    const opened = async (changes: Parameters<typeof aSession>[0], hash = DEMO_HASH) => {
      const session = aSession(changes);
      await archive.sessions.open(session, minutesOn(0), hash);
      return session;
    };
    const openedBy = async (changes: Partial<NewUser>) => {
      const { id, passwordHash } = await added(changes);
      return opened({ userId: id }, passwordHash);
    };
    const known = async (id: string, at = minutesOn(1)) => [
      (await archive.sessions.user(id, at)) !== null,
      (await archive.sessions.find(id, at)) !== null,
    ];
    const mustChange = async (id: string, at: Date) => (await archive.sessions.user(id, at))?.mustChangePassword;

    it('says for which client its user was made, and what was given there', async () => {
      const user = aUser({ login: 'Júlia ', name: 'Júlia', pageSize: 10 });
      const grant = { clientId: DEMO.client, unitId: DEMO.unit, nodeId: DEMO.finance, profile: profileOf('Leitor') };
      await archive.users.add(await scope(), user, [grant]);
      const session = await opened({ userId: user.id }, user.passwordHash);
      const { profile, ...place } = grant;
      expect(await archive.sessions.user(session.id, minutesOn(1))).toEqual({
        userId: user.id,
        sessionId: session.id,
        login: 'Júlia ',
        name: 'Júlia',
        pageSize: 10,
        homeClientId: DEMO.client,
        mustChangePassword: false,
        unconfirmedCount: null,
        grants: [{ ...place, structureVersion: 1, permissions: profile.permissions }],
      });
    });

    it('is over from the moment at which its user is inactive, and at once when that is past', async () => {
      const later = await openedBy({ inactiveFrom: minutesOn(30) });
      expect(await known(later.id, justBefore(minutesOn(30)))).toEqual([true, true]);
      expect(await known(later.id, minutesOn(30))).toEqual([false, false]);
      const past = await openedBy({ inactiveFrom: minutesOn(-1) });
      expect(await known(past.id)).toEqual([false, false]);
    });

    it('tells whoever logs in from when on the account is inactive', async () => {
      const login = 'scheduled';
      await added({ login, inactiveFrom: minutesOn(30), clientId: DEMO.otherClient });
      expect(await archive.accounts.findByLogin(login)).toMatchObject({
        active: true,
        inactiveFrom: minutesOn(30),
        homeClientId: DEMO.otherClient,
      });
    });

    it('lives again when its user is made active before it ends', async () => {
      const user = await added({ inactiveFrom: minutesOn(0.5) });
      const session = await opened({ userId: user.id }, user.passwordHash);
      expect(await known(session.id)).toEqual([false, false]);
      await archive.users.setActive(await scope(), user.id, true);
      expect(await known(session.id)).toEqual([true, true]);
    });

    it('says that the password must be changed when its user was told to', async () => {
      const session = await openedBy({ mustChangePassword: true });
      expect(await mustChange(session.id, minutesOn(1))).toBe(true);
    });

    it('says that the password must be changed from its expiry on', async () => {
      const session = await openedBy({ passwordMonths: 1, passwordExpiresAt: minutesOn(30) });
      expect(await mustChange(session.id, justBefore(minutesOn(30)))).toBe(false);
      expect(await mustChange(session.id, minutesOn(30))).toBe(true);
    });

    it.each([
      ['without end', null, false],
      ['until later', minutesOn(50), false],
      ['that is too old already', minutesOn(0), true],
    ])('asks for no change any more after a new password %s: %s', async (_, expiresAt, still) => {
      const user = await added({ mustChangePassword: true, passwordExpiresAt: minutesOn(0) });
      const session = await opened({ userId: user.id }, user.passwordHash);
      await archive.passwords.replace(user.id, 'plain:new', expiresAt);
      expect(await mustChange(session.id, minutesOn(1))).toBe(still);
    });

    it('is unconfirmed after each rotation, until its own count is confirmed', async () => {
      const session = await opened({});
      const count = async () => (await archive.sessions.user(session.id, minutesOn(1)))?.unconfirmedCount;
      const rotatedAt = async () => (await archive.sessions.find(session.id, minutesOn(1)))?.rotatedAt;
      expect([await count(), await rotatedAt()]).toEqual([null, null]);
      await archive.sessions.rotate(session, minutesOn(2), session.expiresAt, session.refreshExpiresAt);
      expect([await count(), await rotatedAt()]).toEqual([1, minutesOn(2)]);
      for (const other of [0, 2]) await archive.sessions.confirm(session.id, other);
      await archive.sessions.confirm(newId(), 1);
      expect([await count(), await rotatedAt()]).toEqual([1, minutesOn(2)]);
      await archive.sessions.confirm(session.id, 1);
      expect([await count(), await rotatedAt()]).toEqual([null, null]);
      await archive.sessions.rotate({ ...session, refreshCount: 1 }, minutesOn(3), session.expiresAt, session.refreshExpiresAt);
      expect([await count(), await rotatedAt()]).toEqual([2, minutesOn(3)]);
    });

    it('ends with all others of its user, and no one else', async () => {
      const [user, other] = [await added(), await added()];
      const own = [await opened({ userId: user.id }, user.passwordHash), await opened({ userId: user.id }, user.passwordHash)];
      const stranger = await opened({ userId: other.id }, other.passwordHash);
      for (let time = 0; time < 2; time++) await archive.sessions.endAll(user.id, minutesOn(1));
      for (const { id } of own) expect(await known(id)).toEqual([false, false]);
      expect(await known(stranger.id)).toEqual([true, true]);
      const next = await opened({ userId: user.id }, user.passwordHash);
      expect(await known(next.id)).toEqual([true, true]);
    });

    it('takes part in the transaction that ends it', async () => {
      const user = await added();
      const session = await opened({ userId: user.id }, user.passwordHash);
      const failing = archive.unitOfWork.run(async () => {
        await archive.passwords.replace(user.id, 'plain:other', null);
        await archive.sessions.endAll(user.id, minutesOn(1));
        throw new Error('afterwards');
      });
      await expect(failing).rejects.toThrow('afterwards');
      expect(await known(session.id)).toEqual([true, true]);
      expect((await archive.accounts.findByLogin(user.login))?.passwordHash).toBe(user.passwordHash);
    });

    it('is forgotten when it can no longer be renewed, the oldest first, at most so many', async () => {
      const user = await added();
      const until = async (minutes: number) => opened({ userId: user.id, refreshExpiresAt: minutesOn(minutes) }, user.passwordHash);
      const [third, first, second, edge] = [await until(-1002), await until(-1005), await until(-1003), await until(-1001)];
      const live = await opened({ userId: user.id }, user.passwordHash);
      const left = async () => {
        const all = [first, second, third, edge, live];
        return Promise.all(all.map(async ({ id }) => (await archive.sessions.find(id, minutesOn(1))) !== null));
      };
      expect(await archive.sessions.forgetOld(minutesOn(-1001), 2)).toBe(2);
      expect(await left()).toEqual([false, false, true, true, true]);
      expect(await archive.sessions.forgetOld(minutesOn(-1001), 2)).toBe(1);
      expect(await archive.sessions.forgetOld(minutesOn(-1001), 2)).toBe(0);
      expect(await left()).toEqual([false, false, false, true, true]);
    });
  });
};
