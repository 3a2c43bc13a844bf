import type { KeyObject } from 'node:crypto';
import type { Clock } from '#application/ports/clock';
import { DescribedWebhooks } from '#application/ports/described-webhooks';
import type { WebhookImage } from '#domain/archive/archive-image';
import type { DifferenceOf } from '#domain/archive/differences';
import { MOST_WEBHOOKS } from '#domain/webhooks/webhook';
import { sealText } from '../../keys/sealed-text';
import { EventLogRow, WebhookAttemptRow, WebhookParkedRow, WebhookRow } from '../rows';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { TAKEN_AWAY } from '../webhooks/webhook-rows';

export class TypeOrmDescribedWebhooks extends DescribedWebhooks {
  constructor(
    private readonly unitOfWork: TypeOrmUnitOfWork,
    private readonly clock: Clock,
    private readonly key: KeyObject,
  ) {
    super();
  }

  async write(differences: readonly DifferenceOf<'webhooks'>[], secrets: ReadonlyMap<string, string>): Promise<void> {
    // Removed ones first: they give their slots to new ones.
    for (const { id, after } of differences) if (!after) await this.remove(id);
    for (const { before, after } of differences) {
      if (!after) continue;
      if (before) await this.change(after);
      else await this.add(after, secrets.get(after.id) as string);
    }
  }

  private async remove(webhookId: string): Promise<void> {
    const { manager } = this.unitOfWork;
    await manager.delete(WebhookRow, { id: webhookId });
    await manager.delete(WebhookParkedRow, { webhookId });
    await manager.delete(WebhookAttemptRow, { webhookId });
  }

  private async change({ id, userId: actorId, url, description, types, levelId }: WebhookImage): Promise<void> {
    const said = { actorId, url, description, types: [...types], levelId };
    await this.unitOfWork.manager.update(WebhookRow, { id }, { ...said, ...TAKEN_AWAY });
  }

  private async add({ userId: actorId, types, ...webhook }: WebhookImage, secret: string): Promise<void> {
    const { manager } = this.unitOfWork;
    const { clientId } = webhook;
    const taken = await manager.find(WebhookRow, { select: { id: true, slot: true }, where: { clientId } });
    const slots = Array.from({ length: MOST_WEBHOOKS }, (_, index) => index);
    const slot = slots.find((each) => !taken.some((row) => row.slot === each)) as number;
    const log = await manager.findOneBy(EventLogRow, { clientId });
    const row = {
      ...{ ...webhook, types: [...types], slot, actorId, createdAt: this.clock.now() },
      ...{ state: 'active' as const, disabledBecause: null, failures: 0, failingSince: null, retryAt: null },
      ...{ reached: log?.size ?? 0, secret: sealText(this.key, secret), previousSecret: null, previousUntil: null },
      ...{ leaseUntil: 0, fence: 0 },
    };
    await this.unitOfWork.insert(WebhookRow, [row]);
  }
}
