import { readDay } from '#domain/documents/calendar';
import type { TimeZone } from './time-zone';

const LOCAL_TIME = /^(\d{2}\/\d{2}\/\d{4}|\d{4}-\d{2}-\d{2})[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2})?$/i;

/**
 * Reads `dd/MM/yyyy`, `dd/MM/yyyy HH:mm[:ss]` or ISO 8601; without an offset it is local time. A day is its start or its end. `undefined`:
 * another form; `null`: no such day.
 */
export function readMoment(text: string, edge: 'start' | 'end', timeZone: TimeZone): Date | null | undefined {
  const day = readDay(text);
  if (day) return edge === 'start' ? timeZone.startOf(day) : timeZone.endOf(day);
  if (day === null) return null;
  const match = LOCAL_TIME.exec(text);
  if (!match) return undefined;
  const onDay = readDay(match[1] as string);
  if (!onDay) return onDay === null ? null : undefined;
  const [hour, minute, second] = [match[2], match[3], match[4] ?? '00'].map(Number) as [number, number, number];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const fraction = (match[5] ?? '').padEnd(3, '0').slice(0, 3);
  const local = `${onDay}T${match[2]}:${match[3]}:${match[4] ?? '00'}.${fraction}`;
  if (match[6] === undefined) return timeZone.instant(local);
  const offset = match[6].toUpperCase().replace(/^([+-]\d{2})(\d{2})$/, '$1:$2');
  const instant = new Date(`${local}${offset}`);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}
