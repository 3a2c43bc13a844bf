import { Injectable } from '@nestjs/common';
import { BillingLedger } from '#application/ports/bills';
import { TimeZone } from '#application/time-zone';
import { BillingPeriod } from '#domain/bills/billing-period';
import type { Contract } from '#domain/bills/contract';

/** The bill of a month counts users by the authors of events, and is not closed. */
export class BillOpen extends Error {}

/** Bills count users by the authors of events, so that authors stay until they are closed. */
@Injectable()
export class OpenBills {
  constructor(
    private readonly ledger: BillingLedger,
    private readonly timeZone: TimeZone,
  ) {}

  /** Rejects with `BillOpen` if a bill of a month from the one time to the other is still to come. */
  async refuse(clientId: string, { first, last }: { first: Date; last: Date }): Promise<void> {
    const contracts = (await this.ledger.contracts(null)).filter((contract) => contract.clientId === clientId);
    for (let period = this.periodOf(first); period.name <= this.periodOf(last).name; period = period.next) {
      for (const contract of contracts.filter((each) => countsUsers(each, period)))
        if (!(await this.ledger.billOf(contract, period.name)))
          throw new BillOpen(`the bill of ${period.name}, contract ${contract.number}, counts these users and is not closed yet`);
    }
  }

  private periodOf(at: Date): BillingPeriod {
    return BillingPeriod.of(this.timeZone.iso(at).slice(0, 10));
  }
}

const countsUsers = (contract: Contract, period: BillingPeriod) =>
  period.daysOf(contract) !== null &&
  contract.services.some((service) => service.kind === 'active-users' && period.daysOf(service) !== null);
