import { Injectable } from '@nestjs/common';
import { AuditBuffer } from '#application/audit/audit-buffer';
import { type Account, Accounts, PasswordHasher } from '#application/ports/users';
import { Settings } from '#application/support/settings';
import { NOBODY_ID, type Origin } from '#domain/access/actor';
import { DomainError } from '#domain/errors';
import { fold } from '#domain/text';
import { SessionOpener, type OpenedSession } from './session-opener';

export interface LoginInput {
  login: string;
  password: string;
  /** Absent or 0: the default. */
  lifetimeMinutes?: number;
  exclusive: boolean;
}

/** Operation 1.1. A wrong user, a wrong password and a refused login get the same answer in the same time. */
@Injectable()
export class Login {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: PasswordHasher,
    private readonly sessions: SessionOpener,
    private readonly settings: Settings,
    private readonly audit: AuditBuffer,
  ) {}

  async execute(input: LoginInput, origin: Origin): Promise<OpenedSession> {
    const login = fold(input.login);
    const account = await this.accounts.findByLogin(login);
    const proved = await this.passwords.verify(account?.passwordHash ?? null, input.password);
    // Checked after queueing: a queued login must see the failures of earlier ones.
    if (await this.accounts.isBlocked(login)) throw this.refused(account, 'blocked', origin);
    if (!account?.active || !proved) {
      await this.accounts.countFailure(login, this.settings.loginFailures, this.settings.loginBlockMinutes * 60_000);
      throw this.refused(account, proved ? 'inactive' : 'password', origin);
    }
    await this.accounts.clearFailures(login);
    const session = await this.sessions.open(account, input.lifetimeMinutes ?? 0, input.exclusive, origin);
    // The password or the status of the user changed concurrently.
    if (!session) throw this.refused(account, 'changed', origin);
    if (this.passwords.needsRehash(account.passwordHash)) {
      await this.accounts.replacePasswordHash(account.userId, account.passwordHash, await this.passwords.hash(input.password));
    }
    return session;
  }

  /** An unknown login belongs to no client and is not recorded: users type passwords there by mistake. */
  private refused(account: Account | null, why: 'blocked' | 'inactive' | 'password' | 'changed', origin: Origin): DomainError {
    const author = { userId: account?.userId ?? NOBODY_ID, origin };
    this.audit.add(author, account?.homeClientId ?? null, 'session.refuse', { why: account ? why : 'unknown' });
    return new DomainError('CREDENTIALS_INVALID');
  }
}
