import { Injectable } from '@nestjs/common';
import { resolve, type Resolution } from '#application/archive/definition-resolver';
import { RowImport } from '#application/archive/row-import';
import { ArchiveInstaller } from '#application/ports/archive-installer';
import { Clock } from '#application/ports/clock';
import { PasswordHasher } from '#application/ports/secrets';
import type { ArchiveDefinition } from '#domain/archive/archive-definition';
import { emptyImage } from '#domain/archive/archive-image';
import { differences } from '#domain/archive/differences';
import { ArchiveWriter } from '../archive/archive-writer';
import { RowKeeper } from '../archive/row-keeper';
import { Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

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

  /** What is there already makes it fail; what the definition names and does not define is taken to be there. */
  async install(definition: ArchiveDefinition): Promise<void> {
    // Hashing takes long: it is done before the transaction begins.
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
      const rows = new RowImport({ rowsByKey: async () => [], otherRows: async () => [] }, list, undefined, image, false);
      const plan = await rows.plan();
      if (rows.problems.length > 0) throw new Error(rows.problems.map(({ message }) => message).join('\n'));
      await keeper.write(plan);
    }
  }
}
