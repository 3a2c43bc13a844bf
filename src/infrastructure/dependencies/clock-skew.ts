import { Injectable } from '@nestjs/common';
import { Gauge, Registry } from 'prom-client';
import { Diagnostics } from '#application/ports/unit-of-work';

/** Beyond that it is worth a line in the log: signatures and links of 60 seconds begin to suffer. */
const NOTABLE_MS = 5000;

/** How far a dependency's clock is ahead of the process's; each change of state is logged once. */
@Injectable()
export class ClockSkew {
  private readonly gauge;
  private readonly notable = new Set<string>();

  constructor(
    registry: Registry,
    private readonly diagnostics: Diagnostics,
  ) {
    this.gauge = new Gauge({
      name: 'acervo_clock_skew_seconds',
      help: "How far a dependency's clock is ahead of this process's.",
      labelNames: ['dependency'],
      registers: [registry],
      aggregator: 'average',
    });
  }

  /** @param aheadMs of our clock; negative: behind it */
  observe(dependency: 'database' | 'store', aheadMs: number): void {
    this.gauge.labels(dependency).set(aheadMs / 1000);
    const isNotable = Math.abs(aheadMs) > NOTABLE_MS;
    if (isNotable === this.notable.has(dependency)) return;
    if (!isNotable) this.notable.delete(dependency);
    else {
      this.notable.add(dependency);
      const seconds = Math.round(aheadMs / 1000);
      this.diagnostics.problem(
        'clock',
        new Error(`the clock of the ${dependency} differs from this machine's by ${seconds} s: set them by NTP`),
      );
    }
  }
}
