import { Injectable } from '@nestjs/common';
import { NO_RECEIPT, type IdempotencyReceipt } from '#application/idempotency/idempotency-receipt';
import { AuditTrail } from '#application/ports/audit-trail';
import { StructureHold } from '#application/ports/structure';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { Accounts, Users } from '#application/ports/users';
import { newId } from '#application/support/ids';
import type { Scope } from '#domain/access/scope';
import { DomainError, refuseAll, type FieldProblem } from '#domain/errors';
import { fold } from '#domain/text';
import { NO_PASSWORD_HASH } from '#domain/users/password';
import type { NewUser } from '#domain/users/user';
import { KeyAdministration } from './key-administration';

export interface NewServiceAccount {
  login: string;
  name: string;
  responsibleId: string;
}

/** Of what only persons have. */
const NOTHING_ELSE = {
  email: null,
  landline: null,
  mobile: null,
  managerId: null,
  managerGroupId: null,
  unitId: null,
  wholeClient: false,
  pageSize: 50,
  workScheduleId: null,
  calendarId: null,
  culture: 1,
  notifiedOfDue: false,
  passwordMonths: null,
  mustChangePassword: false,
  passwordExpiresAt: null,
  inactiveFrom: null,
} as const satisfies Partial<NewUser>;

/** `POST /api/ContaServico`: a user that is a program. It gets its permissions like any other user, and keys instead of a password. */
@Injectable()
export class CreateServiceAccount {
  constructor(
    private readonly users: Users,
    private readonly accounts: Accounts,
    private readonly administration: KeyAdministration,
    private readonly structure: StructureHold,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Answers the id. */
  async execute(scope: Scope, input: NewServiceAccount, receipt: IdempotencyReceipt<string> = NO_RECEIPT): Promise<string> {
    const { clientId, actor } = scope;
    await this.check(scope, input);
    const now = this.clock.now();
    const { login, name, responsibleId } = input;
    const account: NewUser = {
      ...NOTHING_ELSE,
      ...{ id: newId(now.getTime()), login, name, clientId, service: true, responsibleId },
      ...{ createdAt: now, createdBy: actor.userId, passwordHash: NO_PASSWORD_HASH },
    };
    return this.unitOfWork.run(
      async () => {
        await this.structure.hold(scope);
        if (!(await this.users.add(scope, account, []))) throw taken();
        await receipt.keep(account.id);
        await this.audit.record(actor, clientId, 'user.create', { userId: account.id, wholeClient: false, service: true });
        return account.id;
      },
      async () => (await this.users.find(scope, account.id)) !== null,
    );
  }

  private async check(scope: Scope, { login, responsibleId }: NewServiceAccount): Promise<void> {
    const isPerson = await this.administration.isResponsible(scope, scope.clientId, responsibleId);
    const invalid: FieldProblem[] = isPerson ? [] : [{ path: ['responsibleId'], code: 'UNKNOWN_ID' }];
    refuseAll(invalid, (await this.accounts.findByLogin(fold(login))) ? taken().problems : []);
  }
}

const taken = () => new DomainError('RULES_BROKEN', [{ path: ['login'], code: 'LOGIN_TAKEN' }]);
