import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { newId } from '#application/support/ids';
import { ERASED_HASH } from '#domain/users/password';
import { ERASED_NAME } from '#domain/users/user';
import { fold } from '#domain/text';
import { ApiKeyEntity, LoginFailureEntity, RepeatableCallEntity, SavedViewsEntity, UserAccountEntity } from '../entities';
import { sha256 } from '../value-key';

/** What is kept is the id, which documents and events name. Without a home nobody administers the account any more. */
export async function eraseAccount(manager: EntityManager, where: FindOptionsWhere<UserAccountEntity> & { id: string }): Promise<void> {
  const { id } = where;
  const { loginKey, homeClientId } = await manager.findOneByOrFail(UserAccountEntity, where);
  const login = `anonimo-${newId()}`;
  await manager.update(UserAccountEntity, where, {
    login,
    loginKey: fold(login),
    searchText: '',
    name: ERASED_NAME,
    passwordHash: ERASED_HASH,
    active: false,
    email: null,
    landline: null,
    mobile: null,
    managerId: null,
    managerGroupId: null,
    homeClientId: null,
    homeUnitId: null,
    wholeClient: false,
    workScheduleId: null,
    calendarId: null,
    notifiedOfDue: false,
    passwordMonths: null,
    passwordExpiresAt: null,
    mustChangePassword: false,
    inactiveFrom: null,
    createdBy: null,
    responsibleId: null,
    orphanedUntil: null,
  });
  if (homeClientId !== null) {
    await manager.delete(ApiKeyEntity, { clientId: homeClientId, userId: id });
    await manager.update(UserAccountEntity, { homeClientId, responsibleId: id }, { responsibleId: null });
  }
  await manager.delete(SavedViewsEntity, { userId: id });
  await manager.delete(RepeatableCallEntity, { userId: id });
  await manager.delete(LoginFailureEntity, { loginHash: sha256(loginKey) });
}
