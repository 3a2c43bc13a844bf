import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/clock';
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
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, id: string, skips: boolean): Promise<Webhook> {
    await this.terms.find(scope, id);
    const end = (await this.events.head(scope.clientId))?.size ?? 0;
    await this.webhooks.resume(scope, id, this.clock.now(), skips ? end : null);
    return this.terms.find(scope, id);
  }
}
