import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { SealedEvents } from '#application/ports/sealed-events';
import { Webhooks } from '#application/ports/webhooks';
import type { Scope } from '#domain/access/scope';
import type { Webhook } from '#domain/webhooks/webhook';
import { WebhookTerms } from './webhook-terms';

/** `POST …/Retomada`: a paused or disabled webhook goes on where it stopped, or at the end of the log. */
@Injectable()
export class ResumeWebhook {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly terms: WebhookTerms,
    private readonly events: SealedEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, id: string, skips: boolean): Promise<Webhook> {
    const { reached } = await this.terms.find(scope, id);
    const end = skips ? ((await this.events.head(scope.clientId))?.size ?? 0) : null;
    await this.unitOfWork.run(
      async () => {
        await this.webhooks.resume(scope, id, this.clock.now(), end);
        await this.audit.record(scope.actor, scope.clientId, 'webhook.resume', { webhookId: id, from: (end ?? reached) + 1 });
      },
      // Resuming it again changes nothing.
      async () => false,
    );
    return this.terms.find(scope, id);
  }
}
