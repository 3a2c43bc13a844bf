import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { Users, type UserChange } from '#application/ports/users';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import type { Day } from '#domain/documents/calendar';
import { refuseAll, type FieldProblem } from '#domain/errors';
import type { StoredUser } from '#domain/users/user';
import { UserAdministration } from './user-administration';

/** What is named changes. */
export interface UpdateUserInput extends Omit<UserChange, 'inactiveFrom'> {
  /** First day on which the user is inactive; null: none. */
  inactiveFromDay?: Day | null;
}

/** `PUT /api/Usuario/{IdUsuario}`. */
@Injectable()
export class UpdateUser {
  constructor(
    private readonly users: Users,
    private readonly administration: UserAdministration,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly timeZone: TimeZone,
  ) {}

  async execute(scope: Scope, userId: string, input: UpdateUserInput): Promise<void> {
    const { inactiveFromDay: day, ...others } = input;
    await this.unitOfWork.run(async () => {
      // Clients are locked before the user, as for a change of the status.
      const orphaned = day == null ? [] : await this.users.administeredOnlyBy(scope, userId);
      const { user } = await this.administration.administered(scope, userId);
      await this.check(scope, input, orphaned.length > 0);
      const change: UserChange = { ...others, ...(day !== undefined && { inactiveFrom: this.inactiveFrom(day, user) }) };
      const fields = Object.keys(change);
      if (fields.length === 0) return;
      await this.users.change(scope, userId, change);
      await this.audit.record(scope.actor, user.clientId, 'user.update', { userId, fields });
    });
  }

  /** A program that has lost its person may end earlier for it, but not later. */
  private inactiveFrom(day: Day | null, { orphanedUntil }: StoredUser): Date | null {
    const planned = day === null ? null : this.timeZone.startOf(day);
    return planned === null || (orphanedUntil !== null && orphanedUntil < planned) ? orphanedUntil : planned;
  }

  private async check(scope: Scope, { managerId, inactiveFromDay }: UpdateUserInput, isLast: boolean): Promise<void> {
    const isUnknown = managerId != null && !(await this.users.find(scope, managerId));
    const isPast = inactiveFromDay != null && inactiveFromDay < this.timeZone.iso(this.clock.now()).slice(0, 10);
    const refused: FieldProblem[] = isPast ? [{ path: ['inactiveFrom'], code: 'DATE_PAST' }] : [];
    if (isLast) refused.push({ path: ['inactiveFrom'], code: 'LAST_ADMINISTRATOR' });
    refuseAll(isUnknown ? [{ path: ['managerId'], code: 'UNKNOWN_ID' }] : [], refused);
  }
}
