import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { newId } from '#application/ids';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock } from '#application/ports/clock';
import { StructureHold } from '#application/ports/structure-hold';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { Users, type UserGrant } from '#application/ports/users';
import { NO_RECEIPT, type Receipt } from '#application/repeats/receipt';
import { TimeZone } from '#application/time-zone';
import type { Scope } from '#domain/access/scope';
import type { Day } from '#domain/documents/calendar';
import { DomainError, type FieldProblem } from '#domain/errors';
import { isStrongPassword } from '#domain/users/password';
import type { NewUser, UserProfile } from '#domain/users/user';
import { NewPassword } from './new-password';
import { UserAdministration } from './user-administration';

export interface CreateUserInput extends Omit<UserProfile, 'id' | 'inactiveFrom' | 'unitId'> {
  unitId: string;
  password: string;
  /** The first day on which the user is inactive. */
  inactiveFromDay: Day | null;
}

/** Operation 9.1. */
@Injectable()
export class CreateUser {
  constructor(
    private readonly users: Users,
    private readonly administration: UserAdministration,
    private readonly access: AccessPolicy,
    private readonly newPassword: NewPassword,
    private readonly structure: StructureHold,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly timeZone: TimeZone,
  ) {}

  /** Answers the new user's id. */
  async execute(scope: Scope, input: CreateUserInput, receipt: Receipt<string> = NO_RECEIPT): Promise<string> {
    // The client stands in the body alone: it is checked as soon as it is known.
    const within = await this.access.require(scope.actor, 'user:manage', { clientId: input.clientId, unitId: input.unitId });
    const now = this.clock.now();
    const today = this.timeZone.iso(now).slice(0, 10);
    const grants = input.wholeClient ? [await this.wholeTree(within, input)] : [];
    await this.check(within, input, today);
    const user = await this.newUser(scope.actor.userId, input, now);
    return this.unitOfWork.run(
      async () => {
        await this.structure.hold(within);
        if (!(await this.users.add(within, user, grants)))
          throw new DomainError('RULES_BROKEN', [{ path: ['login'], code: 'LOGIN_TAKEN' }]);
        await receipt.keep(user.id);
        await this.audit.record(scope.actor, user.clientId, 'user.create', { userId: user.id, wholeClient: user.wholeClient });
        return user.id;
      },
      async () => (await this.users.find(within, user.id)) !== null,
    );
  }

  /** Until its permissions are set, a user with the whole client has the client's default profile there. */
  private async wholeTree(scope: Scope, { clientId, unitId }: CreateUserInput): Promise<UserGrant> {
    const profile = await this.users.defaultProfile(clientId);
    if (!profile) throw new DomainError('RULES_BROKEN', [{ path: ['wholeClient'], code: 'NO_DEFAULT_PROFILE' }]);
    const grant = { clientId, unitId, nodeId: null, profile };
    if (!this.administration.holdsAll(scope, grant)) throw new DomainError('RULES_BROKEN', [{ path: ['wholeClient'], code: 'BEYOND_OWN' }]);
    return grant;
  }

  private async check(scope: Scope, input: CreateUserInput, today: Day): Promise<void> {
    if (input.managerId !== null && !(await this.users.find(scope, input.managerId))) {
      throw new DomainError('INPUT_INVALID', [{ path: ['managerId'], code: 'UNKNOWN_ID' }]);
    }
    const problems: FieldProblem[] = [];
    if (!isStrongPassword(input.password)) problems.push({ path: ['password'], code: 'PASSWORD_WEAK' });
    if (input.inactiveFromDay !== null && input.inactiveFromDay < today) problems.push({ path: ['inactiveFrom'], code: 'DATE_PAST' });
    if (problems.length > 0) throw new DomainError('RULES_BROKEN', problems);
  }

  private async newUser(createdBy: string, { password, inactiveFromDay, ...profile }: CreateUserInput, now: Date): Promise<NewUser> {
    const { hash, expiresAt } = await this.newPassword.prepare(password, profile.passwordMonths);
    return {
      ...profile,
      id: newId(now.getTime()),
      createdAt: now,
      createdBy,
      passwordHash: hash,
      passwordExpiresAt: expiresAt,
      inactiveFrom: inactiveFromDay === null ? null : this.timeZone.startOf(inactiveFromDay),
    };
  }
}
