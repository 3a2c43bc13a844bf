import { Injectable } from '@nestjs/common';
import { billedSpan, settledAt } from '#application/billing/billed-span';
import { BillingLedger, type Span } from '#application/ports/billing';
import { TimeZone } from '#application/support/time-zone';
import { BillingPeriod } from '#domain/bills/billing-period';
import type { Contract } from '#domain/bills/contract';

/** The bill of a month counts users by the authors of events, and is not closed. */
export class BillOpen extends Error {}

interface Times {
  first: Date;
  last: Date;
}

/** Bills count users by the authors of events, so that these stay until then, or their number is kept. */
@Injectable()
export class OpenBills {
  constructor(
    private readonly ledger: BillingLedger,
    private readonly timeZone: TimeZone,
  ) {}

  /** Rejects with `BillOpen` if a bill of a month from the one time to the other is still to come. */
  async refuse(clientId: string, times: Times): Promise<void> {
    for await (const { contract, period } of this.open(clientId, times)) throw counts(contract, period);
  }

  /** What is still to be measured; rejects with `BillOpen` for a month that is not over, in which users who are not gone may do something. */
  async spans(clientId: string, times: Times, now: Date, areGone: boolean): Promise<Span[]> {
    const spans = new Map<string, Span>();
    for await (const { contract, period, span } of this.open(clientId, times)) {
      if (!areGone && settledAt(this.timeZone, period) > now) throw counts(contract, period);
      spans.set(`${span.from.getTime()} ${span.until.getTime()}`, span);
    }
    return [...spans.values()];
  }

  private async *open(clientId: string, { first, last }: Times): AsyncGenerator<{ contract: Contract; period: BillingPeriod; span: Span }> {
    const contracts = (await this.ledger.contracts(null)).filter((contract) => contract.clientId === clientId);
    for (let period = this.periodOf(first); period.name <= this.periodOf(last).name; period = period.next) {
      for (const contract of contracts) {
        const services = contract.services.filter(({ kind }) => kind === 'active-users');
        const spans = services.flatMap((service) => billedSpan(this.timeZone, period, contract, service) ?? []);
        if (spans.length === 0 || (await this.ledger.billOf(contract, period.name))) continue;
        for (const span of spans) yield { contract, period, span };
      }
    }
  }

  private periodOf(at: Date): BillingPeriod {
    return BillingPeriod.of(this.timeZone.iso(at).slice(0, 10));
  }
}

const counts = (contract: Contract, period: BillingPeriod) =>
  new BillOpen(`the bill of ${period.name}, contract ${contract.number}, counts these users and is not closed yet`);
