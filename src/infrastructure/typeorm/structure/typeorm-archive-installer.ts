import { Injectable } from '@nestjs/common';
import { resolve, type Resolution } from '#application/provisioning/definition-resolver';
import { RowImport } from '#application/provisioning/row-import';
import { ArchiveInstaller } from '#application/ports/structure';
import { Clock } from '#application/ports/unit-of-work';
import { PasswordHasher } from '#application/ports/users';
import { TimeZone } from '#application/support/time-zone';
import type { ArchiveDefinition } from '#domain/provisioning/archive-definition';
import { emptyImage } from '#domain/provisioning/kinds';
import { differences } from '#domain/provisioning/differences';
import { ArchiveWriter } from '../provisioning/archive-writer';
import { RowKeeper } from '../provisioning/row-keeper';
import { ClientEntity, ServiceUnitEntity, UserAccountEntity } from '../entities';
import { Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

@Injectable()
export class TypeOrmArchiveInstaller extends ArchiveInstaller {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly passwords: PasswordHasher,
    private readonly clock: Clock,
    private readonly timeZone: TimeZone,
  ) {
    super();
  }

  async isEmpty(): Promise<boolean> {
    const { manager } = this.unitOfWork;
    for (const target of [ServiceUnitEntity, ClientEntity, UserAccountEntity]) if ((await manager.count(target)) > 0) return false;
    return true;
  }

  /** Fails if things exist already; names that the definition does not define must exist. */
  async install(definition: ArchiveDefinition): Promise<void> {
    // Hashing is slow, so it is done before the transaction begins.
    const hashes = new Map<string, string>();
    for (const { login, password } of definition.users) if (password !== undefined) hashes.set(login, await this.passwords.hash(password));
    const resolution = resolve(definition, emptyImage(), hashes);
    await this.unitOfWork.run(async () => {
      const changes = differences(emptyImage(), resolution.image);
      await new ArchiveWriter(this.sql, this.unitOfWork, this.clock, emptyImage(), resolution.image, changes, 1).write();
      await this.rows(resolution);
    });
  }

  private async rows({ lists, image }: Resolution): Promise<void> {
    const keeper = new RowKeeper(this.sql, this.clock);
    for (const list of lists) {
      const rows = new RowImport({ rowsByKey: async () => [], otherRows: async () => [] }, list, undefined, image, false, this.timeZone);
      const plan = await rows.plan();
      if (rows.problems.length > 0) throw new Error(rows.problems.map(({ message }) => message).join('\n'));
      await keeper.write(plan);
    }
  }
}
