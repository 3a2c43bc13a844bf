import type { Day } from '#domain/documents/calendar';
import type { Deadline, WorkingTime } from './workflow-definition';

/** The clocks of the service's time zone. */
export interface LocalClock {
  /** ISO 8601 with offset; it begins with the local time, `yyyy-MM-ddTHH:mm:ss.SSS`. */
  iso(instant: Date): string;
  /** The instant at which clocks here show this local time. */
  instant(local: string): Date;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const RUNNING_MS = { minutes: MINUTE_MS, hours: HOUR_MS, 'working-minutes': MINUTE_MS, 'working-hours': HOUR_MS } as const;
/** No forecast above this limit, to keep the search for working days short. */
const LONGEST_DAYS = 100 * 366;

/** When a task that is reached now should be over; null: the task has no deadline. */
export function forecast(deadline: Deadline | null, from: Date, workingTime: WorkingTime | null, clock: LocalClock): Date | null {
  if (!deadline) return null;
  const { amount, unit } = deadline;
  // Times of the wall: days are not all of the same length where clocks are changed.
  const start = wallOf(clock.iso(from));
  const working = unit.startsWith('working-') && workingTime && isUsable(workingTime) ? workingTime : null;
  if (working) {
    const end = endOfWork(start, workingMs(deadline, working), working);
    const until = onWall(end, clock);
    // Where clocks are set back an hour comes twice, and the wall does not say which of the two it shows.
    return end !== null && until && until < from ? new Date(from.getTime() + end - start) : until;
  }
  if (unit === 'days' || unit === 'working-days') return amount > LONGEST_DAYS ? null : onWall(start + amount * DAY_MS, clock);
  const span = amount * RUNNING_MS[unit];
  return span > LONGEST_DAYS * DAY_MS ? null : new Date(from.getTime() + span);
}

const wallOf = (iso: string) => Date.parse(`${iso.slice(0, 23)}Z`);
const dayOf = (wall: number): Day => new Date(wall).toISOString().slice(0, 10);
const onWall = (wall: number | null, clock: LocalClock) =>
  wall === null ? null : clock.instant(new Date(wall).toISOString().slice(0, -1));
const isUsable = ({ days, from, until }: WorkingTime) => days.length > 0 && until > from;

/** A working day is as long as a day of the working time. */
function workingMs({ amount, unit }: Deadline, { from, until }: WorkingTime): number {
  if (unit === 'working-days') return amount * (until - from) * MINUTE_MS;
  return amount * (unit === 'working-hours' ? HOUR_MS : MINUTE_MS);
}

/** Goes from day to day and takes what each has to give. */
function endOfWork(start: number, work: number, { days, from, until, holidays }: WorkingTime): number | null {
  const free = new Set(holidays);
  let left = work;
  let midnight = Math.floor(start / DAY_MS) * DAY_MS;
  for (let count = 0; count < LONGEST_DAYS; count++, midnight += DAY_MS) {
    if (!days.includes(new Date(midnight).getUTCDay()) || free.has(dayOf(midnight))) continue;
    const begin = Math.max(start, midnight + from * MINUTE_MS);
    const end = midnight + until * MINUTE_MS;
    if (begin >= end) continue;
    if (left <= end - begin) return begin + left;
    left -= end - begin;
  }
  return null;
}
