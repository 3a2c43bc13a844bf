import type { KeyObject } from 'node:crypto';
import { LessThan } from 'typeorm';
import { Webhooks, type LoggedAttempt, type WebhookChange } from '#application/ports/webhooks';
import type { Scope } from '#domain/access/scope';
import { MOST_REPLAYED, STARTED, type Webhook } from '#domain/webhooks/webhook';
import { sealText } from '../../keys/sealed-text';
import { isDuplicate } from '../database-errors';
import { WebhookAttemptEntity, WebhookParkedEntity, WebhookEntity } from '../entities';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { freeSlot, newRow, openSecrets, removeWebhook, secretsOf, TAKEN_AWAY, toWebhook } from './webhook-rows';

const within = (scope: Scope, id: string) => ({ id, clientId: scope.clientId });
const hangingOff = (scope: Scope, webhookId: string) => ({ clientId: scope.clientId, webhookId });

export class TypeOrmWebhooks extends Webhooks {
  constructor(
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly key: KeyObject,
  ) {
    super();
  }

  async list(scope: Scope): Promise<Webhook[]> {
    const rows = await this.unitOfWork.manager.find(WebhookEntity, { where: { clientId: scope.clientId }, order: { id: 'ASC' } });
    return rows.map(toWebhook);
  }

  async find(scope: Scope, id: string): Promise<Webhook | null> {
    const row = await this.row(scope, id);
    return row && toWebhook(row);
  }

  async add(scope: Scope, webhook: Webhook, secret: string): Promise<boolean> {
    const { manager } = this.unitOfWork;
    for (;;) {
      const slot = await freeSlot(manager, scope.clientId);
      if (slot === undefined) return false;
      try {
        await this.unitOfWork.insert(WebhookEntity, [newRow(webhook, slot, sealText(this.key, secret))]);
        return true;
      } catch (error) {
        // Another call has taken the slot.
        if (!isDuplicate(error)) throw error;
      }
    }
  }

  async change(scope: Scope, id: string, { types, ...change }: WebhookChange): Promise<void> {
    await this.update(scope, id, { ...change, ...(types && { types: [...types] }) });
  }

  async secrets(scope: Scope, id: string, now: Date): Promise<string[]> {
    const row = await this.row(scope, id);
    return row ? openSecrets(this.key, row, now) : [];
  }

  async replaceSecret(
    scope: Scope,
    id: string,
    secret: string,
    { now, until, force }: { now: Date; until: Date; force: boolean },
  ): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const row = await this.unitOfWork.manager.findOne(WebhookEntity, { where: within(scope, id), ...this.unitOfWork.locking });
      if (!row || (!force && secretsOf(row, now).length > 1)) return false;
      await this.update(scope, id, { secret: sealText(this.key, secret), previousSecret: row.secret, previousUntil: until });
      return true;
    });
  }

  async resume(scope: Scope, id: string, now: Date, skipTo: number | null): Promise<void> {
    const { manager } = this.unitOfWork;
    await this.unitOfWork.run(async () => {
      if (!(await this.update(scope, id, { ...STARTED, retryAt: now, ...(skipTo !== null && { reached: skipTo }) }))) return;
      if (skipTo === null) await manager.update(WebhookParkedEntity, hangingOff(scope, id), { tries: 0, retryAt: now });
      else await manager.delete(WebhookParkedEntity, hangingOff(scope, id));
    });
  }

  async replay(scope: Scope, id: string, positions: readonly number[], now: Date): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const { state, retryAt } = (await this.find(scope, id)) ?? {};
      // A paused one sends it when the receiver is back.
      if (!(await this.write(scope, id, { retryAt: state === 'paused' ? (retryAt ?? now) : now }))) return true;
      const waiting = await this.unitOfWork.manager.findBy(WebhookParkedEntity, hangingOff(scope, id));
      const known = new Set(waiting.map(({ position }) => position));
      const added = positions.filter((position) => !known.has(position));
      if (waiting.filter(({ replay }) => replay).length + added.length > MOST_REPLAYED) return false;
      const rows = added.map((position) => ({ ...hangingOff(scope, id), position, thing: null, tries: 0, retryAt: now, replay: true }));
      await this.unitOfWork.insert(WebhookParkedEntity, rows);
      return true;
    });
  }

  async remove(scope: Scope, id: string): Promise<void> {
    await this.unitOfWork.run(() => removeWebhook(this.unitOfWork.manager, within(scope, id)));
  }

  async attempts(scope: Scope, id: string, before: number | null, limit: number): Promise<LoggedAttempt[]> {
    const where = { ...hangingOff(scope, id), ...(before !== null && { code: LessThan(before) }) };
    const rows = await this.unitOfWork.manager.find(WebhookAttemptEntity, { where, order: { code: 'DESC' }, take: limit });
    return rows.map(({ clientId: _client, webhookId: _id, tryNumber, ...row }) => ({ ...row, try: tryNumber }));
  }

  private row(scope: Scope, id: string): Promise<WebhookEntity | null> {
    return this.unitOfWork.manager.findOneBy(WebhookEntity, within(scope, id));
  }

  /** By a user whose rights count from then on. */
  private update(scope: Scope, id: string, change: Partial<WebhookEntity>): Promise<boolean> {
    return this.write(scope, id, { ...change, actorId: scope.actor.userId });
  }

  /** False: it was deleted meanwhile. */
  private async write(scope: Scope, id: string, change: Partial<WebhookEntity>): Promise<boolean> {
    const { affected } = await this.unitOfWork.manager.update(WebhookEntity, within(scope, id), { ...change, ...TAKEN_AWAY });
    return affected !== 0;
  }
}
