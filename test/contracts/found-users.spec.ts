import { newId } from '#application/support/ids';
import type { Scope } from '#domain/access/scope';
import type { NewUser } from '#domain/users/user';
import { aUser, profileOf } from '../builders/a-user';
import { actorOf, scopeFor, type DemoLogin } from '../builders/demo';
import { describeContract } from './support/implementations';

const [ADMIN, READER] = [profileOf('Administrador'), profileOf('Leitor')];

/** Users who are looked for and changed. */
describeContract('Users, found and changed,', (archive) => {
  let [demo, other]: Scope[] = [];
  beforeAll(async () => {
    const scope = (login: DemoLogin) => scopeFor(archive, 'user:manage', actorOf(login));
    [demo, other] = [await scope('demo'), await scope('outro')];
  });

  const added = async (changes: Partial<NewUser> = {}) => {
    const user = aUser(changes);
    expect(await archive.users.add(demo!, user, [])).toBe(true);
    return user;
  };
  const stored = ({ passwordHash: _hash, passwordExpiresAt: _expiry, ...user }: NewUser) => ({
    ...user,
    active: true,
    orphanedUntil: null,
  });

  it('finds users by part of login or name, and by status', async () => {
    const word = newId().slice(0, 8);
    const [one, two] = [await added({ login: `um.${word}`, name: 'João 100%' }), await added({ login: `dois.${word}`, name: 'Ana' })];
    const later = await added({ login: `tres.${word}`, inactiveFrom: new Date('2000-01-01T00:00:00.000Z') });
    await archive.users.setActive(demo!, two.id, false);
    const found = async (filter: { text?: string; active?: boolean }, within = demo!) => {
      const users = await archive.users.page(within, 1, 50, filter);
      expect(await archive.users.count(within, filter)).toBe(users.length);
      return users.map(({ id }) => id);
    };
    expect(await found({ text: word })).toEqual([two.id, later.id, one.id]);
    expect(await found({ text: `um.${word} joao 100%` })).toEqual([one.id]);
    expect(await found({ text: word, active: true })).toEqual([one.id]);
    expect(await found({ text: word, active: false })).toEqual([two.id, later.id]);
    expect(await found({ text: word }, other!)).toEqual([]);
  });

  it('changes what is named, of users within the scope alone', async () => {
    const user = await added({ landline: '(11) 3333-4444' });
    await archive.users.change(other!, user.id, { name: 'Ninguém' });
    expect(await archive.users.find(demo!, user.id)).toEqual(stored(user));
    await archive.users.change(demo!, user.id, { name: 'Zoë', landline: null, pageSize: 77 });
    expect(await archive.users.find(demo!, user.id)).toEqual({ ...stored(user), name: 'Zoë', landline: null, pageSize: 77 });
    expect(await archive.users.count(demo!, { text: `zoe` })).toBeGreaterThan(0);
  });

  it('lists all profiles by name', async () => {
    const names = (await archive.users.allProfiles()).map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(await archive.users.allProfiles()).toEqual(expect.arrayContaining([ADMIN, READER]));
  });
});
