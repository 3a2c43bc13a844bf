import { Injectable } from '@nestjs/common';
import { EventEraser } from '#application/audit/event-eraser';
import { EventSealing } from '#application/ports/audit-trail';
import { DocumentCounts } from '#application/ports/documents';
import { IdempotencyRecords, RateWindows } from '#application/ports/access';
import { Sessions } from '#application/ports/users';
import { WebhookQueue } from '#application/ports/webhooks';
import { Retention } from './retention';
import { DAY_MS } from '../support/settings';

const BATCH = 500;
/** The log of a webhook's deliveries is kept for a week. */
const ATTEMPTS_MS = 7 * DAY_MS;
/** A day, and one more by which the clock of the database may have jumped (`Retention`). */
const WRITERS_MS = 2 * DAY_MS;

export interface Tidied {
  answers: number;
  sessions: number;
  windows: number;
  attempts: number;
  writers: number;
  /** Events that forgot their addresses. */
  origins: number;
}

/** Removes expired records, and what events may no longer tell; folds counts of documents. Several processes may run it at once. */
@Injectable()
export class Housekeeping {
  constructor(
    private readonly calls: IdempotencyRecords,
    private readonly sessions: Sessions,
    private readonly windows: RateWindows,
    private readonly webhooks: WebhookQueue,
    private readonly sealing: EventSealing,
    private readonly eraser: EventEraser,
    private readonly retention: Retention,
    private readonly counts: DocumentCounts,
  ) {}

  /** Stops between two batches when the signal fires. */
  async tidy(signal?: AbortSignal): Promise<Tidied> {
    const due = await this.retention.dueBefore();
    const tidied = {
      answers: await inBatches((limit) => this.calls.forgetOld(due, limit), signal),
      sessions: await inBatches((limit) => this.sessions.forgetOld(due, limit), signal),
      windows: await inBatches((limit) => this.windows.forgetOld(due, limit), signal),
      attempts: await inBatches((limit) => this.webhooks.forgetOld(new Date(due.getTime() - ATTEMPTS_MS), limit), signal),
      writers: await inBatches((limit) => this.sealing.forgetOld(new Date(due.getTime() - WRITERS_MS), limit), signal),
      origins: await this.eraser.forgetOrigins(due, signal),
    };
    await this.counts.fold(signal);
    return tidied;
  }
}

async function inBatches(remove: (limit: number) => Promise<number>, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (let count = BATCH; count >= BATCH && !signal?.aborted; removed += count) count = await remove(BATCH);
  return removed;
}
