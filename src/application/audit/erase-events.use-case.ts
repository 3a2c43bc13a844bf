import { Injectable } from '@nestjs/common';
import { BillingLedger } from '#application/ports/bills';
import { EventErasure, type Erasure } from '#application/ports/event-erasure';
import { TimeZone } from '#application/time-zone';
import type { Author } from '#domain/access/actor';
import { BillingPeriod } from '#domain/bills/billing-period';
import type { Contract } from '#domain/bills/contract';
import { EventEraser } from './event-eraser';
import { Sealer } from './sealer';

/** The bills of this month count users by the authors of events, and are not closed. */
export class ErasureRefused extends Error {}

/** `audit erase`. */
@Injectable()
export class EraseEvents {
  constructor(
    private readonly eraser: EventEraser,
    private readonly erasure: EventErasure,
    private readonly ledger: BillingLedger,
    private readonly timeZone: TimeZone,
    private readonly sealer: Sealer,
  ) {}

  /** Answers the number of events that were erased. */
  async execute(author: Author, erasure: Erasure): Promise<number> {
    await this.sealer.settle();
    if (erasure.group === 'author') await this.refuseOpenBills(erasure);
    return this.eraser.erase(author, erasure, 'request');
  }

  private async refuseOpenBills(erasure: Erasure): Promise<void> {
    const span = await this.erasure.span(erasure);
    if (!span) return;
    const contracts = (await this.ledger.contracts(null)).filter(({ clientId }) => clientId === erasure.clientId);
    const counts = (period: BillingPeriod, contract: Contract) =>
      period.daysOf(contract) && contract.services.some((service) => service.kind === 'active-users' && period.daysOf(service));
    const periodOf = (at: Date) => BillingPeriod.of(this.timeZone.iso(at).slice(0, 10));
    for (let period = periodOf(span.first); period.name <= periodOf(span.last).name; period = period.next) {
      for (const contract of contracts.filter((each) => counts(period, each)))
        if (!(await this.ledger.billOf(contract, period.name)))
          throw new ErasureRefused(`the bill of ${period.name}, contract ${contract.number}, counts these users and is not closed yet`);
    }
  }
}
