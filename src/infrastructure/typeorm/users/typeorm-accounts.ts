import { Injectable } from '@nestjs/common';
import { Accounts, type Account } from '#application/ports/accounts';
import { isDuplicate } from '../database-errors';
import { Sql } from '../sql';
import { sha256 } from '../value-key';

interface AccountRow {
  id: string;
  login: string;
  name: string;
  password_hash: string;
  active: number;
  home_client_id: string | null;
}

const DAY_MS = 86_400_000;

/** Failures are kept by a digest of the login: what people mistype there is sometimes their password. */
@Injectable()
export class TypeOrmAccounts extends Accounts {
  constructor(private readonly sql: Sql) {
    super();
  }

  async findByLogin(login: string): Promise<Account | null> {
    const row = await this.sql.first<AccountRow>(
      `SELECT u.id, u.login, u.name, u.password_hash, u.home_client_id,
         CASE WHEN u.active = 1 AND (u.inactive_from IS NULL OR u.inactive_from > ${this.sql.now}) THEN 1 ELSE 0 END AS active
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
        homeClientId: row.home_client_id,
      }
    );
  }

  async isBlocked(login: string): Promise<boolean> {
    const row = await this.sql.first(
      `SELECT f.login_hash FROM login_failure f WHERE f.login_hash = ? AND f.blocked_until > ${this.sql.now}`,
      [sha256(login)],
    );
    return row !== null;
  }

  async countFailure(login: string, limit: number, blockMs: number): Promise<void> {
    const { now } = this.sql;
    const hash = sha256(login);
    const count = () =>
      this.sql.write(
        `UPDATE login_failure SET blocked_until = CASE WHEN failures + 1 >= ? THEN ${now} + ? ELSE NULL END, failures = failures + 1,
           failed_at = ${now}
         WHERE login_hash = ?`,
        [limit, blockMs, hash],
      );
    // After a block that is over, counting begins anew; and what nobody tried for a day is forgotten.
    await this.sql.write(`DELETE FROM login_failure WHERE (login_hash = ? AND blocked_until <= ${now}) OR failed_at < ${now} - ?`, [
      hash,
      DAY_MS,
    ]);
    if ((await count()).affected > 0) return;
    try {
      await this.sql.write(
        `INSERT INTO login_failure (login_hash, failures, blocked_until, failed_at)
         VALUES (?, 1, CASE WHEN ? <= 1 THEN ${now} + ? ELSE NULL END, ${now})`,
        [hash, limit, blockMs],
      );
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
