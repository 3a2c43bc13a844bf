import { addMonths, readDay, type Day } from '#domain/documents/calendar';
import type { Validity } from './contract';

const WRITTEN = /^\d{4}-\d{2}$/;
const LAST = '9999-12';

/** A month of the calendar, in the service's time zone. */
export class BillingPeriod {
  private constructor(
    /** `yyyy-MM`. */
    readonly name: string,
  ) {}

  /** Null for what is no month, and for the last of the calendar, which has no end. */
  static parse(text: string): BillingPeriod | null {
    return WRITTEN.test(text) && text < LAST && readDay(`${text}-01`) ? new BillingPeriod(text) : null;
  }

  /** The one in which a day lies. */
  static of(day: Day): BillingPeriod {
    return new BillingPeriod(day.slice(0, 7));
  }

  get firstDay(): Day {
    return `${this.name}-01`;
  }

  get lastDay(): Day {
    const day = new Date(`${this.firstDay}T00:00:00Z`);
    day.setUTCMonth(day.getUTCMonth() + 1, 0);
    return day.toISOString().slice(0, 10);
  }

  get next(): BillingPeriod {
    return BillingPeriod.of(addMonths(this.firstDay, 1));
  }

  get previous(): BillingPeriod {
    return BillingPeriod.of(addMonths(this.firstDay, -1));
  }

  /** The days of the period on which something is valid; null when there is none. */
  daysOf({ startsOn, endsOn }: Validity): { from: Day; until: Day } | null {
    const from = startsOn !== null && startsOn > this.firstDay ? startsOn : this.firstDay;
    const until = endsOn !== null && endsOn < this.lastDay ? endsOn : this.lastDay;
    return from <= until ? { from, until } : null;
  }
}

export function addDays(day: Day, count: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10);
}
