import { newId } from '#application/support/ids';
import type { Profile } from '#application/ports/users';
import { stableId } from '#application/support/stable-id';
import type { NewUser } from '#domain/users/user';
import { DEMO_ARCHIVE } from '#src/demo/demo-archive';
import { DEMO } from './demo';

/** Of the demo client and its unit, unless changed; with a login of its own. */
export function aUser(changes: Partial<NewUser> = {}): NewUser {
  const id = newId();
  return {
    id,
    login: `user ${id}`,
    name: 'Maria Prado',
    email: null,
    landline: null,
    mobile: null,
    managerId: null,
    managerGroupId: null,
    clientId: DEMO.client,
    unitId: DEMO.unit,
    wholeClient: false,
    pageSize: 50,
    workScheduleId: null,
    calendarId: null,
    culture: 1,
    notifiedOfDue: false,
    passwordMonths: null,
    mustChangePassword: false,
    inactiveFrom: null,
    createdBy: null,
    service: false,
    responsibleId: null,
    passwordHash: 'plain:Senha@2026',
    passwordExpiresAt: null,
    createdAt: new Date('2026-11-21T12:34:56.789Z'),
    ...changes,
  };
}

/** A profile of the demo archive. */
export function profileOf(name: 'Administrador' | 'Leitor'): Profile {
  const { permissions } = DEMO_ARCHIVE.profiles.find((profile) => profile.name === name)!;
  return { id: stableId('profile', name), name, permissions };
}
