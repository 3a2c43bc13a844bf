/** A day of the calendar, `yyyy-MM-dd`. */
export type Day = string;

const DAY_FIRST = /^(\d{2})\/(\d{2})\/(\d{4})$/;
const YEAR_FIRST = /^(\d{4})-(\d{2})-(\d{2})$/;

const daysIn = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate();
const pad = (value: number, width: number) => String(value).padStart(width, '0');

function day(year: number, month: number, date: number): Day | null {
  if (year < 1000 || month < 1 || month > 12 || date < 1 || date > daysIn(year, month)) return null;
  return `${pad(year, 4)}-${pad(month, 2)}-${pad(date, 2)}`;
}

/** Reads `dd/MM/yyyy` or `yyyy-MM-dd`. `undefined`: another form; `null`: no such day. */
export function readDay(text: string): Day | null | undefined {
  const dayFirst = DAY_FIRST.exec(text);
  if (dayFirst) return day(Number(dayFirst[3]), Number(dayFirst[2]), Number(dayFirst[1]));
  const yearFirst = YEAR_FIRST.exec(text);
  if (yearFirst) return day(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]));
  return undefined;
}

/** What was written: a day, a time of it where the service is, or with an offset a point in time. */
export interface WrittenTime {
  day: Day;
  /** `HH:mm:ss.SSS`; null: the day alone. */
  clock: string | null;
  /** `Z` or `+hh:mm`. */
  offset: string | null;
}

const TIMED = /^([\d/-]{10})[T ]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:\.(\d{1,9}))?)?(?:(Z)|([+-](?:[01]\d|2[0-3])):?([0-5]\d))?$/i;

/**
 * The one reader of days and times: `dd/MM/yyyy` or `yyyy-MM-dd`, and a time after it, as in ISO 8601. Exactly midnight in UTC is how programs
 * write a day, and is that day. `undefined`: another form; `null`: no such day.
 */
export function readTime(text: string): WrittenTime | null | undefined {
  const [, date = text, hour, minute, second = '00', fraction = '', utc, offsetHour, offsetMinute] = TIMED.exec(text) ?? [];
  const found = readDay(date);
  if (found === null || found === undefined) return found;
  if (hour === undefined) return { day: found, clock: null, offset: null };
  const offset = utc ? 'Z' : offsetHour === undefined ? null : `${offsetHour}:${offsetMinute}`;
  const isMidnight = Number(hour) + Number(minute) + Number(second) + Number(fraction) === 0;
  if (isMidnight && offset !== null && /^(?:Z|[+-]00:00)$/.test(offset)) return { day: found, clock: null, offset: null };
  return { day: found, clock: `${hour}:${minute}:${second}.${fraction.padEnd(3, '0').slice(0, 3)}`, offset };
}

/** The point in time of a written time with an offset; null without one. */
export const instantOf = ({ day, clock, offset }: WrittenTime): Date | null =>
  offset === null ? null : new Date(`${day}T${clock}${offset}`);

export interface Zone {
  /** The day of an instant there; null for one outside the calendar of four-digit years. */
  dayOf(instant: Date): Day | null;
}

/** The day that was written, or that of the instant. `undefined`: another form; `null`: no such day. */
export function readDayIn(text: string, zone: Zone): Day | null | undefined {
  const written = readTime(text);
  const instant = written && instantOf(written);
  return instant ? zone.dayOf(instant) : written && written.day;
}

export function writeDay(value: Day): string {
  const [year, month, date] = value.split('-');
  return `${date}/${month}/${year}`;
}

/** The same date some months later; the last day of a shorter month instead of a day that it lacks. */
export function addMonths(value: Day, months: number): Day {
  const [year, month, date] = value.split('-').map(Number) as [number, number, number];
  const count = year * 12 + (month - 1) + months;
  const [toYear, toMonth] = [Math.floor(count / 12), (count % 12) + 1];
  return `${pad(toYear, 4)}-${pad(toMonth, 2)}-${pad(Math.min(date, daysIn(toYear, toMonth)), 2)}`;
}
