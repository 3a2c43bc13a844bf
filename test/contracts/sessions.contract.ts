import { newId } from '#application/ids';
import { aSession, minutesOn } from '../builders/a-session';
import { DEMO_HASH, DEMO, grantsOf, userId } from '../builders/demo';
import type { Archive, ArchiveContract } from './support/archive';
import { atOnce } from './support/deferred';

const START = minutesOn(0);

/** Sessions and the users who hold them. */
export const sessionsContract: ArchiveContract = (implementation, open) => {
  describe(implementation, () => {
    let archive: Archive;
    beforeAll(async () => {
      archive = await open();
    });
    afterAll(() => archive.close());

    const opened = async (changes: Parameters<typeof aSession>[0] = {}) => {
      const session = aSession(changes);
      expect(await archive.sessions.open(session, START, DEMO_HASH)).toBe(true);
      return session;
    };
    const isLive = async ({ id }: { id: string }, at = minutesOn(1)) => (await archive.sessions.user(id, at)) !== null;

    it('opens none with a password that is no longer the one, or for an inactive user', async () => {
      const session = aSession();
      expect(await archive.sessions.open(session, START, 'plain:before')).toBe(false);
      expect(await archive.sessions.find(session.id, minutesOn(1))).toBeNull();
    });

    it('finds a session as it was opened, with the names of its user', async () => {
      const session = await opened({ userId: userId('financeiro'), exclusive: true, lifetimeMinutes: 43_200, refreshCount: 3 });
      expect(await archive.sessions.find(session.id, minutesOn(1))).toEqual({ ...session, login: 'financeiro', name: 'Financeiro' });
      expect(await archive.sessions.find(newId(), minutesOn(1))).toBeNull();
    });

    it('answers its user with all grants', async () => {
      const session = await opened({ userId: userId('financeiro') });
      expect(await archive.sessions.user(session.id, START)).toEqual({
        userId: userId('financeiro'),
        sessionId: session.id,
        login: 'financeiro',
        name: 'Financeiro',
        pageSize: 50,
        homeClientId: DEMO.client,
        mustChangePassword: false,
        unconfirmedCount: null,
        grants: grantsOf('financeiro'),
      });
      expect(grantsOf('financeiro')[0]).toMatchObject({ clientId: DEMO.client, unitId: DEMO.unit, nodeId: DEMO.finance });
      expect(await archive.sessions.user(newId(), START)).toBeNull();
    });

    it('has no user from its expiry on, but can be found to be renewed', async () => {
      const session = await opened({ expiresAt: minutesOn(60) });
      expect(await isLive(session, new Date(minutesOn(60).getTime() - 1))).toBe(true);
      expect(await isLive(session, minutesOn(60))).toBe(false);
      expect(await archive.sessions.find(session.id, minutesOn(1))).not.toBeNull();
    });

    it('is over when it is ended, which may be repeated', async () => {
      const [session, other] = [await opened(), await opened()];
      for (let time = 0; time < 2; time++) await archive.sessions.end(session.id, minutesOn(1));
      await archive.sessions.end(newId(), minutesOn(1));
      expect(await archive.sessions.find(session.id, minutesOn(1))).toBeNull();
      expect(await isLive(session)).toBe(false);
      expect(await archive.sessions.rotate(session, minutesOn(1), minutesOn(60), minutesOn(120))).toBe(false);
      expect(await isLive(other)).toBe(true);
    });

    it('lives beside others of its user', async () => {
      const all = [await opened(), await opened(), await opened()];
      for (const session of all) expect(await isLive(session)).toBe(true);
    });

    it('ends every other session of its user when it is exclusive, and no one else', async () => {
      const others = [await opened(), await opened()];
      const stranger = await opened({ userId: userId('leitor') });
      const exclusive = await opened({ exclusive: true });
      for (const session of others) expect(await isLive(session)).toBe(false);
      expect(await isLive(exclusive)).toBe(true);
      expect(await isLive(stranger)).toBe(true);
    });

    it.each([false, true])('is ended, being exclusive, by the next one (exclusive: %s)', async (exclusive) => {
      const before = await opened({ exclusive: true });
      const next = await opened({ exclusive });
      expect(await isLive(before)).toBe(false);
      expect(await isLive(next)).toBe(true);
    });

    it('leaves one of many exclusive ones that are opened at once', async () => {
      for (let time = 0; time < 10; time++) {
        const sessions = await atOnce(8, () => opened({ exclusive: true }));
        const live = await Promise.all(sessions.map((session) => isLive(session)));
        expect(live.filter(Boolean)).toHaveLength(1);
      }
    });

    it('is refused an id that is taken', async () => {
      const session = await opened();
      await expect(opened({ id: session.id, exclusive: true })).rejects.toThrow();
      expect(await isLive(session)).toBe(true);
    });

    it('moves on to the next refresh token, from the last one alone', async () => {
      const session = await opened();
      expect(await archive.sessions.rotate(session, minutesOn(1), minutesOn(70), minutesOn(140))).toBe(true);
      const renewed = { refreshCount: 1, rotatedAt: minutesOn(1), expiresAt: minutesOn(70), refreshExpiresAt: minutesOn(140) };
      expect(await archive.sessions.find(session.id, minutesOn(1))).toMatchObject(renewed);
      expect(await archive.sessions.rotate(session, minutesOn(1), minutesOn(80), minutesOn(160))).toBe(false);
      expect(await archive.sessions.find(session.id, minutesOn(1))).toMatchObject(renewed);
      expect(await archive.sessions.rotate({ ...session, refreshCount: 2 }, minutesOn(1), minutesOn(80), minutesOn(160))).toBe(false);
      expect(await archive.sessions.rotate({ ...session, refreshCount: 1 }, minutesOn(1), minutesOn(80), minutesOn(160))).toBe(true);
    });

    it('moves on once, however many ask at once, even for the times it has already', async () => {
      const session = await opened();
      const answers = await atOnce(32, () => archive.sessions.rotate(session, minutesOn(1), session.expiresAt, session.refreshExpiresAt));
      expect(answers.filter(Boolean)).toHaveLength(1);
      expect((await archive.sessions.find(session.id, minutesOn(1)))?.refreshCount).toBe(1);
    });

    it('is over while its user is inactive', async () => {
      const session = await opened({ userId: userId('outro') });
      await archive.deactivate(userId('outro'));
      expect(await archive.sessions.user(session.id, START)).toBeNull();
      expect(await archive.sessions.find(session.id, minutesOn(1))).toBeNull();
      expect((await archive.accounts.findByLogin('outro'))?.active).toBe(false);
    });
  });
};
