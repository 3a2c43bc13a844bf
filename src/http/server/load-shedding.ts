import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { busyWith, type Limit } from '#domain/errors';
import { ServerLimits } from './server-limits';
import { LoopDelay } from './event-loop-delay';
import { Quota } from './quota';

/** Smaller bodies are too short to need a quota. */
export const SMALL_BODY_BYTES = 256 * 1024;
/** Counted for a body of unknown length. */
const UNANNOUNCED_BYTES = 64 * 1024 * 1024;

/**
 * Refuses expensive work (large bodies and reports) above its quota before it starts, so that small calls stay fast. Each
 * method returns a function that gives the quota back.
 */
@Injectable()
export class LoadShedding implements OnApplicationShutdown {
  private readonly bytes: Quota;
  private readonly reports: Quota;
  private readonly delay = new LoopDelay();

  constructor(private readonly limits: ServerLimits) {
    this.bytes = new Quota(limits.maxInflightBytes, limits.maxInflightBytes / 2);
    this.reports = new Quota(limits.concurrentReports, limits.reportsPerClient);
  }

  /** `announced`: NaN without Content-Length. */
  body(client: string, announced: number): () => void {
    if (announced < SMALL_BODY_BYTES) return () => undefined;
    this.refuseWhenLate();
    const bytes = Number.isNaN(announced) ? Math.min(UNANNOUNCED_BYTES, this.limits.maxBodyBytes) : announced;
    return granted(this.bytes.take(client, bytes), 'body bytes');
  }

  report(client: string): () => void {
    this.refuseWhenLate();
    return granted(this.reports.take(client), 'reports');
  }

  get inUse(): { bytes: number; reports: number } {
    return { bytes: this.bytes.inUse, reports: this.reports.inUse };
  }

  onApplicationShutdown(): void {
    this.delay.stop();
  }

  private refuseWhenLate(): void {
    const { maxLoopDelayMs } = this.limits;
    if (maxLoopDelayMs > 0 && this.delay.ms > maxLoopDelayMs) throw busyWith('loop delay');
  }
}

function granted(giveBack: (() => void) | null, limit: Limit): () => void {
  if (!giveBack) throw busyWith(limit);
  return giveBack;
}
