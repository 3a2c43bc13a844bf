import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/unit-of-work';
import { OperatorAccounts, type NewAccount } from '#application/ports/provisioning';
import { newId } from '#application/support/ids';
import { ERASED_HASH } from '#domain/users/password';
import { fold } from '#domain/text';
import { isDuplicate } from '../database-errors';
import { UserAccountEntity, UserGrantEntity } from '../entities';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { eraseAccount } from '../users/erase-account';
import { searchTextOf } from '../users/search-text';

@Injectable()
export class TypeOrmOperatorAccounts extends OperatorAccounts {
  constructor(
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  async create({ userId, login, name, passwordHash, grants }: NewAccount): Promise<boolean> {
    try {
      await this.unitOfWork.run(async () => {
        const account = {
          id: userId,
          login,
          loginKey: fold(login),
          searchText: searchTextOf({ login, name }),
          name,
          passwordHash,
          active: true,
          pageSize: 50,
        };
        const homeClientId = grants[0]?.clientId ?? null;
        await this.unitOfWork.insert(UserAccountEntity, [{ ...account, createdAt: this.clock.now(), homeClientId }]);
        const rows = grants.map(({ clientId, unitId, levelId, profileId }) => ({
          id: newId(),
          userId,
          clientId,
          unitId,
          nodeId: levelId,
          profileId,
        }));
        await this.unitOfWork.insert(UserGrantEntity, rows);
      });
      return true;
    } catch (error) {
      if (isDuplicate(error)) return false;
      throw error;
    }
  }

  isErased(userId: string): Promise<boolean> {
    return this.unitOfWork.manager.existsBy(UserAccountEntity, { id: userId, passwordHash: ERASED_HASH });
  }

  async erase(userId: string): Promise<void> {
    const { manager } = this.unitOfWork;
    await manager.delete(UserGrantEntity, { userId });
    await manager.increment(UserAccountEntity, { id: userId }, 'rights', 1);
    await eraseAccount(manager, { id: userId });
  }
}
