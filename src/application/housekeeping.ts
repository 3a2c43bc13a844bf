import { Injectable } from '@nestjs/common';
import { Clock } from '#application/ports/clock';
import { RateWindows } from '#application/ports/rate-windows';
import { RepeatableCalls } from '#application/ports/repeatable-calls';
import { Sessions } from '#application/ports/sessions';

const BATCH = 500;

export interface Tidied {
  answers: number;
  sessions: number;
  windows: number;
}

/** Removes what nobody can ask for any more. Any number of processes may. */
@Injectable()
export class Housekeeping {
  constructor(
    private readonly calls: RepeatableCalls,
    private readonly sessions: Sessions,
    private readonly windows: RateWindows,
    private readonly clock: Clock,
  ) {}

  /** Stops early, between two batches, when the signal fires. */
  async tidy(signal?: AbortSignal): Promise<Tidied> {
    const now = this.clock.now();
    return {
      answers: await inBatches((limit) => this.calls.forgetOld(limit), signal),
      sessions: await inBatches((limit) => this.sessions.forgetOld(now, limit), signal),
      windows: await inBatches((limit) => this.windows.forgetOld(limit), signal),
    };
  }
}

async function inBatches(remove: (limit: number) => Promise<number>, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (let count = BATCH; count >= BATCH && !signal?.aborted; removed += count) count = await remove(BATCH);
  return removed;
}
