import { readDay, type Day, type Zone } from '#domain/documents/calendar';

const QUARTER_MS = 15 * 60_000;
const DAY_MS = 86_400_000;
/** Before 1980 a few zones had offsets with odd seconds. */
const REGULAR_SINCE = Date.UTC(1980, 0, 1);

/** The service's time zone: converts calendar days to instants. */
export class TimeZone implements Zone {
  private readonly format: Intl.DateTimeFormat;
  /** Cache of the last quarter of an hour: offsets change only at its edges, and rows of a report are close in time. */
  private last = { quarter: NaN, offset: 0 };

  constructor(readonly name: string) {
    this.format = new Intl.DateTimeFormat('en-CA', {
      timeZone: name,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  }

  startOf(day: Day): Date {
    return this.instant(`${day}T00:00:00.000`);
  }

  /** The last millisecond of the day. */
  endOf(day: Day): Date {
    return new Date(this.startOf(new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, -14)).getTime() - 1);
  }

  /** The instant of a local time, `yyyy-MM-ddTHH:mm:ss.SSS`. */
  instant(local: string): Date {
    const asUtc = Date.parse(`${local}Z`);
    const guess = asUtc - this.offset(asUtc);
    const found = asUtc - this.offset(guess);
    // A local time skipped by a clock change is moved forward by the length of the gap.
    return new Date(found + this.offset(found) === asUtc ? found : Math.max(found, guess));
  }

  /** ISO 8601 with this zone's offset: `2026-11-21T14:00:00.000-03:00`. */
  iso(instant: Date): string {
    const offset = this.offset(instant.getTime());
    const local = new Date(instant.getTime() + offset).toISOString().slice(0, -1);
    const minutes = Math.abs(offset) / 60_000;
    const clock = [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
    return `${local}${offset < 0 ? '-' : '+'}${clock}`;
  }

  dayOf(instant: Date): Day | null {
    return readDay(this.iso(instant).split('T')[0] as string) ?? null;
  }

  /** Offset from UTC at an instant, in milliseconds. */
  private offset(instant: number): number {
    if (instant < REGULAR_SINCE) return this.offsetAt(instant);
    const quarter = Math.floor(instant / QUARTER_MS);
    if (this.last.quarter !== quarter) this.last = { quarter, offset: this.offsetAt(instant) };
    return this.last.offset;
  }

  private offsetAt(instant: number): number {
    const parts = Object.fromEntries(this.format.formatToParts(instant).map(({ type, value }) => [type, Number(value)])) as Record<
      string,
      number
    >;
    const shown = Date.UTC(parts.year!, parts.month! - 1, parts.day!, parts.hour!, parts.minute!, parts.second!);
    return shown - Math.floor(instant / 1000) * 1000;
  }
}
