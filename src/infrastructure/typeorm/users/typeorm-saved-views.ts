import { Injectable } from '@nestjs/common';
import { SavedViews, type SavedViewList } from '#application/ports/users';
import type { SavedView } from '#domain/users/saved-view';
import { isDuplicate } from '../database-errors';
import { SavedViewsEntity } from '../entities';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

@Injectable()
export class TypeOrmSavedViews extends SavedViews {
  constructor(private readonly unitOfWork: TypeOrmUnitOfWork) {
    super();
  }

  async of(userId: string): Promise<SavedViewList> {
    return (await this.unitOfWork.manager.findOneBy(SavedViewsEntity, { userId })) ?? { version: 0, views: [] };
  }

  async replace(userId: string, version: number, views: readonly SavedView[]): Promise<boolean> {
    const next = { version: version + 1, views: [...views] };
    if (version > 0) return (await this.unitOfWork.manager.update(SavedViewsEntity, { userId, version }, next)).affected !== 0;
    try {
      await this.unitOfWork.insert(SavedViewsEntity, [{ userId, ...next }]);
      return true;
    } catch (error) {
      // Another call has saved the first ones.
      if (!isDuplicate(error)) throw error;
      return false;
    }
  }
}
