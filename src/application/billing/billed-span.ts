import type { Span } from '#application/ports/billing';
import { LONGEST_WRITE_MS } from '#application/ports/unit-of-work';
import type { TimeZone } from '#application/support/time-zone';
import { addDays, type BillingPeriod } from '#domain/bills/billing-period';
import type { Contract, ServiceLine } from '#domain/bills/contract';

/**
 * Time from the end of a month until it can be closed. A write carries the time at which its call began to store, and becomes visible at
 * its commit, so a month is measured once no write dated within it can still commit. Bodies and files are received before that time is
 * read, so `UPLOAD_SECONDS` does not count; a signing may take 100 s from there to its transaction; a transaction, with its waits for
 * connections and locks, its statements and retries, has `LONGEST_WRITE_MS`. The other half allows for clock differences among replicas.
 */
export const SETTLED_AFTER_MS = 2 * LONGEST_WRITE_MS;

export const settledAt = (timeZone: TimeZone, period: BillingPeriod) =>
  new Date(timeZone.startOf(period.next.firstDay).getTime() + SETTLED_AFTER_MS);

/** What of the period a service of the contract is measured for; null: nothing. */
export function billedSpan(timeZone: TimeZone, period: BillingPeriod, contract: Contract, service: ServiceLine): Span | null {
  const days = period.daysOf({
    startsOn: later(contract.startsOn, service.startsOn),
    endsOn: earlier(contract.endsOn, service.endsOn),
  });
  return days && { from: timeZone.startOf(days.from), until: timeZone.startOf(addDays(days.until, 1)) };
}

const later = (a: string | null, b: string | null) => (a === null || (b !== null && b > a) ? b : a);
const earlier = (a: string | null, b: string | null) => (a === null || (b !== null && b < a) ? b : a);
