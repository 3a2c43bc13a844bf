import type { KeyObject } from 'node:crypto';
import type { Clock } from '#application/ports/unit-of-work';
import { DescribedWebhooks } from '#application/ports/provisioning';
import type { WebhookImage } from '#domain/provisioning/archive-image';
import type { DifferenceOf } from '#domain/provisioning/differences';
import { STARTED } from '#domain/webhooks/webhook';
import { sealText } from '../../keys/sealed-text';
import { EventLogEntity, WebhookEntity } from '../entities';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';
import { freeSlot, newRow, removeWebhook, TAKEN_AWAY } from '../webhooks/webhook-rows';

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
    for (const { before, after } of differences) if (before && !after) await removeWebhook(this.unitOfWork.manager, before);
    for (const { before, after } of differences) {
      if (!after) continue;
      if (before) await this.change(after);
      else await this.add(after, secrets.get(after.id) as string);
    }
  }

  private async change({ id, clientId, userId: actorId, url, description, types, levelId }: WebhookImage): Promise<void> {
    const said = { actorId, url, description, types: [...types], levelId };
    await this.unitOfWork.manager.update(WebhookEntity, { id, clientId }, { ...said, ...TAKEN_AWAY });
  }

  private async add({ userId: actorId, ...image }: WebhookImage, secret: string): Promise<void> {
    const { manager } = this.unitOfWork;
    const { clientId } = image;
    const slot = (await freeSlot(manager, clientId)) as number;
    const reached = (await manager.findOneBy(EventLogEntity, { clientId }))?.size ?? 0;
    const webhook = { ...image, ...STARTED, reached, retryAt: null, actorId, createdAt: this.clock.now() };
    await this.unitOfWork.insert(WebhookEntity, [newRow(webhook, slot, sealText(this.key, secret))]);
  }
}
