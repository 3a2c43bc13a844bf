import { Injectable } from '@nestjs/common';
import { Webhooks, type LoggedAttempt } from '#application/ports/webhooks';
import type { Scope } from '#domain/access/scope';
import { WebhookTerms } from './webhook-terms';

export interface DeliveriesPage {
  attempts: LoggedAttempt[];
  /** Start of the next page; null on the last one. */
  next: number | null;
}

/** `GET …/Entregas`: newest first. */
@Injectable()
export class ListDeliveries {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly terms: WebhookTerms,
  ) {}

  async execute(scope: Scope, id: string, before: number | null, limit: number): Promise<DeliveriesPage> {
    await this.terms.find(scope, id);
    const found = await this.webhooks.attempts(scope, id, before, limit + 1);
    const attempts = found.slice(0, limit);
    return { attempts, next: found.length > limit ? (attempts.at(-1)?.code ?? null) : null };
  }
}
