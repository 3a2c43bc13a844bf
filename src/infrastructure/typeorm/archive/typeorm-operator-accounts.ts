import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/clock';
import { OperatorAccounts, type NewAccount } from '#application/ports/operator-accounts';
import { newId } from '#application/ids';
import { fold } from '#domain/text';
import { isDuplicate } from '../database-errors';
import { Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

@Injectable()
export class TypeOrmOperatorAccounts extends OperatorAccounts {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  async create({ userId, login, name, passwordHash, grants }: NewAccount): Promise<boolean> {
    try {
      await this.unitOfWork.run(async () => {
        await this.sql.write(
          `INSERT INTO user_account (id, login, login_key, name, password_hash, active, page_size, created_at, home_client_id)
           VALUES (?, ?, ?, ?, ?, 1, 50, ?, ?)`,
          [userId, login, fold(login), name, passwordHash, this.clock.now().getTime(), grants[0]?.clientId ?? null],
        );
        await this.sql.insert(
          'user_grant',
          ['id', 'user_id', 'client_id', 'unit_id', 'node_id', 'profile_id'],
          grants.map(({ clientId, unitId, levelId, profileId }) => [newId(), userId, clientId, unitId, levelId, profileId]),
        );
      });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }
}
