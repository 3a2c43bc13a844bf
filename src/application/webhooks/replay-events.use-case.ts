import { Injectable } from '@nestjs/common';
import { AuditTrail } from '#application/ports/audit-trail';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { SealedEvents } from '#application/ports/sealed-events';
import { Webhooks } from '#application/ports/webhooks';
import type { Scope } from '#domain/access/scope';
import { DomainError } from '#domain/errors';
import { WebhookRights } from './webhook-rights';
import { WebhookTerms } from './webhook-terms';

/** `POST …/Reenvio`: events that were sent already, or given up, go out again beside the others. */
@Injectable()
export class ReplayEvents {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly terms: WebhookTerms,
    private readonly rights: WebhookRights,
    private readonly events: SealedEvents,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
  ) {}

  /** Both ends are included; answers how many of them the webhook gets. */
  async execute(scope: Scope, id: string, { from, to }: { from: number; to: number }): Promise<number> {
    const webhook = await this.terms.find(scope, id);
    const filter = await this.rights.filterOf({ ...webhook, actorId: scope.actor.userId });
    const events = await this.events.after(scope.clientId, from - 1, to - from + 1);
    const wanted = events.filter((event) => event.position <= Math.min(to, webhook.reached) && filter?.(event));
    const positions = wanted.map(({ position }) => position);
    if (positions.length === 0) return 0;
    await this.unitOfWork.run(
      async () => {
        if (!(await this.webhooks.replay(scope, id, positions, this.clock.now()))) throw new DomainError('REPLAY_WAITING');
        const subject = { webhookId: id, events: positions.length, from, upTo: to };
        await this.audit.record(scope.actor, scope.clientId, 'webhook.replay', subject);
      },
      // What waits already is not added again.
      async () => false,
    );
    return positions.length;
  }
}
