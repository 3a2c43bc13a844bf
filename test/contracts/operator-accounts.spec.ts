import { newId } from '#application/support/ids';
import type { NewAccount } from '#application/ports/provisioning';
import { stableId } from '#application/support/stable-id';
import type { Scope } from '#domain/access/scope';
import { actorOf, DEMO, scopeFor } from '../builders/demo';
import { atOnce } from './support/deferred';
import { describeContract } from './support/implementations';

const READER = stableId('profile', 'Leitor');
const ADMINISTRATOR = stableId('profile', 'Administrador');
const ATTEMPTS = 16;

function anAccount(changes: Partial<NewAccount> = {}): NewAccount {
  const grants = [{ clientId: DEMO.client, unitId: DEMO.unit, levelId: null, profileId: READER }];
  return { userId: newId(), login: `user ${newId()}`, name: 'Operária Criada', passwordHash: 'plain:a', grants, ...changes };
}

/** Users that an operator makes. */
describeContract('OperatorAccounts', (archive) => {
  let scope: Scope;
  beforeAll(async () => {
    scope = await scopeFor(archive, 'user:manage', actorOf('demo'));
  });
  const create = (account: NewAccount) => archive.operatorAccounts.create(account);
  const grantsOf = async (userId: string) =>
    (await archive.users.grantsOf(scope, userId)).map(({ clientId, unitId, nodeId, profile }) => [clientId, unitId, nodeId, profile.id]);

  it('creates an active user that can log in, with the client of the first grant as home', async () => {
    const account = anAccount({ login: 'Operária' });
    expect(await create(account)).toBe(true);
    const { userId, login, name, passwordHash } = account;
    const known = { userId, login, name, passwordHash, service: false, active: true, homeClientId: DEMO.client };
    expect(await archive.accounts.findByLogin('operaria')).toEqual(known);
    expect(await archive.users.find(scope, userId)).toMatchObject({ id: userId, login, name, active: true, mustChangePassword: false });
  });

  it('stores every requested grant', async () => {
    const grants = [
      { clientId: DEMO.client, unitId: null, levelId: null, profileId: READER },
      { clientId: DEMO.client, unitId: DEMO.unit, levelId: DEMO.contracts, profileId: ADMINISTRATOR },
    ];
    const account = anAccount({ grants });
    await create(account);
    const expected = grants.map(({ clientId, unitId, levelId, profileId }) => [clientId, unitId, levelId, profileId]);
    expect((await grantsOf(account.userId)).sort()).toEqual(expected.sort());
  });

  it('creates a user without grants and home client', async () => {
    const account = anAccount({ grants: [] });
    expect(await create(account)).toBe(true);
    expect((await archive.accounts.findByLogin(account.login))?.homeClientId).toBeNull();
    expect(await archive.users.find(scope, account.userId)).toBeNull();
  });

  it.each(['demo', 'DEMO', 'Démo', 'dEmO'])('refuses the login %s, which is taken, and stores nothing', async (login) => {
    const account = anAccount({ login });
    expect(await create(account)).toBe(false);
    expect(await archive.users.find(scope, account.userId)).toBeNull();
    expect((await archive.accounts.findByLogin('demo'))?.passwordHash).toBe('plain:Acervo@2026');
  });

  it('refuses an id that is taken, and keeps its user unchanged', async () => {
    const first = anAccount();
    await create(first);
    const second = anAccount({ userId: first.userId });
    expect(await create(second)).toBe(false);
    expect(await archive.accounts.findByLogin(second.login)).toBeNull();
    expect(await grantsOf(first.userId)).toHaveLength(1);
  });

  it(`creates one of ${ATTEMPTS} concurrent users of one login`, async () => {
    const login = `crowd ${newId()}`;
    const accounts = Array.from({ length: ATTEMPTS }, () => anAccount({ login }));
    const made = await atOnce(ATTEMPTS, (index) => create(accounts[index]!));
    expect(made.filter(Boolean)).toHaveLength(1);
    const known = await archive.accounts.findByLogin(login);
    expect(known?.userId).toBe(accounts[made.indexOf(true)]!.userId);
  });

  it('rolls the user back with the transaction', async () => {
    const account = anAccount();
    const failing = archive.unitOfWork.run(async () => {
      expect(await create(account)).toBe(true);
      throw new Error('what came after');
    });
    await expect(failing).rejects.toThrow('what came after');
    expect(await archive.accounts.findByLogin(account.login)).toBeNull();
  });
});
