import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { Webhooks } from '#application/ports/webhooks';
import type { Scope } from '#domain/access/scope';
import { WebhookTerms } from './webhook-terms';

/** `DELETE /api/Webhook/{idWebhook}`, with its log; what is being sent may still arrive. */
@Injectable()
export class DeleteWebhook {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly terms: WebhookTerms,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
  ) {}

  async execute(scope: Scope, id: string): Promise<void> {
    await this.terms.find(scope, id);
    await this.unitOfWork.run(
      async () => {
        await this.webhooks.remove(scope, id);
        await this.audit.record(scope.actor, scope.clientId, 'webhook.delete', { webhookId: id });
      },
      async () => (await this.webhooks.find(scope, id)) === null,
    );
  }
}
