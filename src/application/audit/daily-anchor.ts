import { Injectable } from '@nestjs/common';
import { Clock, Diagnostics } from '#application/ports/unit-of-work';
import { EventSealing, TimestampAuthority } from '#application/ports/audit-trail';
import { TrailAnchors } from '#application/ports/sealed-events';

/** As the sealer asks: one process is enough, and asks the authority once. */
const LEASE_MS = 3000;
/** For so long a token that is missing is asked for again. */
const ASKED_FOR_MS = 7 * 24 * 3600_000;

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Anchors the trail once a day, and has each anchor stamped as soon as the authority answers. */
@Injectable()
export class DailyAnchor {
  private failing = false;

  constructor(
    private readonly sealing: EventSealing,
    private readonly anchors: TrailAnchors,
    private readonly authority: TimestampAuthority,
    private readonly clock: Clock,
    private readonly diagnostics: Diagnostics,
  ) {}

  /** One look of the background; never rejects. */
  async look(): Promise<void> {
    try {
      if (!(await this.sealing.lead(LEASE_MS))) return;
      const now = this.clock.now().getTime();
      await this.anchors.make(dayOf(now));
      for (const { day, root } of await this.anchors.unstamped(dayOf(now - ASKED_FOR_MS))) {
        const token = await this.authority.stamp(root);
        if (!token) break;
        await this.anchors.keepToken(day, token);
      }
      this.failing = false;
    } catch (error) {
      // Reported once per series of failures.
      if (!this.failing) this.diagnostics.problem('anchors', error);
      this.failing = true;
    }
  }
}
