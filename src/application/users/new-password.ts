import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/clock';
import { PasswordHasher } from '#application/ports/secrets';
import { Sessions } from '#application/ports/sessions';
import { Passwords } from '#application/ports/users';
import { TimeZone } from '#application/time-zone';
import { passwordExpiry } from '#domain/users/user';

export interface PreparedPassword {
  hash: string;
  /** Null: without end. */
  expiresAt: Date | null;
}

/** The checks of every new password. */
@Injectable()
export class NewPassword {
  constructor(
    private readonly hasher: PasswordHasher,
    private readonly passwords: Passwords,
    private readonly sessions: Sessions,
    private readonly clock: Clock,
    private readonly timeZone: TimeZone,
  ) {}

  /** Whether it is the one that the user has. */
  async isCurrent(userId: string, password: string): Promise<boolean> {
    return this.hasher.verify(await this.passwords.hashOf(userId), password);
  }

  /** Takes its time: before a transaction begins. */
  async prepare(password: string, months: number | null): Promise<PreparedPassword> {
    const expiry = passwordExpiry(this.timeZone.iso(this.clock.now()).slice(0, 10), months);
    return { hash: await this.hasher.hash(password), expiresAt: expiry === null ? null : this.timeZone.endOf(expiry) };
  }

  /** The same for a user that is there, who says for how many months it is good. */
  async prepareFor(userId: string, password: string): Promise<PreparedPassword> {
    return this.prepare(password, (await this.passwords.monthsOf(userId))?.months ?? null);
  }

  /** In a transaction: the password, and the end of all sessions that the old one opened. */
  async set(userId: string, { hash, expiresAt }: PreparedPassword): Promise<void> {
    await this.passwords.replace(userId, hash, expiresAt);
    await this.sessions.endAll(userId);
  }
}
