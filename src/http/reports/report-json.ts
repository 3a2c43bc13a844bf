import type { RunningReport } from '#application/reports/run-report.use-case';
import type { TimeZone } from '#application/support/time-zone';
import { kindOf, type Cell, type Column, type Row } from '#domain/reports/report';
import { cellText } from './cell-text';
import { COLUMN_TYPES, columnNames } from './words';

/** A decimal keeps all digits; a double would lose some. */
const valueOf = (column: Column, cell: Cell, timeZone: TimeZone): string =>
  kindOf(column) === 'decimal' ? String(cell) : JSON.stringify(cellText(column, cell, timeZone));

/** `[{Dados: [{NomeAmigavel, NomeColuna, Tipo, Valor}]}]`; all but the values is equal in every row and built once. */
export async function* jsonOf({ columns, batches }: RunningReport, timeZone: TimeZone): AsyncGenerator<string> {
  const heads = columns.map((column, index) => {
    const [NomeColuna, NomeAmigavel] = columnNames(column);
    const described = JSON.stringify({ NomeAmigavel, NomeColuna, Tipo: COLUMN_TYPES[kindOf(column)] });
    return { column, before: `${index === 0 ? '' : ','}${described.slice(0, -1)},"Valor":` };
  });
  const cells = (row: Row) => heads.map(({ column, before }, at) => `${before}${valueOf(column, row[at]!, timeZone)}}`);
  let before = '[';
  for await (const rows of batches) {
    if (rows.length === 0) continue;
    yield before + rows.map((row) => `{"Dados":[${cells(row).join('')}]}`).join(',');
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}
