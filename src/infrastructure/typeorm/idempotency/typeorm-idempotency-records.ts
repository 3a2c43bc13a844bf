import { createHmac, type KeyObject } from 'node:crypto';
import { IdempotencyRecords, type Claim, type KeptAnswer, type IdempotentCall } from '#application/ports/access';
import { failpoint } from '../../support/failpoints';
import { openText, sealText } from '../../keys/sealed-text';
import { groupsOf } from '../batches';
import { isDuplicate } from '../database-errors';
import { logBytes, logOf } from '../log-bytes';
import { places, Sql } from '../sql';
import { sha256 } from '../value-key';

interface CallRow {
  client_id: Uint8Array;
  digest: string;
  status: number | null;
  answer: string | null;
  /** Neither past its retention nor past its lease. */
  live: number;
}

const keyOf = ({ clientId, userId, key }: IdempotentCall) => [logBytes(clientId), userId, sha256(key)] as const;
const OF_CALL = 'client_id = ? AND user_id = ? AND key_hash = ?';

/**
 * Answers may contain share links, so they are encrypted: a copy of the database contains no working link. Raw SQL: on the path
 * of every call that may be repeated.
 */
export class TypeOrmIdempotencyRecords extends IdempotencyRecords {
  constructor(
    private readonly sql: Sql,
    private readonly key: KeyObject,
  ) {
    super();
  }

  /** The body may contain a password: without the key the digest cannot be tested against guesses. */
  private digestOf({ digest }: IdempotentCall): string {
    return createHmac('sha256', this.key).update(digest).digest('hex');
  }

  /** The primary key, of the user and the key, decides between concurrent callers; the later one reads the first one's record. */
  async claim(call: IdempotentCall, claimId: string, leaseMs: number, keepMs: number): Promise<Claim> {
    const { now } = this.sql;
    try {
      await this.sql.write(
        `INSERT INTO repeatable_call (client_id, user_id, key_hash, digest, claim_id, claimed_until, kept_until)
         VALUES (?, ?, ?, ?, ?, ${now} + ?, ${now} + ?)`,
        [...keyOf(call), this.digestOf(call), claimId, leaseMs, keepMs],
      );
      failpoint('call-claimed');
      return { state: 'granted', claimId };
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    const row = await this.sql.first<CallRow>(
      `SELECT client_id, digest, status, answer, CASE WHEN kept_until > ${now} AND (status IS NOT NULL OR claimed_until > ${now}) THEN 1 ELSE 0 END AS live
       FROM repeatable_call WHERE user_id = ? AND key_hash = ?`,
      keyOf(call).slice(1),
    );
    if (row && logOf(row.client_id) !== call.clientId) return { state: 'different' };
    if (row?.live && row.digest !== this.digestOf(call)) return { state: 'different' };
    if (row?.live && row.status !== null)
      return { state: 'answered', answer: { status: row.status, body: openText(this.key, row.answer ?? '') } };
    return this.takeOver(call, claimId, leaseMs, keepMs);
  }

  async complete(call: IdempotentCall, claimId: string, { status, body }: KeptAnswer): Promise<boolean> {
    const { affected } = await this.sql.write(`UPDATE repeatable_call SET status = ?, answer = ? WHERE ${OF_CALL} AND claim_id = ?`, [
      status,
      sealText(this.key, body),
      ...keyOf(call),
      claimId,
    ]);
    return affected > 0;
  }

  async renew(call: IdempotentCall, claimId: string, leaseMs: number, keepMs: number): Promise<boolean> {
    const { now } = this.sql;
    const { affected } = await this.sql.write(
      `UPDATE repeatable_call SET claimed_until = ${now} + ?, kept_until = ${now} + ?
       WHERE ${OF_CALL} AND claim_id = ? AND status IS NULL`,
      [leaseMs, keepMs, ...keyOf(call), claimId],
    );
    return affected > 0;
  }

  async release(call: IdempotentCall, claimId: string): Promise<void> {
    await this.sql.write(`DELETE FROM repeatable_call WHERE ${OF_CALL} AND claim_id = ? AND status IS NULL`, [...keyOf(call), claimId]);
  }

  async forgetOld(before: Date, limit: number): Promise<number> {
    const rows = await this.sql.rows<{ client_id: Uint8Array; user_id: string; key_hash: string }>(
      'SELECT client_id, user_id, key_hash FROM repeatable_call WHERE kept_until < ? ORDER BY kept_until LIMIT ?',
      [before.getTime(), limit],
    );
    const callerOf = (row: (typeof rows)[number]) => `${logOf(row.client_id)} ${row.user_id}`;
    let forgotten = 0;
    for (const calls of groupsOf(rows, callerOf).values()) {
      const { client_id: client, user_id: userId } = calls[0] as (typeof rows)[number];
      // Condition repeated: a call may have been claimed again.
      const { affected } = await this.sql.write(
        `DELETE FROM repeatable_call WHERE client_id = ? AND user_id = ? AND key_hash IN (${places(calls)}) AND kept_until < ?`,
        [client, userId, ...calls.map((call) => call.key_hash), before.getTime()],
      );
      forgotten += affected;
    }
    return forgotten;
  }

  /** A record with an expired lease or retention passes to the next caller. */
  private async takeOver(call: IdempotentCall, claimId: string, leaseMs: number, keepMs: number): Promise<Claim> {
    const { now } = this.sql;
    const { affected } = await this.sql.write(
      `UPDATE repeatable_call SET digest = ?, claim_id = ?, claimed_until = ${now} + ?, kept_until = ${now} + ?, status = NULL, answer = NULL
       WHERE ${OF_CALL} AND (kept_until <= ${now} OR (status IS NULL AND claimed_until <= ${now}))`,
      [this.digestOf(call), claimId, leaseMs, keepMs, ...keyOf(call)],
    );
    return affected > 0 ? { state: 'granted', claimId } : { state: 'running' };
  }
}
