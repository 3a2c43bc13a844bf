import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { Webhooks, type WebhookChange } from '#application/ports/webhooks';
import type { Scope } from '#domain/access/scope';
import { withoutQuery, type Webhook } from '#domain/webhooks/webhook';
import { WebhookProof } from './webhook-proof';
import { WebhookTerms } from './webhook-terms';

/** `PATCH /api/Webhook/{idWebhook}`: what is named changes. A new address must confirm itself like the first one. */
@Injectable()
export class ChangeWebhook {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly terms: WebhookTerms,
    private readonly proof: WebhookProof,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, id: string, { url: sent, ...others }: WebhookChange): Promise<Webhook> {
    const webhook = await this.terms.find(scope, id);
    // Sent back as it is shown, the address is no other one.
    const change: WebhookChange = sent === undefined || sent === withoutQuery(webhook.url) ? others : { ...others, url: sent };
    this.terms.check(scope, change);
    const { url } = change;
    if (url !== undefined && url !== webhook.url)
      await this.proof.demand({ ...webhook, url }, await this.webhooks.secrets(scope, id, this.clock.now()));
    await this.unitOfWork.run(
      async () => {
        await this.webhooks.change(scope, id, change);
        await this.audit.record(scope.actor, scope.clientId, 'webhook.update', { webhookId: id, fields: Object.keys(change) });
      },
      // Changing it again changes nothing.
      async () => false,
    );
    return this.terms.find(scope, id);
  }
}
