import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/unit-of-work';
import { PasswordHasher, Passwords, Sessions } from '#application/ports/users';
import { TimeZone } from '#application/support/time-zone';
import { passwordExpiry } from '#domain/users/user';

export interface PreparedPassword {
  hash: string;
  /** Null: does not expire. */
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

  /** Whether it equals the current password. */
  async isCurrent(userId: string, password: string): Promise<boolean> {
    return this.hasher.verify(await this.passwords.hashOf(userId), password);
  }

  /** Service accounts have keys instead. */
  async isOfService(userId: string): Promise<boolean> {
    return (await this.passwords.monthsOf(userId))?.service ?? false;
  }

  /** Hashing is slow: call it before a transaction begins. */
  async prepare(password: string, months: number | null): Promise<PreparedPassword> {
    const expiry = passwordExpiry(this.timeZone.iso(this.clock.now()).slice(0, 10), months);
    return { hash: await this.hasher.hash(password), expiresAt: expiry === null ? null : this.timeZone.endOf(expiry) };
  }

  /** The same for an existing user, whose record holds the months of validity. */
  async prepareFor(userId: string, password: string): Promise<PreparedPassword> {
    return this.prepare(password, (await this.passwords.monthsOf(userId))?.months ?? null);
  }

  /** In a transaction: sets the password and ends all sessions of the user. */
  async set(userId: string, { hash, expiresAt }: PreparedPassword): Promise<void> {
    await this.passwords.replace(userId, hash, expiresAt);
    await this.sessions.endAll(userId);
  }
}
