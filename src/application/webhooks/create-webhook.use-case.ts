import { Injectable } from '@nestjs/common';
import { newId } from '#application/support/ids';
import type { IdempotencyReceipt } from '#application/idempotency/idempotency-receipt';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { SealedEvents } from '#application/ports/sealed-events';
import { Webhooks, WebhookSender } from '#application/ports/webhooks';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import { MOST_WEBHOOKS, STARTED, type Webhook } from '#domain/webhooks/webhook';
import { WebhookProof } from './webhook-proof';
import { WebhookTerms } from './webhook-terms';

export type NewWebhook = Pick<Webhook, 'url' | 'description' | 'types' | 'levelId'>;

/** `secret` is shown this once. */
export interface CreatedWebhook {
  webhook: Webhook;
  secret: string;
}

/** `POST /api/Webhook`: events from now on, once the address has confirmed that it wants them. */
@Injectable()
export class CreateWebhook {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly terms: WebhookTerms,
    private readonly proof: WebhookProof,
    private readonly sender: WebhookSender,
    private readonly events: SealedEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(scope: Scope, input: NewWebhook, receipt: IdempotencyReceipt<CreatedWebhook>): Promise<CreatedWebhook> {
    this.terms.check(scope, input);
    // Asked before anything is sent, and once more by the row's key.
    if ((await this.webhooks.list(scope)).length >= MOST_WEBHOOKS) throw full();
    const { clientId } = scope;
    const webhook: Webhook = {
      ...input,
      id: newId(),
      clientId,
      ...STARTED,
      reached: (await this.events.head(clientId))?.size ?? 0,
      retryAt: null,
      actorId: scope.actor.userId,
      createdAt: this.clock.now(),
    };
    const created = { webhook, secret: this.sender.newSecret() };
    await this.proof.demand(webhook, [created.secret]);
    await this.unitOfWork.run(
      async () => {
        if (!(await this.webhooks.add(scope, webhook, created.secret))) throw full();
        await receipt.keep(created);
        await this.audit.record(scope.actor, clientId, 'webhook.create', { webhookId: webhook.id });
      },
      async () => (await this.webhooks.find(scope, webhook.id)) !== null,
    );
    return created;
  }
}

const full = () => new DomainError('WEBHOOKS_FULL', [], { max: MOST_WEBHOOKS });
