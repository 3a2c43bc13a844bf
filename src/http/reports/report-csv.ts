import type { RunningReport } from '#application/reports/run-report.use-case';
import { spreadsheetText } from '#application/reports/spreadsheet-text';
import type { TimeZone } from '#application/support/time-zone';
import { kindOf, type Column } from '#domain/reports/report';
import { cellText } from './cell-text';
import { columnNames } from './words';

/** Spreadsheets need it to detect UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';
/** Spreadsheets use it where the comma is the decimal sign. */
const DELIMITER = ';';
const END = '\r\n';

const NEEDS_QUOTES = /[";,\r\n]|^\s|\s$/;
const GENUINE_NUMBER = /^-?\d[\d.,]*$/;

const quoted = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Escapes texts that a spreadsheet would run as formulas, but no numbers. */
function csvField(text: string, isNumeric: boolean): string {
  return quoted(isNumeric && GENUINE_NUMBER.test(text) ? text : spreadsheetText(text));
}

const isNumeric = (column: Column) => ['integer', 'decimal'].includes(kindOf(column));

/** RFC 4180, in UTF-8; the first line has the display names. */
export async function* csvOf({ columns, batches }: RunningReport, timeZone: TimeZone): AsyncGenerator<string> {
  const titles = columns.map((column) => csvField(columnNames(column)[1], false)).join(DELIMITER);
  let before = `${BYTE_ORDER_MARK}${titles}${END}`;
  const numeric = columns.map(isNumeric);
  for await (const rows of batches) {
    const lines = rows.map((row) => {
      const fields = columns.map((column, at) => csvField(cellText(column, row[at]!, timeZone), numeric[at]!));
      return `${fields.join(DELIMITER)}${END}`;
    });
    yield before + lines.join('');
    before = '';
  }
  yield before;
}
