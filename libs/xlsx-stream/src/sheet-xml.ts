/** Null: an empty cell. */
export type XlsxCell = string | number | boolean | null;

export interface XlsxColumn {
  title: string;
  kind: 'text' | 'number' | 'boolean' | 'day' | 'moment';
}

/** Rows of `styles.xml`. */
const STYLE = { title: 1, day: 2, moment: 3 } as const;

/** The most that a cell takes. */
const LONGEST = 32_767;
/** What XML 1.0 cannot hold, escaped or not. */
// eslint-disable-next-line no-control-regex
const IMPOSSIBLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** A text that looks like the escape of a character (ECMA-376 22.9.2.19) would be read as that character. */
const LIKE_AN_ESCAPE = /_(?=x[0-9a-f]{4}_)/gi;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };
const SPECIAL = /[&<>"\r]/g;

export function escapeXml(text: string): string {
  return text
    .slice(0, LONGEST)
    .toWellFormed()
    .replace(IMPOSSIBLE, '')
    .replace(SPECIAL, (sign) => ESCAPES[sign] as string);
}

const textCell = (text: string, style = '') =>
  `<c t="inlineStr"${style}><is><t xml:space="preserve">${escapeXml(text).replace(LIKE_AN_ESCAPE, '_x005F_')}</t></is></c>`;

function cellXml(cell: XlsxCell, kind: XlsxColumn['kind']): string {
  if (cell === null || cell === '') return '<c/>';
  if (typeof cell === 'boolean') return `<c t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (typeof cell === 'string' || !Number.isFinite(cell)) return textCell(String(cell));
  return kind === 'day' || kind === 'moment' ? `<c s="${STYLE[kind]}"><v>${cell}</v></c>` : `<c><v>${cell}</v></c>`;
}

/** In characters. A date that does not fit its column is shown as `####`, where a text is only cut. */
const WIDTHS: Record<XlsxColumn['kind'], number> = { text: 24, number: 12, boolean: 12, day: 12, moment: 18 };

const columnsXml = (columns: readonly XlsxColumn[]) =>
  columns.map(({ kind }, index) => `<col min="${index + 1}" max="${index + 1}" width="${WIDTHS[kind]}" customWidth="1"/>`).join('');

const BEGINNING =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
/** All that stands before the rows, the row of titles with it. */
export const sheetStart = (columns: readonly XlsxColumn[]) =>
  `${BEGINNING}${columns.length > 0 ? `<cols>${columnsXml(columns)}</cols>` : ''}<sheetData>${titlesXml(columns)}`;
export const SHEET_END = '</sheetData></worksheet>';

const titlesXml = (columns: readonly XlsxColumn[]) =>
  `<row>${columns.map(({ title }) => textCell(title, ` s="${STYLE.title}"`)).join('')}</row>`;

export const rowXml = (columns: readonly XlsxColumn[], row: readonly XlsxCell[]) =>
  `<row>${columns.map(({ kind }, index) => cellXml(row[index] ?? null, kind)).join('')}</row>`;

const DAY_MS = 86_400_000;
/** Day 0 of the calendar from 1900, which counts a 29 February that never was: right from 1 March 1900 on. */
const DAY_ZERO = Date.UTC(1899, 11, 30);

/** @param local `yyyy-MM-dd`, or `yyyy-MM-ddTHH:mm:ss[.SSS]` as clocks show it */
export function serialOf(local: string): number {
  const text = local.length === 10 ? `${local}T00:00:00` : local;
  return (Date.parse(`${text}Z`) - DAY_ZERO) / DAY_MS;
}
