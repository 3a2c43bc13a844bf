import { newId } from '#application/support/ids';
import type { Session } from '#application/ports/users';
import type { Scope } from '#domain/access/scope';
import type { ApiKey } from '#domain/users/api-key';
import type { NewUser } from '#domain/users/user';
import { aSession, lifetimes, MINUTE_MS, tokenOf } from '../builders/a-session';
import { aUser, profileOf } from '../builders/a-user';
import { actorOf, DEMO, scopeFor, userId } from '../builders/demo';
import { describeContract } from './support/implementations';

const DAY_MS = 1440 * MINUTE_MS;

/** Keys of service accounts, and those whom they let in. */
describeContract('API keys', (archive) => {
  let [demo, other]: Scope[] = [];
  let account: NewUser;
  beforeAll(async () => {
    const scope = (login: 'demo' | 'outro') => scopeFor(archive, 'user:manage', actorOf(login));
    [demo, other] = [await scope('demo'), await scope('outro')];
  });
  beforeEach(async () => {
    account = aUser({ service: true, responsibleId: userId('demo'), mustChangePassword: true });
    const grant = { clientId: DEMO.client, unitId: null, nodeId: null, profile: profileOf('Administrador') };
    expect(await archive.users.add(demo!, account, [grant])).toBe(true);
  });

  const added = async (changes: Partial<ApiKey> = {}, lifeMs = DAY_MS) => {
    const hash = newId();
    const key = {
      ...{ id: newId(), userId: account.id, clientId: DEMO.client, prefix: 'acv_12345678', name: 'teste' },
      ...{ permissions: ['document:view' as const], nodeId: null, networks: [], createdBy: userId('demo') },
      ...{ lifeMs, ...changes },
    };
    await archive.apiKeys.add(demo!, key, hash);
    return { ...key, hash };
  };
  const ofKey = (hash: string) => archive.sessions.ofKey(hash);

  it('are found within their client alone, newest first', async () => {
    const before = await archive.databaseNow();
    const first = await added();
    archive.moveDatabaseClock(MINUTE_MS);
    const { hash: _hash, ...second } = await added({
      nodeId: DEMO.finance,
      networks: ['10.0.0.0/8'],
      permissions: ['file:add', 'file:view'],
    });
    const keys = await archive.apiKeys.ofAccount(demo!, account.id);
    expect(keys).toMatchObject([{ ...second, lastUsedAt: null }, { id: first.id }]);
    expect(await archive.apiKeys.find(demo!, account.id, second.id)).toEqual(keys[0]);
    expect(keys[1]!.createdAt.getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(keys[1]!.endsAt.getTime() - keys[1]!.createdAt.getTime()).toBe(DAY_MS);
    expect(await archive.apiKeys.ofAccount(other!, account.id)).toEqual([]);
    expect(await archive.apiKeys.find(other!, account.id, second.id)).toBeNull();
    expect(await archive.apiKeys.find(demo!, userId('demo'), second.id)).toBeNull();
    await expect(archive.apiKeys.add(other!, { ...second, id: newId() }, newId())).rejects.toThrow();
  });

  it('let their account in, which never administers users nor has a password to change', async () => {
    const { id, hash } = await added({ nodeId: DEMO.finance, networks: ['10.0.0.0/8'] });
    const caller = (await ofKey(hash))!;
    const terms = {
      id,
      clientId: DEMO.client,
      permissions: ['document:view'],
      nodeId: DEMO.finance,
      networks: ['10.0.0.0/8'],
      isUseDue: true,
    };
    expect(caller).toMatchObject({ userId: account.id, login: account.login, sessionId: '', mustChangePassword: false, key: terms });
    expect(caller.key!.leftMs).toBeGreaterThan(DAY_MS - MINUTE_MS);
    expect(caller.grants).toHaveLength(1);
    expect([caller.grants[0]!.permissions.includes('archive:manage'), caller.grants[0]!.permissions.includes('user:manage')]).toEqual([
      true,
      false,
    ]);
    expect((await archive.sessions.actor(account.id))!.grants).toEqual(caller.grants);
    expect(await ofKey(newId())).toBeNull();
    await archive.users.setActive(demo!, account.id, false);
    expect(await ofKey(hash)).toBeNull();
  });

  it('let no person in', async () => {
    const person = aUser();
    expect(await archive.users.add(demo!, person, [])).toBe(true);
    expect(await ofKey((await added({ userId: person.id })).hash)).toBeNull();
  });

  it('end at their time, or earlier', async () => {
    const [whole, cut, ended] = [await added(), await added(), await added()];
    const end = (key: ApiKey | typeof whole, inMs: number, by = demo!) => archive.apiKeys.end(by, account.id, key.id, inMs);
    expect([await end(cut, 60 * MINUTE_MS, other), await end(cut, 60 * MINUTE_MS), await end(cut, 120 * MINUTE_MS)]).toEqual([
      false,
      true,
      true,
    ]);
    expect((await archive.apiKeys.find(demo!, account.id, cut.id))!.lifeMs).toBe(DAY_MS);
    expect([await end(whole, 2 * DAY_MS), await end(ended, 0), await end(ended, 0)]).toEqual([true, true, false]);
    const live = () => Promise.all([whole, cut, ended].map(async ({ hash }) => (await ofKey(hash)) !== null));
    expect(await live()).toEqual([true, true, false]);
    archive.moveDatabaseClock(61 * MINUTE_MS);
    expect(await live()).toEqual([true, false, false]);
    archive.moveDatabaseClock(DAY_MS);
    expect(await live()).toEqual([false, false, false]);
  });

  it('tell when they were used, once in a while', async () => {
    const { id, hash } = await added();
    const used = async () => (await archive.apiKeys.find(demo!, account.id, id))!.lastUsedAt?.getTime();
    await archive.apiKeys.noteUse((await ofKey(hash))!.key!);
    const first = await used();
    archive.moveDatabaseClock(MINUTE_MS);
    const { key } = (await ofKey(hash))!;
    await archive.apiKeys.noteUse(key!);
    expect([key!.isUseDue, await used()]).toEqual([false, first]);
    archive.moveDatabaseClock(10 * MINUTE_MS);
    expect((await ofKey(hash))!.key!.isUseDue).toBe(true);
    await archive.apiKeys.noteUse(key!);
    expect(await used()).toBeGreaterThan(first!);
  });

  it('end the sessions that they opened', async () => {
    const { id, hash } = await added();
    const session = aSession({ userId: account.id, keyId: id });
    const opened = (await archive.sessions.open(session, lifetimes(), account.passwordHash)) as Session & { keyEndsAt: Date };
    expect(opened.keyEndsAt).toEqual((await archive.apiKeys.find(demo!, account.id, id))!.endsAt);
    const [bySession, byKey] = [await archive.sessions.user(tokenOf(opened)), await ofKey(hash)];
    expect([bySession!.key!.id, bySession!.grants]).toEqual([id, byKey!.grants]);
    await archive.apiKeys.end(demo!, account.id, id, 0);
    expect([await archive.sessions.user(tokenOf(opened)), await archive.sessions.find(session.id)]).toEqual([null, null]);
    const unknown = aSession({ userId: account.id, keyId: newId() });
    expect(await archive.sessions.open(unknown, lifetimes(), account.passwordHash)).toBeNull();
  });

  it('go with their account', async () => {
    const { hash } = await added();
    await archive.unitOfWork.run(() => archive.users.erase(demo!, account.id));
    expect([await ofKey(hash), await archive.apiKeys.ofAccount(demo!, account.id)]).toEqual([null, []]);
  });
});
