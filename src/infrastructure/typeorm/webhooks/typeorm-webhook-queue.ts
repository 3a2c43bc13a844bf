import type { KeyObject } from 'node:crypto';
import { WebhookQueue, type HeldWebhook, type ListedWebhook, type Saving, type WebhookCounts } from '#application/ports/webhooks';
import type { Attempt, ParkedEvent } from '#domain/webhooks/webhook';
import { failpoint } from '../../support/failpoints';
import { WebhookParkedEntity, WebhookEntity } from '../entities';
import { grouped } from '../batches';
import { idBytes, idOf } from '../id-bytes';
import { places, type Sql } from '../sql';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { openSecrets, toWebhook } from './webhook-rows';

/** Entries of the log that a webhook keeps. */
const MOST_ATTEMPTS = 10_000;
/** The log is cut about once in so many entries. */
const CUT_EACH = 200;

const ATTEMPT_COLUMNS = ['client_id', 'webhook_id', 'position', 'at', 'ms', 'status', 'outcome', 'try_number', 'replay', 'dropped'];

/** Raw SQL: leases are by the database's clock, and whoever has lost one must change nothing. */
export class TypeOrmWebhookQueue extends WebhookQueue {
  constructor(
    private readonly sql: Sql,
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly key: KeyObject,
  ) {
    super();
  }

  async due(now: Date, limit: number): Promise<{ id: string; clientId: string }[]> {
    const rows = await this.sql.rows<{ id: string; client_id: Uint8Array }>(
      `SELECT webhook.id, webhook.client_id FROM webhook LEFT JOIN event_log ON event_log.client_id = webhook.client_id
       WHERE webhook.state IN ('active', 'paused') AND webhook.lease_until < ${this.sql.now}
         AND (webhook.retry_at <= ? OR (webhook.state = 'active' AND webhook.reached < event_log.size)) ORDER BY webhook.lease_until LIMIT ?`,
      [now.getTime(), limit],
    );
    return rows.map((row) => ({ id: row.id, clientId: idOf(row.client_id) }));
  }

  async claim({ id, clientId }: { id: string; clientId: string }, leaseMs: number, now: Date): Promise<HeldWebhook | null> {
    const { affected } = await this.sql.write(
      `UPDATE webhook SET lease_until = ${this.sql.now} + ?, fence = fence + 1
       WHERE id = ? AND client_id = ? AND state <> 'disabled' AND lease_until < ${this.sql.now}`,
      [leaseMs, id, idBytes(clientId)],
    );
    if (affected === 0) return null;
    const { manager } = this.unitOfWork;
    const row = await manager.findOneBy(WebhookEntity, { id, clientId });
    if (!row) return null;
    const parked = await manager.find(WebhookParkedEntity, { where: { clientId, webhookId: id }, order: { position: 'ASC' } });
    return {
      webhook: toWebhook(row),
      fence: row.fence,
      secrets: openSecrets(this.key, row, now),
      parked: parked.map(({ clientId: _client, webhookId: _id, ...event }) => event),
    };
  }

  save({ webhook: { id, clientId }, fence }: HeldWebhook, { progress, parked, attempts, leaseMs }: Saving): Promise<boolean> {
    const { reached, state, disabledBecause, failures, failingSince, retryAt } = progress;
    // Whoever was held last is due last.
    const lease = leaseMs === 0 ? `${this.sql.now} - 1` : `${this.sql.now} + ${leaseMs}`;
    return this.sql.together(async () => {
      failpoint('before-cursor');
      const { affected } = await this.sql.write(
        `UPDATE webhook SET reached = ?, state = ?, disabled_because = ?, failures = ?, failing_since = ?, retry_at = ?, lease_until = ${lease}
         WHERE id = ? AND client_id = ? AND fence = ?`,
        [
          reached,
          state,
          disabledBecause,
          failures,
          failingSince?.getTime() ?? null,
          retryAt?.getTime() ?? null,
          id,
          idBytes(clientId),
          fence,
        ],
      );
      if (affected === 0) return false;
      const client = idBytes(clientId);
      await this.park(client, id, parked);
      await this.log(client, id, attempts);
      return true;
    });
  }

  async listed(): Promise<ListedWebhook[]> {
    const rows = await this.sql.rows<Omit<ListedWebhook, 'clientId'> & { client_id: Uint8Array }>(
      `SELECT webhook.id, webhook.client_id, webhook.url, webhook.state, webhook.disabled_because AS "disabledBecause", webhook.reached,
         webhook.failures, webhook.actor_id AS "actorId", client.name AS "clientName", COALESCE(event_log.size, 0) AS "end"
       FROM webhook LEFT JOIN event_log ON event_log.client_id = webhook.client_id JOIN client ON client.id = webhook.client_id
       ORDER BY client.name, client.id, webhook.id`,
    );
    return rows.map(({ client_id: clientId, ...row }) => ({
      ...row,
      clientId: idOf(clientId),
      reached: Number(row.reached),
      failures: Number(row.failures),
      end: Number(row.end),
    }));
  }

  async counts(): Promise<WebhookCounts> {
    const rows = await this.sql.rows<{ state: 'active' | 'paused' | 'disabled'; webhooks: number; behind: number | null }>(
      `SELECT webhook.state, COUNT(*) AS webhooks, MAX(COALESCE(event_log.size, 0) - webhook.reached) AS behind
       FROM webhook LEFT JOIN event_log ON event_log.client_id = webhook.client_id GROUP BY webhook.state`,
    );
    const counts: WebhookCounts = { active: 0, paused: 0, disabled: 0, behind: 0 };
    for (const { state, webhooks, behind } of rows) {
      counts[state] = Number(webhooks);
      if (state !== 'disabled') counts.behind = Math.max(counts.behind, Number(behind));
    }
    return counts;
  }

  async forgetOld(before: Date, limit: number): Promise<number> {
    const over = await this.sql.rows<{ client_id: Uint8Array; code: number }>(
      'SELECT client_id, code FROM webhook_attempt WHERE at < ? ORDER BY at LIMIT ?',
      [before.getTime(), limit],
    );
    const ofClient = grouped(over, (row) => idOf(row.client_id));
    let removed = 0;
    for (const clientId of new Set(over.map((row) => idOf(row.client_id)))) {
      const codes = ofClient(clientId).map(({ code }) => code);
      const remove = `DELETE FROM webhook_attempt WHERE client_id = ? AND code IN (${places(codes)})`;
      removed += (await this.sql.write(remove, [idBytes(clientId), ...codes])).affected;
    }
    return removed;
  }

  private async park(client: Buffer, id: string, parked: ReadonlyMap<number, ParkedEvent | null>): Promise<void> {
    const positions = [...parked.keys()];
    const kept = [...parked.values()].filter((event) => event !== null);
    for (let from = 0; from < positions.length; from += 500) {
      const part = positions.slice(from, from + 500);
      await this.sql.write(`DELETE FROM webhook_parked WHERE client_id = ? AND webhook_id = ? AND position IN (${places(part)})`, [
        client,
        id,
        ...part,
      ]);
    }
    await this.sql.insert(
      'webhook_parked',
      ['client_id', 'webhook_id', 'position', 'thing', 'tries', 'retry_at', 'replay'],
      kept.map(({ position, thing, tries, retryAt, replay }) => [client, id, position, thing, tries, retryAt.getTime(), Number(replay)]),
    );
  }

  private async log(client: Buffer, id: string, attempts: readonly Attempt[]): Promise<void> {
    const rows = attempts.map(({ position, at, ms, status, outcome, try: tries, replay, dropped }) => [
      client,
      id,
      position,
      at.getTime(),
      ms,
      status,
      outcome,
      tries,
      Number(replay),
      Number(dropped),
    ]);
    await this.sql.insert('webhook_attempt', ATTEMPT_COLUMNS, rows);
    if (Math.random() < attempts.length / CUT_EACH) await this.cut(client, id);
  }

  private async cut(client: Buffer, id: string): Promise<void> {
    const newest = 'SELECT code FROM webhook_attempt WHERE client_id = ? AND webhook_id = ? ORDER BY code DESC LIMIT 1 OFFSET ?';
    const last = await this.sql.first<{ code: number }>(newest, [client, id, MOST_ATTEMPTS]);
    if (last)
      await this.sql.write('DELETE FROM webhook_attempt WHERE client_id = ? AND webhook_id = ? AND code <= ?', [client, id, last.code]);
  }
}
