import { Injectable } from '@nestjs/common';
import { AccessPolicy } from '#application/access/access-policy';
import { newId } from '#application/support/ids';
import { Accounts, type UserGrant, Users } from '#application/ports/users';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { StructureHold } from '#application/ports/structure';
import { NO_RECEIPT, type IdempotencyReceipt } from '#application/idempotency/idempotency-receipt';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import type { Day } from '#domain/documents/calendar';
import { DomainError, refuseAll, type FieldProblem } from '#domain/errors';
import { fold } from '#domain/text';
import { isStrongPassword } from '#domain/users/password';
import type { NewUser, UserProfile } from '#domain/users/user';
import { NewPassword } from './new-password';
import { UserAdministration } from './user-administration';

export interface CreateUserInput extends Omit<UserProfile, 'id' | 'inactiveFrom' | 'unitId'> {
  unitId: string;
  password: string;
  /** First day on which the user is inactive. */
  inactiveFromDay: Day | null;
}

/** Members of a new user that are checked against the archive; null: absent or unreadable. */
export interface UserClaims extends Pick<CreateUserInput, 'managerId' | 'inactiveFromDay' | 'wholeClient'> {
  login: string | null;
  password: string | null;
  clientId: string | null;
  unitId: string | null;
}

/** Operation 9.1. */
@Injectable()
export class CreateUser {
  constructor(
    private readonly users: Users,
    private readonly accounts: Accounts,
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
  async execute(scope: Scope, input: CreateUserInput, receipt: IdempotencyReceipt<string> = NO_RECEIPT): Promise<string> {
    const within = await this.within(scope, input.clientId, input.unitId);
    const { grants, invalid, refused } = await this.examine(within, input);
    refuseAll(invalid, refused);
    const now = this.clock.now();
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

  /** Refuses a request with unreadable parts, together with all other problems. */
  async refuse(scope: Scope, claims: UserClaims, unread: readonly FieldProblem[]): Promise<void> {
    const within = claims.clientId === null ? null : await this.within(scope, claims.clientId, claims.unitId);
    const { invalid, refused } = await this.examine(within, claims);
    refuseAll([...unread, ...invalid], refused);
  }

  /** Only the body names the client, so it is checked as soon as it is known. */
  private within({ actor }: Scope, clientId: string, unitId: string | null): Promise<Scope> {
    return this.access.require(actor, 'user:manage', { clientId, ...(unitId !== null && { unitId }) });
  }

  private async examine(
    scope: Scope | null,
    claims: UserClaims,
  ): Promise<{ grants: UserGrant[]; invalid: FieldProblem[]; refused: FieldProblem[] }> {
    const { login, password, managerId, inactiveFromDay, wholeClient, unitId } = claims;
    const [invalid, refused, grants]: [FieldProblem[], FieldProblem[], UserGrant[]] = [[], [], []];
    if (scope && managerId !== null && !(await this.users.find(scope, managerId)))
      invalid.push({ path: ['managerId'], code: 'UNKNOWN_ID' });
    if (scope && login !== null && (await this.accounts.findByLogin(fold(login)))) refused.push({ path: ['login'], code: 'LOGIN_TAKEN' });
    if (password !== null && !isStrongPassword(password)) refused.push({ path: ['password'], code: 'PASSWORD_WEAK' });
    if (inactiveFromDay !== null && inactiveFromDay < this.today()) refused.push({ path: ['inactiveFrom'], code: 'DATE_PAST' });
    if (scope && unitId !== null && wholeClient) {
      const grant = await this.wholeTree(scope, unitId);
      if (typeof grant === 'string') refused.push({ path: ['wholeClient'], code: grant });
      else grants.push(grant);
    }
    return { grants, invalid, refused };
  }

  /** Until permissions are set, a user of the whole client has the client's default profile there. */
  private async wholeTree(scope: Scope, unitId: string): Promise<UserGrant | 'NO_DEFAULT_PROFILE' | 'BEYOND_OWN'> {
    const { clientId } = scope;
    const profile = await this.users.defaultProfile(clientId);
    if (!profile) return 'NO_DEFAULT_PROFILE';
    const grant = { clientId, unitId, nodeId: null, profile };
    return this.administration.holdsAll(scope, grant) ? grant : 'BEYOND_OWN';
  }

  private today(): Day {
    return this.timeZone.iso(this.clock.now()).slice(0, 10);
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
      service: false,
      responsibleId: null,
      inactiveFrom: inactiveFromDay === null ? null : this.timeZone.startOf(inactiveFromDay),
    };
  }
}
