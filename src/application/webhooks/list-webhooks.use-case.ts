import { Injectable } from '@nestjs/common';
import { SealedEvents } from '#application/ports/sealed-events';
import { Webhooks } from '#application/ports/webhooks';
import type { Scope } from '#domain/access/scope';
import type { Webhook } from '#domain/webhooks/webhook';

/** `GET /api/Webhook`. */
@Injectable()
export class ListWebhooks {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly events: SealedEvents,
  ) {}

  /** `end`: the last position of the client's log. */
  async execute(scope: Scope): Promise<{ webhooks: Webhook[]; end: number }> {
    const webhooks = await this.webhooks.list(scope);
    return { webhooks, end: (await this.events.head(scope.clientId))?.size ?? 0 };
  }
}
