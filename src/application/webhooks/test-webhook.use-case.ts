import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/unit-of-work';
import { Webhooks } from '#application/ports/webhooks';
import type { Scope } from '#domain/access/scope';
import type { Delivery } from '#domain/webhooks/webhook';
import { WebhookProof } from './webhook-proof';
import { WebhookTerms } from './webhook-terms';

/** `POST …/Teste`: sends `webhook.teste` and tells what became of it; changes nothing. */
@Injectable()
export class TestWebhook {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly terms: WebhookTerms,
    private readonly proof: WebhookProof,
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, id: string): Promise<Delivery> {
    const webhook = await this.terms.find(scope, id);
    return this.proof.ask(webhook, await this.webhooks.secrets(scope, id, this.clock.now()));
  }
}
