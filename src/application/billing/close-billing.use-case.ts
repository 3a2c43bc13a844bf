import { Injectable } from '@nestjs/common';
import { Sealer } from '#application/audit/sealer';
import { billedSpan, settledAt } from './billed-span';
import { newId } from '#application/support/ids';
import { AuditTrail } from '#application/ports/audit-trail';
import { AlreadyBilled, BillingLedger, Metering } from '#application/ports/billing';
import { Clock, UnitOfWork } from '#application/ports/unit-of-work';
import { TimeZone } from '#application/support/time-zone';
import type { Author } from '#domain/access/actor';
import { AmountTooLarge } from '#domain/bills/amount';
import { makeBill, type Bill, type Metered } from '#domain/bills/bill';
import { addDays, type BillingPeriod } from '#domain/bills/billing-period';
import type { Contract } from '#domain/bills/contract';

export interface ClosingInput {
  period: BillingPeriod;
  /** Name of a unit; null: all of them. */
  unit: string | null;
  /** Only report what would be billed. */
  dryRun: boolean;
}

/** The outcome for one contract. `idle`: none of its services was valid in the period. */
export interface Closed {
  contract: Contract;
  outcome: 'billed' | 'already billed' | 'idle' | 'too large';
  bill: Bill | null;
}

/** The requested closing is refused. */
export class ClosingRefused extends Error {}

/** Bills every contract for a period exactly once, even when it is run repeatedly or concurrently. */
@Injectable()
export class CloseBilling {
  constructor(
    private readonly ledger: BillingLedger,
    private readonly metering: Metering,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditTrail,
    private readonly clock: Clock,
    private readonly timeZone: TimeZone,
    private readonly sealer: Sealer,
  ) {}

  /** @param actor author of the audit events. */
  async *execute(actor: Author, { period, unit, dryRun }: ClosingInput): AsyncIterable<Closed> {
    const from = settledAt(this.timeZone, period);
    if (this.clock.now() < from) {
      throw new ClosingRefused(`${period.name} can be closed one hour after its end, from ${this.timeZone.iso(from)} on`);
    }
    const unitId = unit === null ? null : await this.ledger.unitNamed(unit);
    if (unit !== null && unitId === null) throw new ClosingRefused(`there is no unit "${unit}"`);
    // Active users are counted by sealed events.
    await this.sealer.settle();
    for (const contract of await this.ledger.contracts(unitId)) yield await this.close(actor, contract, period, dryRun);
  }

  private async close(actor: Author, contract: Contract, period: BillingPeriod, dryRun: boolean): Promise<Closed> {
    if (await this.ledger.billOf(contract, period.name)) return { contract, outcome: 'already billed', bill: null };
    const metered = await this.meter(contract, period);
    if (metered === 'too large') return { contract, outcome: metered, bill: null };
    if (metered.length === 0) return { contract, outcome: 'idle', bill: null };
    try {
      const bill = dryRun ? await this.draft(newId(), contract, period, metered) : await this.store(actor, contract, period, metered);
      return { contract, outcome: bill ? 'billed' : 'idle', bill };
    } catch (error) {
      if (error instanceof AlreadyBilled) return { contract, outcome: 'already billed', bill: null };
      if (error instanceof AmountTooLarge) return { contract, outcome: 'too large', bill: null };
      throw error;
    }
  }

  /** Settled periods do not change, so measuring happens before the transaction and keeps it short. */
  private async meter(contract: Contract, period: BillingPeriod): Promise<Metered[] | 'too large'> {
    const metered: Metered[] = [];
    for (const service of contract.services) {
      const span = billedSpan(this.timeZone, period, contract, service);
      if (!span) continue;
      try {
        metered.push({ service, quantity: await this.metering.measure(service.kind, contract, span) });
      } catch (error) {
        if (error instanceof AmountTooLarge) return 'too large';
        throw error;
      }
    }
    return metered;
  }

  private async draft(id: string, contract: Contract, period: BillingPeriod, metered: readonly Metered[]): Promise<Bill> {
    const histories = await this.ledger.histories(
      contract.clientId,
      metered.map(({ service }) => service.id),
    );
    const now = this.clock.now();
    const dueDay = addDays(this.timeZone.iso(now).slice(0, 10), contract.dueDays);
    return makeBill({ id, period: period.name, billedAt: now, dueDay }, contract, metered, histories);
  }

  /** Null: the contract was removed or suspended in the meantime. */
  private store(actor: Author, contract: Contract, period: BillingPeriod, metered: readonly Metered[]): Promise<Bill | null> {
    const billId = newId();
    return this.unitOfWork.run(
      async () => {
        if (!(await this.ledger.lock(contract))) return null;
        if (await this.ledger.billOf(contract, period.name)) throw new AlreadyBilled();
        const bill = await this.draft(billId, contract, period, metered);
        await this.ledger.add(bill);
        await this.audit.record(actor, contract.clientId, 'bill.create', { billId, contractId: contract.id, period: period.name });
        return bill;
      },
      async () => (await this.ledger.billOf(contract, period.name)) === billId,
    );
  }
}
