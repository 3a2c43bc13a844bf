import type { RunningReport } from '#application/reports/run-report.use-case';
import type { TimeZone } from '#application/time-zone';
import { kindOf, type Column } from '#domain/reports/report';
import { cellText } from './cell-text';
import { columnNames } from './words';

/** Without it spreadsheets take UTF-8 for something else. */
const BYTE_ORDER_MARK = '\ufeff';
/** Where the comma divides decimals, spreadsheets divide columns by this. */
const DELIMITER = ';';
const END = '\r\n';

const NEEDS_QUOTES = /[";,\r\n]|^\s|\s$/;
/** What a spreadsheet would calculate, or send somewhere, when the file is opened; the wide forms too, and behind blanks that it drops. */
const FORMULA = /^(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])/;
const GENUINE_NUMBER = /^-?\d[\d.,]*$/;

const quoted = (text: string) => (NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A text that would be a formula gets an apostrophe in front; a negative number of a column of numbers is none. */
export function csvField(text: string, isNumeric: boolean): string {
  const harmless = !FORMULA.test(text) || (isNumeric && GENUINE_NUMBER.test(text));
  return quoted(harmless ? text : `'${text}`);
}

const isNumeric = (column: Column) => ['integer', 'decimal'].includes(kindOf(column));

/** RFC 4180, in UTF-8; the first line holds what people call the columns. */
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
