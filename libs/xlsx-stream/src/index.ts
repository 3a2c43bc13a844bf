export { serialOf } from './sheet-xml';
export type { XlsxCell, XlsxColumn } from './sheet-xml';
export { writeXlsx, type XlsxTable } from './write-xlsx';
