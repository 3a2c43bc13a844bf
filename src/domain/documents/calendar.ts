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
