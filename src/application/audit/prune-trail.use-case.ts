import { Injectable } from '@nestjs/common';
import { AuditTrail, EventErasure, EventPruning, type LateWebhook } from '#application/ports/audit-trail';
import { SealedEvents } from '#application/ports/sealed-events';
import { UnitOfWork } from '#application/ports/unit-of-work';
import type { Author } from '#domain/access/actor';
import { OpenBills } from './open-bills';
import { Sealer } from './sealer';

/** One node of the tree stands for so many events. */
const WHOLE = 256;
/** Events of one statement. */
const BATCH = 500;

export interface Pruned {
  /** The last position that is gone; 0: none is. */
  upTo: number;
  events: number;
  /** Webhooks that will not get some of the events. */
  late: LateWebhook[];
}

/** `audit prune`: removes events before a time, as far as whole nodes stand for them. */
@Injectable()
export class PruneTrail {
  constructor(
    private readonly pruning: EventPruning,
    private readonly erasure: EventErasure,
    private readonly events: SealedEvents,
    private readonly bills: OpenBills,
    private readonly audit: AuditTrail,
    private readonly unitOfWork: UnitOfWork,
    private readonly sealer: Sealer,
  ) {}

  async execute(author: Author, clientId: string, before: Date): Promise<Pruned> {
    await this.sealer.settle();
    const from = (await this.events.head(clientId))?.prunedTo ?? 0;
    const upTo = Math.max(from, Math.floor((await this.events.before(clientId, before)) / WHOLE) * WHOLE);
    const late = upTo > from ? await this.pruning.lateWebhooks(clientId, upTo) : [];
    if (upTo > from) {
      const span = await this.erasure.span({ clientId, group: 'author', before });
      if (span) await this.bills.refuse(clientId, span);
      await this.unitOfWork.run(async () => {
        if (await this.pruning.mark(clientId, from, upTo))
          await this.audit.record(author, clientId, 'trail.prune', { from: from + 1, upTo });
      });
    }
    let events = 0;
    // Also what an earlier run has left when it was killed.
    for (let count = BATCH; count > 0; events += count) count = await this.pruning.remove(clientId, BATCH);
    return { upTo, events, late };
  }
}
