import { Injectable } from '@nestjs/common';
import type { IdempotencyReceipt } from '#application/idempotency/idempotency-receipt';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { Webhooks, WebhookSender } from '#application/ports/webhooks';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import { WebhookTerms } from './webhook-terms';

const HOUR_MS = 3_600_000;

export interface SecretInput {
  /** For so long the old secret signs along. */
  overlapHours: number;
  /** An older one that still does signs no more. */
  force: boolean;
}

export interface NewSecret {
  secret: string;
  previousUntil: Date;
}

/** `POST …/Segredo`: the new secret is shown this once. */
@Injectable()
export class ReplaceWebhookSecret {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly terms: WebhookTerms,
    private readonly sender: WebhookSender,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  async execute(
    scope: Scope,
    id: string,
    { overlapHours, force }: SecretInput,
    receipt: IdempotencyReceipt<NewSecret>,
  ): Promise<NewSecret> {
    await this.terms.find(scope, id);
    const now = this.clock.now();
    const made = { secret: this.sender.newSecret(), previousUntil: new Date(now.getTime() + overlapHours * HOUR_MS) };
    const { secret, previousUntil: until } = made;
    await this.unitOfWork.run(
      async () => {
        if (!(await this.webhooks.replaceSecret(scope, id, secret, { now, until, force }))) throw new DomainError('SECRET_OVERLAPS');
        await receipt.keep(made);
        await this.audit.record(scope.actor, scope.clientId, 'webhook.secret', { webhookId: id });
      },
      async () => (await this.webhooks.secrets(scope, id, now))[0] === secret,
    );
    return made;
  }
}
