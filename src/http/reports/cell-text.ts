import type { TimeZone } from '#application/support/time-zone';
import { writeDay } from '#domain/documents/calendar';
import { kindOf, type Cell, type Column } from '#domain/reports/report';
import { worded } from './words';

/** A cell as text, decimals with a comma; null is "". */
export function cellText(column: Column, raw: Cell, timeZone: TimeZone): string {
  const cell = worded(column, raw);
  if (cell === null) return '';
  switch (kindOf(column)) {
    case 'moment':
      return timeZone.iso(new Date(cell as number));
    case 'day':
      return writeDay(cell as string);
    case 'decimal':
      return String(cell).replace('.', ',');
    default:
      return String(cell);
  }
}
