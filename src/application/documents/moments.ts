import { instantOf, readTime } from '#domain/documents/calendar';
import type { TimeZone } from '../support/time-zone';

/** A day is its start or its end; a time without an offset is one of the service's zone. `undefined`: another form; `null`: no such day. */
export function readMoment(text: string, edge: 'start' | 'end', timeZone: TimeZone): Date | null | undefined {
  const written = readTime(text);
  if (!written) return written;
  const { day, clock } = written;
  if (clock === null) return edge === 'start' ? timeZone.startOf(day) : timeZone.endOf(day);
  return instantOf(written) ?? timeZone.instant(`${day}T${clock}`);
}
