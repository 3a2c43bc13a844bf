import { Injectable } from '@nestjs/common';
import { ArchiveInstaller } from '#application/ports/archive-installer';
import { Clock } from '#application/ports/clock';
import { PasswordHasher } from '#application/ports/secrets';
import { stableId } from '#application/stable-id';
import type { ArchiveDefinition, UserDefinition } from '#domain/archive/archive-definition';
import { fold } from '#domain/text';
import { Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { ClientInstaller } from './client-installer';

@Injectable()
export class TypeOrmArchiveInstaller extends ArchiveInstaller {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly passwords: PasswordHasher,
    private readonly clock: Clock,
  ) {
    super();
  }

  async isEmpty(): Promise<boolean> {
    const row = await this.sql.first<{ total: number }>(
      'SELECT (SELECT COUNT(*) FROM service_unit) + (SELECT COUNT(*) FROM client) + (SELECT COUNT(*) FROM user_account) AS total',
    );
    return Number(row?.total) === 0;
  }

  async install(definition: ArchiveDefinition): Promise<void> {
    // Hashing takes long: it is done before the transaction begins.
    const hashes = await Promise.all(definition.users.map((user) => this.passwords.hash(user.password)));
    await this.unitOfWork.run(async () => {
      await this.units(definition);
      for (const client of definition.clients) await new ClientInstaller(this.sql, this.clock, client).install();
      await this.profiles(definition);
      for (const [index, user] of definition.users.entries()) await this.user(user, hashes[index] as string);
    });
  }

  private async units({ units, boxTypes }: ArchiveDefinition): Promise<void> {
    await this.sql.insert(
      'service_unit',
      ['id', 'name', 'cnpj'],
      units.map(({ name, cnpj }) => [stableId('unit', name), name, cnpj ?? null]),
    );
    await this.sql.insert(
      'box_type',
      ['id', 'name'],
      boxTypes.map((name) => [stableId('box-type', name), name]),
    );
  }

  private async profiles({ profiles }: ArchiveDefinition): Promise<void> {
    await this.sql.insert(
      'profile',
      ['id', 'name', 'permissions'],
      profiles.map(({ name, permissions }) => [stableId('profile', name), name, permissions.join(' ')]),
    );
  }

  private async user({ login, name, grants }: UserDefinition, passwordHash: string): Promise<void> {
    const id = stableId('user', fold(login));
    await this.sql.insert(
      'user_account',
      ['id', 'login', 'login_key', 'name', 'password_hash', 'active', 'page_size', 'created_at'],
      [[id, login, fold(login), name, passwordHash, 1, 50, this.clock.now().getTime()]],
    );
    await this.sql.insert(
      'user_grant',
      ['id', 'user_id', 'client_id', 'unit_id', 'node_id', 'profile_id'],
      grants.map(({ client, unit, level, profile }, index) => [
        stableId('grant', fold(login), String(index)),
        id,
        stableId('client', client),
        unit === undefined ? null : stableId('unit', unit),
        level === undefined ? null : stableId('level', client, ...level),
        stableId('profile', profile),
      ]),
    );
  }
}
