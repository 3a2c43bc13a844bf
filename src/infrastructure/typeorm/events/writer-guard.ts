import { isDuplicate } from '../database-errors';
import { logBytes } from '../log-bytes';
import type { Sql } from '../sql';
import { GuardTurns } from './guard-turns';

/**
 * Where several nodes of a cluster write, locks are local to a node: two changes of one client must write a common row, so that the cluster
 * refuses the second (ADR 20). Writers of one client therefore commit one after the other. Raw SQL: on the path of every change.
 */
export class WriterGuard {
  private readonly turns = new GuardTurns();

  constructor(private readonly sql: Sql) {}

  /** In the transaction of the change. */
  hold(clientId: string): Promise<void> {
    return this.turns.run(this.sql.transaction, clientId, async () => {
      if (await this.countUp(clientId)) return;
      try {
        await this.sql.write('INSERT INTO client_guard (client_id, turns) VALUES (?, 1)', [logBytes(clientId)]);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        await this.countUp(clientId);
      }
    });
  }

  private async countUp(clientId: string): Promise<boolean> {
    const { affected } = await this.sql.write('UPDATE client_guard SET turns = turns + 1 WHERE client_id = ?', [logBytes(clientId)]);
    return affected === 1;
  }
}
