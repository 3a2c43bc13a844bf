import { Injectable } from '@nestjs/common';
import { newId } from '#application/support/ids';
import { AuditTrail, type Erasure, EventErasure } from '#application/ports/audit-trail';
import { SealedEvents } from '#application/ports/sealed-events';
import { UnitOfWork } from '#application/ports/unit-of-work';
import { DAY_MS, Settings } from '#application/support/settings';
import { NOBODY_ID, type Author } from '#domain/access/actor';

/** Events of one transaction. */
const BATCH = 200;

/** Erases in batches, each of which is an event itself. */
@Injectable()
export class EventEraser {
  constructor(
    private readonly erasure: EventErasure,
    private readonly events: SealedEvents,
    private readonly audit: AuditTrail,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: Settings,
  ) {}

  async erase(author: Author, wish: Erasure, why: 'request' | 'age', after = 0, upTo?: number, signal?: AbortSignal): Promise<number> {
    const end = upTo ?? (await this.events.sizes([wish.clientId])).get(wish.clientId) ?? 0;
    let [events, position] = [0, after];
    while (!signal?.aborted) {
      const from = position;
      const erased = await this.unitOfWork.run(async () => {
        const done = await this.erasure.erase(wish, from, end, BATCH);
        if (done) await this.audit.record(author, wish.clientId, 'event.anonymize', { group: wish.group, ...done, why });
        return done;
      });
      if (!erased) break;
      events += erased.events;
      position = erased.upTo;
    }
    return events;
  }

  /** Addresses that are older than `AUDIT_ORIGIN_DAYS`; by whole days, so that a client has at most one such event a day. */
  async forgetOrigins(now: Date, signal?: AbortSignal): Promise<number> {
    const { auditOriginDays: days } = this.settings;
    if (days === 0) return 0;
    const author: Author = { userId: NOBODY_ID, origin: { address: 'service', requestId: `forget-origins:${newId()}` } };
    const before = new Date((Math.floor(now.getTime() / DAY_MS) - days) * DAY_MS);
    let events = 0;
    for (const [clientId, after] of await this.erasure.forgotten()) {
      const upTo = await this.events.before(clientId, before);
      if (upTo <= after) continue;
      events += await this.erase(author, { clientId, group: 'origin' }, 'age', after, upTo, signal);
      if (signal?.aborted) break;
      await this.erasure.markForgotten(clientId, upTo);
    }
    return events;
  }
}
