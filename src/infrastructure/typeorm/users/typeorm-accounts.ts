import { Injectable } from '@nestjs/common';
import { Accounts, type Account } from '#application/ports/accounts';
import { Clock } from '#application/ports/clock';
import { isDuplicate } from '../database-errors';
import { Sql } from '../sql';
import { sha256 } from '../value-key';

interface AccountRow {
  id: string;
  login: string;
  name: string;
  password_hash: string;
  active: number;
  inactive_from: number | null;
  home_client_id: string | null;
}

const DAY_MS = 86_400_000;

/** Failures are kept by a digest of the login: what people mistype there is sometimes their password. */
@Injectable()
export class TypeOrmAccounts extends Accounts {
  constructor(
    private readonly sql: Sql,
    private readonly clock: Clock,
  ) {
    super();
  }

  async findByLogin(login: string): Promise<Account | null> {
    const row = await this.sql.first<AccountRow>(
      `SELECT u.id, u.login, u.name, u.password_hash, u.active, u.inactive_from, u.home_client_id
       FROM user_account u WHERE u.login_key = ?`,
      [login],
    );
    return (
      row && {
        userId: row.id,
        login: row.login,
        name: row.name,
        passwordHash: row.password_hash,
        active: row.active === 1,
        inactiveFrom: row.inactive_from === null ? null : new Date(row.inactive_from),
        homeClientId: row.home_client_id,
      }
    );
  }

  async blockedUntil(login: string): Promise<Date | null> {
    const row = await this.sql.first<{ blocked_until: number | null }>('SELECT blocked_until FROM login_failure WHERE login_hash = ?', [
      sha256(login),
    ]);
    return row?.blocked_until ? new Date(row.blocked_until) : null;
  }

  async countFailure(login: string, limit: number, blockUntil: Date): Promise<void> {
    const now = this.clock.now().getTime();
    const hash = sha256(login);
    const count = () =>
      this.sql.write(
        `UPDATE login_failure SET blocked_until = CASE WHEN failures + 1 >= ? THEN ? ELSE NULL END, failures = failures + 1, failed_at = ?
         WHERE login_hash = ?`,
        [limit, blockUntil.getTime(), now, hash],
      );
    // After a block that is over, counting begins anew; and what nobody tried for a day is forgotten.
    await this.sql.write('DELETE FROM login_failure WHERE (login_hash = ? AND blocked_until <= ?) OR failed_at < ?', [
      hash,
      now,
      now - DAY_MS,
    ]);
    if ((await count()).affected > 0) return;
    try {
      await this.sql.write('INSERT INTO login_failure (login_hash, failures, blocked_until, failed_at) VALUES (?, 1, ?, ?)', [
        hash,
        limit <= 1 ? blockUntil.getTime() : null,
        now,
      ]);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      await count();
    }
  }

  async clearFailures(login: string): Promise<void> {
    await this.sql.write('DELETE FROM login_failure WHERE login_hash = ?', [sha256(login)]);
  }

  async replacePasswordHash(userId: string, verified: string, passwordHash: string): Promise<void> {
    await this.sql.write('UPDATE user_account SET password_hash = ? WHERE id = ? AND password_hash = ?', [passwordHash, userId, verified]);
  }
}
