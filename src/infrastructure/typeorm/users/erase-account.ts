import type { EntityManager, FindOptionsWhere } from 'typeorm';
import { newId } from '#application/support/ids';
import { ERASED_HASH } from '#domain/users/password';
import { ERASED_NAME } from '#domain/users/user';
import { fold } from '#domain/text';
import { LoginFailureRow, RepeatableCallRow, SavedViewsRow, UserAccountRow } from '../rows';
import { sha256 } from '../value-key';

/** What is kept is the id, which documents and events name. Without a home nobody administers the account any more. */
export async function eraseAccount(manager: EntityManager, where: FindOptionsWhere<UserAccountRow> & { id: string }): Promise<void> {
  const { id } = where;
  const { loginKey } = await manager.findOneByOrFail(UserAccountRow, where);
  const login = `anonimo-${newId()}`;
  await manager.update(UserAccountRow, where, {
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
  });
  await manager.delete(SavedViewsRow, { userId: id });
  await manager.delete(RepeatableCallRow, { userId: id });
  await manager.delete(LoginFailureRow, { loginHash: sha256(loginKey) });
}
