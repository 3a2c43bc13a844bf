import { Injectable } from '@nestjs/common';
import { Raw } from 'typeorm';
import { Accounts, type Account } from '#application/ports/users';
import { LoginFailureEntity, UserAccountEntity } from '../entities';
import { isDuplicate } from '../database-errors';
import { Sql } from '../sql';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { sha256 } from '../value-key';

const DAY_MS = 86_400_000;

/**
 * Failures are stored by a digest of the login: users mistype passwords there.
 * Raw SQL: failures are counted by one update each.
 */
@Injectable()
export class TypeOrmAccounts extends Accounts {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
  ) {
    super();
  }

  async findByLogin(login: string): Promise<Account | null> {
    const { manager } = this.unitOfWork;
    const row = await manager.findOneBy(UserAccountEntity, { loginKey: login });
    if (!row) return null;
    const { id: userId, name, passwordHash, service, homeClientId, inactiveFrom } = row;
    // Uses the database's clock, as sessions do.
    const isOver =
      inactiveFrom &&
      (await manager.existsBy(UserAccountEntity, { id: userId, inactiveFrom: Raw((column) => `${column} <= ${this.sql.now}`) }));
    const active = row.active && !isOver;
    return { userId, login: row.login, name, passwordHash, service, active, homeClientId };
  }

  isBlocked(login: string): Promise<boolean> {
    const blockedUntil = Raw((column) => `${column} > ${this.sql.now}`);
    return this.unitOfWork.manager.existsBy(LoginFailureEntity, { loginHash: sha256(login), blockedUntil });
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
    // After a block has ended, counting restarts; counts without a failure for a day are removed.
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
    await this.unitOfWork.manager.delete(LoginFailureEntity, { loginHash: sha256(login) });
  }

  async replacePasswordHash(userId: string, verified: string, passwordHash: string): Promise<void> {
    await this.unitOfWork.manager.update(UserAccountEntity, { id: userId, passwordHash: verified }, { passwordHash });
  }
}
