import { ArchiveInstaller } from '#application/ports/archive-installer';
import type { PasswordHasher } from '#application/ports/secrets';
import { stableId } from '#application/stable-id';
import type { ArchiveDefinition, UserDefinition } from '#domain/archive/archive-definition';
import { fold } from '#domain/text';
import { InMemoryClientInstaller } from './in-memory-client-installer';
import type { InMemoryDatabase } from './in-memory-database';

export class InMemoryArchiveInstaller extends ArchiveInstaller {
  constructor(
    private readonly database: InMemoryDatabase,
    private readonly passwords: PasswordHasher,
  ) {
    super();
  }

  async isEmpty(): Promise<boolean> {
    const { units, structures, accounts } = this.database.tables;
    return units.size + structures.size + accounts.size === 0;
  }

  install(definition: ArchiveDefinition): Promise<void> {
    return this.database.transaction(async () => {
      if (!(await this.isEmpty())) throw new Error('the archive is not empty');
      const { tables } = this.database;
      for (const { name, cnpj = null } of definition.units)
        tables.units.set(stableId('unit', name), { id: stableId('unit', name), name, cnpj });
      for (const client of definition.clients) new InMemoryClientInstaller(tables, client).install();
      for (const user of definition.users) await this.user(user, definition);
    });
  }

  private async user({ login, name, password, grants }: UserDefinition, { profiles }: ArchiveDefinition): Promise<void> {
    const userId = stableId('user', fold(login));
    this.database.tables.accounts.set(userId, {
      userId,
      login,
      loginKey: fold(login),
      name,
      passwordHash: await this.passwords.hash(password),
      active: true,
      pageSize: 50,
      grants: grants.map(({ client, unit, level, profile }) => ({
        clientId: stableId('client', client),
        structureVersion: 1,
        unitId: unit === undefined ? null : stableId('unit', unit),
        nodeId: level === undefined ? null : stableId('level', client, ...level),
        permissions: profiles.find((candidate) => candidate.name === profile)?.permissions ?? [],
      })),
    });
  }
}
