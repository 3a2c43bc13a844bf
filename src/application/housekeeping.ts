import { Injectable } from '@nestjs/common';
import { RateWindows } from '#application/ports/rate-windows';
import { IdempotencyRecords } from '#application/ports/idempotency-records';
import { Sessions } from '#application/ports/sessions';
import { Retention } from './retention';

const BATCH = 500;

export interface Tidied {
  answers: number;
  sessions: number;
  windows: number;
}

/** Removes expired records. Several processes may run it at once. */
@Injectable()
export class Housekeeping {
  constructor(
    private readonly calls: IdempotencyRecords,
    private readonly sessions: Sessions,
    private readonly windows: RateWindows,
    private readonly retention: Retention,
  ) {}

  /** Stops between two batches when the signal fires. */
  async tidy(signal?: AbortSignal): Promise<Tidied> {
    const due = await this.retention.dueBefore();
    return {
      answers: await inBatches((limit) => this.calls.forgetOld(due, limit), signal),
      sessions: await inBatches((limit) => this.sessions.forgetOld(due, limit), signal),
      windows: await inBatches((limit) => this.windows.forgetOld(due, limit), signal),
    };
  }
}

async function inBatches(remove: (limit: number) => Promise<number>, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (let count = BATCH; count >= BATCH && !signal?.aborted; removed += count) count = await remove(BATCH);
  return removed;
}
