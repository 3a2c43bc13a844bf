import { Injectable } from '@nestjs/common';
import { AuditBuffer } from '#application/audit/audit-buffer';
import { admits } from '#application/access/networks';
import { type Account, Accounts, PasswordHasher, Sessions } from '#application/ports/users';
import { Settings } from '#application/support/settings';
import { NOBODY_ID, type Origin } from '#domain/access/actor';
import { DomainError } from '#domain/errors';
import { fold } from '#domain/text';
import { beginsLikeKey } from '#domain/users/api-key';
import { digestOfKey } from './api-key-text';
import { SessionOpener, type OpenedSession } from './session-opener';

export interface LoginInput {
  login: string;
  password: string;
  /** Absent or 0: the default. */
  lifetimeMinutes?: number;
  exclusive: boolean;
}

type Refusal = 'blocked' | 'inactive' | 'password' | 'changed' | 'key';

/**
 * Operation 1.1. A wrong user, a wrong password and a refused login get the same answer in the same time. What begins like a key is taken as
 * one, whatever the login: programs that only know this operation come in with their key as the password.
 */
@Injectable()
export class Login {
  constructor(
    private readonly accounts: Accounts,
    private readonly passwords: PasswordHasher,
    private readonly sessions: SessionOpener,
    private readonly callers: Sessions,
    private readonly settings: Settings,
    private readonly audit: AuditBuffer,
  ) {}

  async execute(input: LoginInput, origin: Origin): Promise<OpenedSession> {
    if (beginsLikeKey(input.password)) return this.byKey(input, origin);
    const login = fold(input.login);
    const account = await this.accounts.findByLogin(login);
    const proved = await this.passwords.verify(account?.passwordHash ?? null, input.password);
    // Checked after queueing: a queued login must see the failures of earlier ones.
    if (await this.accounts.isBlocked(login)) throw this.refused(account, 'blocked', origin);
    if (!account?.active || !proved || account.service) {
      await this.accounts.countFailure(login, this.settings.loginFailures, this.settings.loginBlockMinutes * 60_000);
      throw this.refused(account, proved && !account?.service ? 'inactive' : 'password', origin);
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

  /** Nobody guesses a key, so failures are not counted, and those of others do not lock its program out. */
  private async byKey(input: LoginInput, origin: Origin): Promise<OpenedSession> {
    const account = await this.accounts.findByLogin(fold(input.login));
    const caller = await this.callers.ofKey(digestOfKey(input.password) ?? '');
    const key = caller?.userId === account?.userId ? caller?.key : null;
    const session =
      account && key && admits(key.networks, origin.address)
        ? await this.sessions.open(account, input.lifetimeMinutes ?? 0, input.exclusive, origin, key)
        : null;
    if (!session) throw this.refused(account, 'key', origin);
    return session;
  }

  /** An unknown login belongs to no client and is not recorded: users type passwords there by mistake. */
  private refused(account: Account | null, why: Refusal, origin: Origin): DomainError {
    const author = { userId: account?.userId ?? NOBODY_ID, origin };
    this.audit.add(author, account?.homeClientId ?? null, 'session.refuse', { why: account ? why : 'unknown' });
    return new DomainError('CREDENTIALS_INVALID');
  }
}
