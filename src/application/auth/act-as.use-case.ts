import { Injectable } from '@nestjs/common';
import { type AccessClaim, Accounts, Sessions } from '#application/ports/users';
import type { Actor, Origin } from '#domain/access/actor';
import { DomainError } from '#domain/errors';
import { fold } from '#domain/text';
import { SessionOpener } from './session-opener';

/**
 * Opens a session for a user whom an operator names at the command line, without the password, which the operator could reset anyway.
 * Otherwise it is a normal session: its actions are recorded as the user's, with the given origin.
 */
@Injectable()
export class ActAs {
  constructor(
    private readonly accounts: Accounts,
    private readonly opener: SessionOpener,
    private readonly sessions: Sessions,
  ) {}

  async execute(login: string, origin: Origin): Promise<AccessClaim> {
    const account = await this.accounts.findByLogin(fold(login));
    const session = account && (await this.opener.begin(account, Infinity, false, origin));
    // Unknown or inactive user.
    if (!session) throw new DomainError('USER_NOT_FOUND');
    return { userId: session.userId, sessionId: session.id, count: session.refreshCount, expiresAt: session.expiresAt };
  }

  async end({ sessionId }: Actor): Promise<void> {
    await this.sessions.end(sessionId);
  }
}
