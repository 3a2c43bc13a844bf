import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { UnitOfWork } from '#application/ports/unit-of-work';
import type { Actor } from '#domain/access/actor';
import { DomainError, refuseAll, type FieldProblem } from '#domain/errors';
import { isStrongPassword } from '#domain/users/password';
import { NewPassword } from './new-password';
import { UserAdministration } from './user-administration';

/** Operation 9.2. Users change their own passwords, administrators those of their users. Ends all sessions of the user. */
@Injectable()
export class ChangePassword {
  constructor(
    private readonly newPassword: NewPassword,
    private readonly administration: UserAdministration,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  async execute(actor: Actor, userId: string, password: string): Promise<void> {
    if (actor.mustChangePassword && userId !== actor.userId) throw new DomainError('PASSWORD_CHANGE_REQUIRED');
    const clientId = userId === actor.userId ? actor.homeClientId : await this.administered(actor, userId);
    refuseAll([], weakness(password));
    if (await this.newPassword.isOfService(userId))
      throw new DomainError('RULES_BROKEN', [{ path: ['newPassword'], code: 'SERVICE_WITHOUT_PASSWORD' }]);
    // A required change must set a new password. An administrator may set the old one again: the sessions end anyway.
    // A dry run does not tell which password is the current one: with a stolen token passwords could be tried.
    const tellsSame = userId === actor.userId && !this.unitOfWork.isRehearsal;
    if (tellsSame && (await this.newPassword.isCurrent(userId, password)))
      throw new DomainError('RULES_BROKEN', [{ path: ['newPassword'], code: 'PASSWORD_SAME' }]);
    const prepared = await this.newPassword.prepareFor(userId, password);
    await this.unitOfWork.run(async () => {
      // Checked again in the transaction, because hashing is slow.
      if (userId !== actor.userId) await this.administered(actor, userId);
      await this.newPassword.set(userId, prepared);
      if (clientId !== null) await this.audit.record(actor, clientId, 'user.password', { userId, own: userId === actor.userId });
    });
  }

  /** For a request with unreadable parts: adds the problems of the password. */
  refuse(password: string | null, unread: readonly FieldProblem[]): void {
    refuseAll(unread, password === null ? [] : weakness(password));
  }

  private async administered(actor: Actor, userId: string): Promise<string> {
    const { user } = await this.administration.administered(await this.administration.scopeOf(actor), userId);
    return user.clientId;
  }
}

const weakness = (password: string): FieldProblem[] =>
  isStrongPassword(password) ? [] : [{ path: ['newPassword'], code: 'PASSWORD_WEAK' }];
