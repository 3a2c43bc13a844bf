import { Injectable } from '@nestjs/common';
import { Bills } from '#application/ports/billing';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import { BillingPeriod } from '#domain/bills/billing-period';

/** Operation 3.1. A bill is dated from the first instant of the last day of its period. */
@Injectable()
export class ListBills {
  private readonly lastDay: Date;

  constructor(
    private readonly bills: Bills,
    private readonly timeZone: TimeZone,
  ) {
    this.lastDay = timeZone.startOf('9999-12-31');
  }

  execute(scope: Scope, { unitId, from, until }: { unitId: string; from: Date; until: Date }): Promise<string[]> {
    return this.bills.idsOf(scope, unitId, this.lastDatedBy(new Date(from.getTime() - 1)), this.lastDatedBy(until));
  }

  /** The last period whose bills are dated up to this instant. */
  private lastDatedBy(instant: Date): string {
    const within = instant < this.lastDay ? instant : this.lastDay;
    const period = BillingPeriod.of(this.timeZone.iso(within).slice(0, 10));
    return (this.timeZone.startOf(period.lastDay) <= within ? period : period.previous).name;
  }
}
