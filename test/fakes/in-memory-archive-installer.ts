import { resolve } from '#application/archive/definition-resolver';
import { ArchiveInstaller } from '#application/ports/archive-installer';
import type { Clock } from '#application/ports/clock';
import type { PasswordHasher } from '#application/ports/secrets';
import { stableId } from '#application/stable-id';
import type { ArchiveDefinition, GrantDefinition, UserDefinition } from '#domain/archive/archive-definition';
import { emptyImage } from '#domain/archive/archive-image';
import { fold } from '#domain/text';
import type { NewUser } from '#domain/users/user';
import { InMemoryClientInstaller } from './in-memory-client-installer';
import type { AccountEntry, InMemoryDatabase } from './in-memory-database';

export class InMemoryArchiveInstaller extends ArchiveInstaller {
  constructor(
    private readonly database: InMemoryDatabase,
    private readonly passwords: PasswordHasher,
    private readonly clock: Clock,
  ) {
    super();
  }

  async isEmpty(): Promise<boolean> {
    const { units, structures, accounts } = this.database.tables;
    return units.size + structures.size + accounts.size === 0;
  }

  install(definition: ArchiveDefinition): Promise<void> {
    const { units, profiles, clients, users } = definition;
    return this.database.transaction(async () => {
      if (!(await this.isEmpty())) throw new Error('the archive is not empty');
      const { tables } = this.database;
      for (const { name, cnpj = null } of units) tables.units.set(stableId('unit', name), { id: stableId('unit', name), name, cnpj });
      for (const { name, permissions } of profiles) {
        tables.profiles.set(stableId('profile', name), { id: stableId('profile', name), name, permissions });
      }
      for (const client of clients) new InMemoryClientInstaller(tables, client).install();
      for (const user of users) await this.user(user);
      this.workflows(definition);
    });
  }

  private workflows(definition: ArchiveDefinition): void {
    const { tables } = this.database;
    for (const { design, modelContent, ...workflow } of resolve(definition, emptyImage(), new Map()).image.workflows.values()) {
      const revision = tables.nextCode();
      tables.workflowDesigns.set(revision, { definitionId: workflow.id, clientId: workflow.clientId, design, model: modelContent });
      tables.workflowDefinitions.set(workflow.id, { ...workflow, revision });
    }
  }

  private async user(user: UserDefinition): Promise<void> {
    const { login, name, password, passwordHash, grants } = user;
    const account: AccountEntry = {
      userId: stableId('user', fold(login)),
      login,
      loginKey: fold(login),
      name,
      passwordHash: passwordHash ?? (await this.passwords.hash(password ?? '')),
      active: true,
      pageSize: 50,
      grants: grants.map((grant) => this.grant(grant)),
    };
    this.database.tables.accounts.set(account.userId, { ...account, ...asAdministered(account, user.email ?? null, this.clock.now()) });
  }

  private grant({ client, unit, level, profile: name }: GrantDefinition): AccountEntry['grants'][number] {
    const profile = this.database.tables.profiles.get(stableId('profile', name))!;
    return {
      clientId: stableId('client', client),
      structureVersion: 1,
      unitId: unit === undefined ? null : stableId('unit', unit),
      nodeId: level === undefined ? null : stableId('level', client, ...level),
      permissions: profile.permissions,
      profile,
    };
  }
}

/** What an administrator of the user's client sees of a user nobody gave more than that: the rest is what the database has by default. */
export function asAdministered(
  { userId, login, name, passwordHash, pageSize, grants }: AccountEntry,
  email: string | null,
  createdAt: Date,
): Partial<AccountEntry> {
  const clientId = grants[0]?.clientId;
  if (clientId === undefined) return {};
  const made: NewUser = {
    id: userId,
    login,
    name,
    email,
    landline: null,
    mobile: null,
    managerId: null,
    managerGroupId: null,
    clientId,
    unitId: null,
    wholeClient: false,
    pageSize,
    createdBy: null,
    workScheduleId: null,
    calendarId: null,
    culture: 1,
    notifiedOfDue: false,
    passwordMonths: null,
    mustChangePassword: false,
    inactiveFrom: null,
    passwordHash,
    passwordExpiresAt: null,
    createdAt,
  };
  return { homeClientId: clientId, made };
}
