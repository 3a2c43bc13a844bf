import { Injectable } from '@nestjs/common';
import { ObjectJournal } from '#application/ports/files';
import { failpoint } from '../../support/failpoints';
import { groupsOf } from '../batches';
import { isDuplicate } from '../database-errors';
import { logBytes, logOf } from '../log-bytes';
import { places, Sql } from '../sql';
import { namedObjects } from './named-objects';

/** Raw SQL: on the path of every stored file. */
@Injectable()
export class TypeOrmObjectJournal extends ObjectJournal {
  constructor(private readonly sql: Sql) {
    super();
  }

  async stage(clientId: string, keys: readonly string[], leaseMs: number): Promise<void> {
    const rows = keys.map(() => `(?, ?, 'staged', ${this.sql.now} + ?, 'upload')`);
    await this.sql.write(
      `INSERT INTO object_journal (client_id, object_key, state, not_before, reason) VALUES ${rows.join(', ')}`,
      [...keys].sort().flatMap((key) => [logBytes(clientId), key, leaseMs]),
    );
    failpoint('object-journalled');
  }

  async renew(clientId: string, keys: readonly string[], leaseMs: number): Promise<void> {
    if (keys.length === 0) return;
    await this.sql.write(
      `UPDATE object_journal SET not_before = ${this.sql.now} + ? WHERE client_id = ? AND object_key IN (${places(keys)}) AND state = 'staged'`,
      [leaseMs, logBytes(clientId), ...keys],
    );
  }

  async claim(clientId: string, keys: readonly string[]): Promise<boolean> {
    const { affected } = await this.sql.write(
      `DELETE FROM object_journal WHERE client_id = ? AND object_key IN (${places(keys)}) AND state = 'staged'`,
      [logBytes(clientId), ...[...keys].sort()],
    );
    return affected === keys.length;
  }

  async forgetStaged(): Promise<number> {
    const clients = await this.sql.rows<{ client_id: Uint8Array }>("SELECT DISTINCT client_id FROM object_journal WHERE state = 'staged'");
    let forgotten = 0;
    for (const { client_id: client } of clients)
      forgotten += (await this.sql.write("DELETE FROM object_journal WHERE client_id = ? AND state = 'staged'", [client])).affected;
    return forgotten;
  }

  async release(clientId: string, keys: readonly string[]): Promise<void> {
    await this.renew(clientId, keys, 0);
  }

  /** Staged again rather than condemned: a sweeper that tried to remove the object before it existed will delete the entry. */
  async abandon(clientId: string, keys: readonly string[], leaseMs = 0): Promise<void> {
    if (keys.length === 0) return;
    const { affected } = await this.sql.write(
      `UPDATE object_journal SET state = 'staged', not_before = ${this.sql.now} + ?, reason = 'upload' WHERE client_id = ? AND object_key IN (${places(keys)})`,
      [leaseMs, logBytes(clientId), ...keys],
    );
    if (affected < keys.length) for (const key of keys) await this.stageAnew(clientId, key, leaseMs);
  }

  async condemn(clientId: string, keys: readonly string[], delayMs: number, reason: string): Promise<void> {
    await this.sql.together(async () => {
      for (const key of [...keys].sort()) {
        await this.sql.write(
          `INSERT INTO object_journal (client_id, object_key, state, not_before, reason) VALUES (?, ?, 'condemned', ${this.sql.now} + ?, ?)`,
          [logBytes(clientId), key, delayMs, reason],
        );
      }
    });
  }

  /** The sweeper reads keys that are due by a time of the past: none of these. */
  async reprieve(clientId: string, keys: readonly string[]): Promise<boolean> {
    const { affected } = await this.sql.write(
      `DELETE FROM object_journal WHERE client_id = ? AND object_key IN (${places(keys)}) AND state = 'condemned' AND not_before > ${this.sql.now}`,
      [logBytes(clientId), ...[...keys].sort()],
    );
    return affected === keys.length;
  }

  /** Reads keys first, then updates only rows that are still staged: a concurrent claim wins. */
  async condemnAbandoned(by: Date, limit: number): Promise<number> {
    let condemned = 0;
    for (const [clientId, keys] of await this.due('staged', by, limit)) {
      const { affected } = await this.sql.write(
        `UPDATE object_journal SET state = 'condemned', reason = 'abandoned upload'
         WHERE client_id = ? AND object_key IN (${places(keys)}) AND state = 'staged' AND not_before <= ?`,
        [logBytes(clientId), ...keys, by.getTime()],
      );
      condemned += affected;
    }
    return condemned;
  }

  async dueForDeletion(by: Date, limit: number): Promise<Map<string, string[]>> {
    return this.due('condemned', by, limit);
  }

  async referenced(keys: readonly string[]): Promise<Set<string>> {
    const named = namedObjects(keys);
    const rows = await this.sql.rows<{ object_key: string }>(named.sql, named.parameters);
    return new Set(rows.map((row) => row.object_key));
  }

  async forget(clientId: string, keys: readonly string[]): Promise<void> {
    await this.sql.write(`DELETE FROM object_journal WHERE client_id = ? AND object_key IN (${places(keys)}) AND state = 'condemned'`, [
      logBytes(clientId),
      ...[...keys].sort(),
    ]);
  }

  private async stageAnew(clientId: string, key: string, leaseMs: number): Promise<void> {
    try {
      await this.stage(clientId, [key], leaseMs);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  /** Of all clients, the longest due first: the order of keys within a client is that in which others lock them, too. */
  private async due(state: 'staged' | 'condemned', by: Date, limit: number): Promise<Map<string, string[]>> {
    const rows = await this.sql.rows<{ client_id: Uint8Array; object_key: string }>(
      'SELECT client_id, object_key FROM object_journal WHERE state = ? AND not_before <= ? ORDER BY not_before LIMIT ?',
      [state, by.getTime(), limit],
    );
    const groups = groupsOf(rows, ({ client_id: client }) => logOf(client));
    return new Map([...groups].map(([clientId, own]) => [clientId, own.map(({ object_key: key }) => key).sort()]));
  }
}
