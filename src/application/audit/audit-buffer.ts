import { AsyncResource } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { AuditTrail, type NewEvent } from '#application/ports/audit-trail';
import { Clock, Diagnostics } from '#application/ports/unit-of-work';
import { NOBODY_ID, type Author } from '#domain/access/actor';
import { SERVICE_LOG, type AuditAction, type AuditSubject } from '#domain/audit/audit-event';

const FLUSH_MS = 1000;
/** Limit of different events waiting to be written, even while the database is unavailable. */
const MOST_WAITING = 10_000;
/** Events of one transaction. */
const BATCH = 500;
/** Author of the event about dropped events. */
const SERVICE: Author = { userId: NOBODY_ID, origin: { address: 'service', requestId: '' } };

interface Waiting {
  clientId: string;
  event: NewEvent;
  times: number;
}

/**
 * Records actions that change nothing: failed logins, refused calls, reads of files, opened links. Callers do not wait: the events of one
 * second are written in a batch, with equal events merged. A crash loses them; a graceful shutdown does not. Events beyond the limit are
 * counted, and the count is recorded. After a COMMIT without an answer the trail is checked; if that fails within seconds, the events are
 * written again and may be duplicated.
 */
@Injectable()
export class AuditBuffer {
  flushMs = FLUSH_MS;
  mostWaiting = MOST_WAITING;
  private waiting = new Map<string, Waiting>();
  private dropped = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private writing: Promise<void> | undefined;
  private failing = false;
  private readonly nobody = new AsyncResource('AuditBuffer');

  constructor(
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly diagnostics: Diagnostics,
  ) {}

  /** `clientId` null: the event belongs to no client and is visible to operators only. */
  add({ userId, origin }: Author, clientId: string | null, action: AuditAction, subject: AuditSubject): void {
    const event = { author: { userId, origin }, at: this.clock.now(), action, subject };
    this.keep({ clientId: clientId ?? SERVICE_LOG, event, times: 1 });
    this.schedule();
  }

  /** Writes the waiting events; those that cannot be written keep waiting. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    await this.writing;
    this.writing = this.write();
    await this.writing;
  }

  /** Nest calls it before the database connection is closed. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
    const left = this.waiting.size;
    if (left > 0) this.diagnostics.problem('audit trail', new Error(`${left} events could not be written before the end`));
  }

  private keep(one: Waiting): void {
    const { clientId, event, times } = one;
    const key = JSON.stringify([clientId, event.author.userId, event.author.origin.address, event.action, event.subject]);
    const same = this.waiting.get(key);
    if (same) same.times += times;
    else if (this.waiting.size < this.mostWaiting) this.waiting.set(key, one);
    else this.dropped.set(clientId, (this.dropped.get(clientId) ?? 0) + times);
  }

  private async write(): Promise<void> {
    const [waiting, dropped] = [[...this.waiting.values()], [...this.dropped]];
    [this.waiting, this.dropped] = [new Map(), new Map()];
    const clients = new Map<string, Waiting[]>();
    for (const one of waiting) {
      const others = clients.get(one.clientId);
      if (others) others.push(one);
      else clients.set(one.clientId, [one]);
    }
    let failure: unknown;
    const written = (clientId: string, events: readonly NewEvent[]): Promise<boolean> =>
      this.audit.recordAll(clientId, events).then(
        () => true,
        (error: unknown) => ((failure = error), false),
      );
    for (const [clientId, all] of clients) {
      for (let from = 0; from < all.length; from += BATCH) {
        const batch = all.slice(from, from + BATCH);
        if (!(await written(clientId, batch.map(eventOf)))) for (const one of batch) this.keep(one);
      }
    }
    for (const [clientId, events] of dropped) {
      const told: NewEvent = { author: SERVICE, at: this.clock.now(), action: 'audit.drop', subject: { events } };
      if (!(await written(clientId, [told]))) this.dropped.set(clientId, (this.dropped.get(clientId) ?? 0) + events);
    }
    // Reported once per series of failures.
    if (failure !== undefined && !this.failing) this.diagnostics.problem('audit trail', failure);
    this.failing = failure !== undefined;
    if (this.failing) this.schedule();
  }

  private schedule(): void {
    // The timer must not inherit the async context of the call that starts it.
    this.timer ??= this.nobody.runInAsyncScope(() => setTimeout(() => void this.flush(), this.flushMs).unref());
  }
}

const eventOf = ({ event, times }: Waiting): NewEvent => (times === 1 ? event : { ...event, subject: { ...event.subject, times } });
