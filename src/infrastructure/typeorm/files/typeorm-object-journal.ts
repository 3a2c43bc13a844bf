import { Injectable } from '@nestjs/common';
import { ObjectJournal } from '#application/ports/files';
import { failpoint } from '../../support/failpoints';
import { isDuplicate } from '../database-errors';
import { places, Sql } from '../sql';
import { namedObjects } from './named-objects';

/** Raw SQL: on the path of every stored file. */
@Injectable()
export class TypeOrmObjectJournal extends ObjectJournal {
  constructor(private readonly sql: Sql) {
    super();
  }

  async stage(keys: readonly string[], leaseMs: number): Promise<void> {
    const rows = keys.map(() => `(?, 'staged', ${this.sql.now} + ?, 'upload')`);
    await this.sql.write(
      `INSERT INTO object_journal (object_key, state, not_before, reason) VALUES ${rows.join(', ')}`,
      [...keys].sort().flatMap((key) => [key, leaseMs]),
    );
    failpoint('object-journalled');
  }

  async renew(keys: readonly string[], leaseMs: number): Promise<void> {
    if (keys.length === 0) return;
    await this.sql.write(
      `UPDATE object_journal SET not_before = ${this.sql.now} + ? WHERE object_key IN (${places(keys)}) AND state = 'staged'`,
      [leaseMs, ...keys],
    );
  }

  async claim(keys: readonly string[]): Promise<boolean> {
    const sorted = [...keys].sort();
    const { affected } = await this.sql.write(
      `DELETE FROM object_journal WHERE object_key IN (${places(sorted)}) AND state = 'staged'`,
      sorted,
    );
    return affected === keys.length;
  }

  async forgetStaged(): Promise<number> {
    return (await this.sql.write("DELETE FROM object_journal WHERE state = 'staged'")).affected;
  }

  async release(keys: readonly string[]): Promise<void> {
    await this.renew(keys, 0);
  }

  /** Staged again rather than condemned: a sweeper that tried to remove the object before it existed will delete the entry. */
  async abandon(keys: readonly string[], leaseMs = 0): Promise<void> {
    if (keys.length === 0) return;
    const { affected } = await this.sql.write(
      `UPDATE object_journal SET state = 'staged', not_before = ${this.sql.now} + ?, reason = 'upload' WHERE object_key IN (${places(keys)})`,
      [leaseMs, ...keys],
    );
    if (affected < keys.length) for (const key of keys) await this.stageAnew(key, leaseMs);
  }

  async condemn(keys: readonly string[], delayMs: number, reason: string): Promise<void> {
    await this.sql.together(async () => {
      for (const key of [...keys].sort()) {
        await this.sql.write(
          `INSERT INTO object_journal (object_key, state, not_before, reason) VALUES (?, 'condemned', ${this.sql.now} + ?, ?)`,
          [key, delayMs, reason],
        );
      }
    });
  }

  /** The sweeper reads keys that are due by a time of the past: none of these. */
  async reprieve(keys: readonly string[]): Promise<boolean> {
    const sorted = [...keys].sort();
    const { affected } = await this.sql.write(
      `DELETE FROM object_journal WHERE object_key IN (${places(sorted)}) AND state = 'condemned' AND not_before > ${this.sql.now}`,
      sorted,
    );
    return affected === keys.length;
  }

  /** Reads keys first, then updates only rows that are still staged: a concurrent claim wins. */
  async condemnAbandoned(by: Date, limit: number): Promise<number> {
    const due = await this.due('staged', by, limit);
    if (due.length === 0) return 0;
    const { affected } = await this.sql.write(
      `UPDATE object_journal SET state = 'condemned', reason = 'abandoned upload'
       WHERE object_key IN (${places(due)}) AND state = 'staged' AND not_before <= ?`,
      [...due, by.getTime()],
    );
    return affected;
  }

  async dueForDeletion(by: Date, limit: number): Promise<string[]> {
    return this.due('condemned', by, limit);
  }

  async referenced(keys: readonly string[]): Promise<Set<string>> {
    const named = namedObjects(keys);
    const rows = await this.sql.rows<{ object_key: string }>(named.sql, named.parameters);
    return new Set(rows.map((row) => row.object_key));
  }

  async forget(keys: readonly string[]): Promise<void> {
    const sorted = [...keys].sort();
    await this.sql.write(`DELETE FROM object_journal WHERE object_key IN (${places(sorted)}) AND state = 'condemned'`, sorted);
  }

  private async stageAnew(key: string, leaseMs: number): Promise<void> {
    try {
      await this.stage([key], leaseMs);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  private async due(state: 'staged' | 'condemned', by: Date, limit: number): Promise<string[]> {
    const rows = await this.sql.rows<{ object_key: string }>(
      'SELECT object_key FROM object_journal WHERE state = ? AND not_before <= ? ORDER BY not_before LIMIT ?',
      [state, by.getTime(), limit],
    );
    return rows.map((row) => row.object_key).sort();
  }
}
