import type { Found } from '../../api/documents';
import { fieldKey } from '../../api/field-key';
import type { Field, Level } from '../../api/structure';
import type { GridColumn } from '../../grid/types';
import { shown, t } from '../../i18n';
import { Status } from '../../ui/Status';

const WIDTHS: Record<string, string> = {
  Numérico: '6.25rem',
  Data: '8.75rem',
  Monetário: '7.5rem',
  CNPJ: '10.5rem',
  CPF: '8.75rem',
  'CNPJ/CPF': '10.75rem',
  Lista: '8rem',
  Checkbox: '6rem',
};
const REST = 'minmax(8rem, 1fr)';
const NUMERIC = ['Numérico', 'Monetário'];

const line = (text: string) => <span className="ellipsis">{text}</span>;
const filled = (row: Found) => row.values.filter(({ value }) => value !== '');
export const summary = (row: Found) =>
  filled(row)
    .map(({ label, value }) => `${label}: ${value}`)
    .join(' · ');

/** What a column is sorted by. */
export function sortValue(row: Found, column: string): string {
  if (column.startsWith('field:')) return row.values[Number(column.slice('field:'.length))]?.value ?? '';
  if (column === 'data') return summary(row);
  return row[column as 'code' | 'files' | 'status' | 'path'];
}

/** A phone has room for two lines, not for columns. */
const narrow: GridColumn<Found> = {
  id: 'code',
  name: t.documents.title,
  width: 'minmax(0, 1fr)',
  cell: (row) => (
    <span className="two-lines">
      <b className="ellipsis">
        {filled(row)
          .slice(0, 2)
          .map(({ value }) => value)
          .join(' · ') || t.document.title(row.code)}
      </b>
      <span className="ellipsis quiet small">
        {`${row.code} · ${row.path.split(' > ').at(-1)} · `}
        <Status wire={row.status} />
      </span>
    </span>
  ),
};

function fieldColumn(field: Field, index: number): GridColumn<Found> {
  const { type, label } = field;
  return {
    id: `field:${index}`,
    name: field.list === null ? label : fieldKey(field),
    width: WIDTHS[type] ?? REST,
    isNumeric: NUMERIC.includes(type),
    cell: (row) => line(shown(type, row.values[index]?.value ?? '')),
  };
}

/**
 * The fields of a level are columns. A level without own fields, or with levels below it, has documents of several levels: each shows what
 * it has.
 */
export function columnsOf(level: Level | undefined, isAlone: boolean, isNarrow: boolean): GridColumn<Found>[] {
  if (isNarrow) return [narrow];
  const own =
    level && isAlone && level.fields.length > 0
      ? level.fields.map(fieldColumn)
      : [
          { id: 'path', name: t.documents.level, width: '16rem', cell: (row: Found) => line(row.path) },
          { id: 'data', name: t.documents.data, width: REST, cell: (row: Found) => line(summary(row)) },
        ];
  return [
    { id: 'code', name: t.documents.code, width: '5.75rem', isNumeric: true, cell: (row) => row.code },
    ...own,
    { id: 'files', name: t.documents.files, width: '5.75rem', isNumeric: true, cell: (row) => row.files },
    { id: 'status', name: t.documents.status, width: '9rem', cell: (row) => <Status wire={row.status} /> },
  ];
}
