import { AccessPolicy } from '#application/access/access-policy';
import type { UserGrant } from '#application/ports/users';
import { TimeZone } from '#application/support/time-zone';
import type { Actor } from '#domain/access/actor';
import type { NewUser } from '#domain/users/user';
import { DEMO_ARCHIVE } from '#src/demo/demo-archive';
import { aUser, profileOf } from '../builders/a-user';
import { actorOf, DEMO, scopeFor, userId } from '../builders/demo';
import { sqliteArchive } from '../contracts/support/typeorm-archive';
import { PlainPasswords } from '../fakes/small-fakes';
import { ChangePassword } from '#application/users/change-password.use-case';
import { ChangeStatus } from '#application/users/change-status.use-case';
import { CreateUser, type CreateUserInput } from '#application/users/create-user.use-case';
import { SetPermissions, type GrantInput } from '#application/users/set-permissions.use-case';
import { NewPassword } from '#application/users/new-password';
import { UserAdministration } from '#application/users/user-administration';

const [ADMIN, READER] = [profileOf('Administrador'), profileOf('Leitor')];
const PASSWORD = 'Nova@Senha1';
const grant = (changes: Partial<UserGrant> = {}): UserGrant => {
  return { clientId: DEMO.client, unitId: DEMO.unit, nodeId: null, profile: READER, ...changes };
};
/** Holds everything at one level, and may manage users and view everywhere. */
const manager: Actor = {
  ...actorOf('financeiro'),
  grants: [...actorOf('financeiro').grants, { ...actorOf('leitor').grants[0]!, permissions: [...READER.permissions, 'user:manage'] }],
};

async function anOffice() {
  const archive = await sqliteArchive();
  const { accounts, audit, clock, passwords, sessions, structureHold, structures, unitOfWork, users } = archive;
  const [access, zone, hasher] = [new AccessPolicy(structures), new TimeZone('America/Sao_Paulo'), new PlainPasswords()];
  const administration = new UserAdministration(users, access, audit, clock);
  const newPassword = new NewPassword(hasher, passwords, sessions, clock, zone);
  const administrator = await scopeFor(archive, 'user:manage', actorOf('demo', 'outro'));
  return {
    ...archive,
    administrator,
    create: new CreateUser(users, accounts, administration, access, newPassword, structureHold, unitOfWork, audit, clock, zone),
    setPermissions: new SetPermissions(users, administration, structureHold, unitOfWork, audit, sessions),
    changePassword: new ChangePassword(newPassword, administration, unitOfWork, audit),
    changeStatus: new ChangeStatus(users, sessions, administration, unitOfWork, audit),
    scope: (actor: Actor) => scopeFor(archive, 'user:manage', actor),
    async user(grants: readonly UserGrant[], changes: Partial<NewUser> = {}) {
      const user = aUser(changes);
      expect(await users.add(administrator, user, grants)).toBe(true);
      return user;
    },
    actions: async () => {
      await archive.sealer.settle();
      return (await archive.events.after(DEMO.client, 0, 100)).reverse().map(({ action }) => action);
    },
  };
}

function anInput(changes: Partial<CreateUserInput> = {}): CreateUserInput {
  const { id: _id, passwordHash: _hash, passwordExpiresAt: _expiry, createdAt: _at, inactiveFrom: _from, ...profile } = aUser();
  return { ...profile, unitId: DEMO.unit, password: PASSWORD, inactiveFromDay: null, ...changes };
}

const input = (changes: Partial<GrantInput> = {}): GrantInput => {
  return { clientId: DEMO.client, unitId: DEMO.unit, nodeId: null, profileId: READER.id, path: ['grants', 0], ...changes };
};

describe('privilege escalation', () => {
  let office: Awaited<ReturnType<typeof anOffice>>;
  beforeEach(async () => {
    office = await anOffice();
  });
  afterEach(() => office.close());

  describe('a new user of the whole client', () => {
    it.each([
      ['gets the default profile from who holds it', 'Leitor', true],
      ['is refused to who holds less', 'Administrador', false],
    ] as const)('%s', async (_, profile, allowed) => {
      await office.setDefaultProfile(DEMO.client, profileOf(profile).id);
      const creating = office.create.execute(await office.scope(manager), anInput({ wholeClient: true }));
      if (allowed) {
        const id = await creating;
        expect(await office.users.grantsOf(office.administrator, id)).toEqual([grant({ profile: profileOf(profile) })]);
        expect(await office.actions()).toEqual(['user.create']);
      } else {
        await expect(creating).rejects.toMatchObject({ code: 'RULES_BROKEN', problems: [{ path: ['wholeClient'], code: 'BEYOND_OWN' }] });
        expect(await office.users.count(office.administrator)).toBe(DEMO_ARCHIVE.users.length);
        expect(await office.actions()).toEqual([]);
      }
    });

    it('is refused where the client has no default profile', async () => {
      await office.setDefaultProfile(DEMO.client, null);
      const creating = office.create.execute(await office.scope(actorOf('demo')), anInput({ wholeClient: true }));
      await expect(creating).rejects.toMatchObject({ problems: [{ path: ['wholeClient'], code: 'NO_DEFAULT_PROFILE' }] });
    });

    it('is refused outside the own clients like an unknown client', async () => {
      const place = { clientId: DEMO.otherClient, unitId: DEMO.otherUnit };
      await expect(office.create.execute(await office.scope(manager), anInput(place))).rejects.toMatchObject({ code: 'NOT_PERMITTED' });
      expect(await office.users.count(office.administrator)).toBe(DEMO_ARCHIVE.users.length);
    });
  });

  describe('permissions', () => {
    it.each<[string, Partial<GrantInput>]>([
      ['all over the level that is held', { nodeId: DEMO.finance, profileId: ADMIN.id }],
      ['all over a level below', { nodeId: DEMO.contracts, profileId: ADMIN.id }],
      ['to view, everywhere', {}],
    ])('are given: %s', async (_, changes) => {
      const user = await office.user([]);
      await office.setPermissions.execute(await office.scope(manager), user.id, [input(changes)]);
      expect(await office.users.grantsOf(office.administrator, user.id)).toHaveLength(1);
      expect(await office.actions()).toEqual(['user.grants']);
    });

    it.each<[string, Partial<GrantInput>, object]>([
      [
        'all over another level',
        { nodeId: DEMO.records, profileId: ADMIN.id },
        { code: 'RULES_BROKEN', problems: [{ code: 'BEYOND_OWN' }] },
      ],
      ['all, everywhere', { profileId: ADMIN.id }, { code: 'RULES_BROKEN', problems: [{ code: 'BEYOND_OWN' }] }],
      ['through any unit', { unitId: null }, { code: 'RULES_BROKEN', problems: [{ code: 'BEYOND_OWN' }] }],
      ['by no profile', { profileId: DEMO.client }, { code: 'INPUT_INVALID', problems: [{ code: 'UNKNOWN_ID' }] }],
      ['over another client', { clientId: DEMO.otherClient, unitId: DEMO.otherUnit }, { code: 'NOT_PERMITTED' }],
      ['over an unknown level', { nodeId: DEMO.client }, { code: 'INPUT_INVALID', problems: [{ code: 'UNKNOWN_ID' }] }],
      ["over another client's level", { nodeId: DEMO.otherLevel }, { code: 'INPUT_INVALID', problems: [{ code: 'UNKNOWN_ID' }] }],
      ["through another client's unit", { unitId: DEMO.otherUnit }, { code: 'INPUT_INVALID', problems: [{ code: 'UNKNOWN_ID' }] }],
    ])('are refused: %s', async (_, changes, refusal) => {
      const user = await office.user([grant()]);
      const setting = office.setPermissions.execute(await office.scope(manager), user.id, [input(), input(changes)]);
      await expect(setting).rejects.toMatchObject(refusal);
      expect(await office.users.grantsOf(office.administrator, user.id)).toEqual([grant()]);
      expect(await office.actions()).toEqual([]);
    });
  });

  const OPERATIONS = {
    'set a password': async (actor: Actor, id: string) => office.changePassword.execute(actor, id, PASSWORD),
    'make inactive': async (actor: Actor, id: string) => office.changeStatus.execute(await office.scope(actor), id, false),
    'take the permissions': async (actor: Actor, id: string) => office.setPermissions.execute(await office.scope(actor), id, []),
  };

  describe.each(Object.entries(OPERATIONS))('%s', (_, execute) => {
    it.each<[string, UserGrant[]]>([
      ['nothing', []],
      ['as much', [grant(), grant({ nodeId: DEMO.finance, profile: ADMIN })]],
    ])('of who holds %s', async (__, grants) => {
      const user = await office.user(grants);
      await execute(manager, user.id);
      expect(await office.actions()).toHaveLength(1);
    });

    it.each<[string, UserGrant[], Partial<NewUser>]>([
      ['more permissions', [grant({ profile: ADMIN })], {}],
      ['more at another level', [grant(), grant({ nodeId: DEMO.records, profile: ADMIN })], {}],
      ['the same through any unit', [grant({ unitId: null })], {}],
      ['something of another client', [grant({ clientId: DEMO.otherClient, unitId: DEMO.otherUnit })], {}],
      ['nothing, but was made for another client', [], { clientId: DEMO.otherClient, unitId: DEMO.otherUnit }],
    ])('is refused for a user with %s, like an unknown user', async (__, grants, changes) => {
      const user = await office.user(grants, changes);
      await expect(execute(manager, user.id)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
      await expect(execute(manager, DEMO.client)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' });
      expect(await office.accounts.findByLogin(user.login)).toMatchObject({ active: true, passwordHash: user.passwordHash });
      expect(await office.users.grantsOf(office.administrator, user.id)).toHaveLength(grants.length);
      expect(await office.actions()).toEqual([]);
    });
  });

  it('every user may change the own password', async () => {
    const reader = actorOf('leitor');
    await office.changePassword.execute(reader, userId('leitor'), PASSWORD);
    expect((await office.accounts.findByLogin('leitor'))?.passwordHash).toBe(`plain:${PASSWORD}`);
    await expect(office.changePassword.execute(reader, userId('demo'), PASSWORD)).rejects.toMatchObject({ code: 'NOT_PERMITTED' });
    expect(await office.actions()).toEqual(['user.password']);
  });

  it('a user without a client may change the own password, without an event: events belong to a client', async () => {
    await office.changePassword.execute({ ...actorOf('leitor'), homeClientId: null }, userId('leitor'), PASSWORD);
    expect((await office.accounts.findByLogin('leitor'))?.passwordHash).toBe(`plain:${PASSWORD}`);
    expect(await office.verifyTrail.execute()).toMatchObject({ events: 0, broken: [] });
  });
});
