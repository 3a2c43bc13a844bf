import type { Readable } from 'node:stream';
import { serialOf, writeXlsx, type XlsxCell, type XlsxColumn } from '#libs/xlsx-stream';
import type { RunningReport } from '#application/reports/run-report.use-case';
import type { TimeZone } from '#application/support/time-zone';
import { kindOf, type Cell, type Column, type Row, type ValueKind } from '#domain/reports/report';
import { cellText } from './cell-text';
import { columnNames, REPORT_NAMES, worded } from './words';

const KINDS: Record<ValueKind, XlsxColumn['kind']> = {
  text: 'text',
  guid: 'text',
  decimal: 'number',
  integer: 'number',
  flag: 'boolean',
  day: 'day',
  moment: 'moment',
};

/** Earlier dates are wrong or missing in spreadsheets. */
const FIRST_DAY = '1900-03-01';

/** Moments in local time: spreadsheets have no time zones. */
function xlsxCell(column: Column, raw: Cell, timeZone: TimeZone): XlsxCell {
  const cell = worded(column, raw);
  const kind = kindOf(column);
  if (kind === 'day' && typeof cell === 'string') return cell < FIRST_DAY ? cellText(column, raw, timeZone) : serialOf(cell);
  if (kind === 'decimal' && cell !== null) return Number(cell);
  if (kind === 'moment' && typeof cell === 'number') return serialOf(timeZone.iso(new Date(cell)).slice(0, 23));
  return cell;
}

export function xlsxOf({ report, columns, batches }: RunningReport, timeZone: TimeZone): Readable {
  const cells = (row: Row) => columns.map((column, at) => xlsxCell(column, row[at]!, timeZone));
  const rows = async function* () {
    for await (const batch of batches) yield batch.map(cells);
  };
  const described = columns.map((column): XlsxColumn => ({ title: columnNames(column)[1], kind: KINDS[kindOf(column)] }));
  return writeXlsx({ sheetName: REPORT_NAMES[report.name], columns: described }, rows());
}
