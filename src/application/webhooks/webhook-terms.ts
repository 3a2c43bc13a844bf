import { Injectable } from '@nestjs/common';
import { type WebhookChange, Webhooks, WebhookSender } from '#application/ports/webhooks';
import type { Scope } from '#domain/access/scope';
import { DomainError, refuseAll, type FieldProblem } from '#domain/errors';
import { idleFilters } from '#domain/webhooks/type-filter';
import type { Webhook } from '#domain/webhooks/webhook';
import { WEBHOOK_TYPES } from './webhook-rights';

/** What all operations on webhooks ask first. */
@Injectable()
export class WebhookTerms {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly sender: WebhookSender,
  ) {}

  async find(scope: Scope, id: string): Promise<Webhook> {
    const webhook = await this.webhooks.find(scope, id);
    if (!webhook) throw new DomainError('WEBHOOK_NOT_FOUND');
    return webhook;
  }

  /** All problems at once. */
  check(scope: Scope, { url, types = [], levelId }: WebhookChange): void {
    const problems: FieldProblem[] = [];
    if (url !== undefined && !this.sender.isUrl(url)) problems.push({ path: ['url'], code: 'FORMAT', details: { type: 'webhook-url' } });
    const idle = new Set(idleFilters(types, WEBHOOK_TYPES));
    const options = WEBHOOK_TYPES.join(', ');
    for (const [index, type] of types.entries())
      if (idle.has(type)) problems.push({ path: ['types', index], code: 'NOT_AN_OPTION', details: { options } });
    refuseAll(problems);
    if (levelId != null) scope.level(levelId, ['levelId']);
  }
}
