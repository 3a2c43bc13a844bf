import type { Found } from '../../api/documents';
import { fieldKey } from '../../api/field-key';
import type { Field, Level } from '../../api/structure';
import type { GridColumn } from '../../grid/types';
import { day, dayOf, shown, t } from '../../i18n';
import { Status } from '../../ui/Status';
import { parameterOf } from './search';
import { excerptOf, Marked } from './Words';

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

type PathOf = (row: Found) => string;

const line = (text: string) => <span className="ellipsis">{text}</span>;
const marked = (row: Found) => <Marked text={excerptOf(row)?.text ?? ''} />;
const filled = (row: Found) => row.values.filter(({ value }) => value !== '');
const summary = (row: Found) =>
  filled(row)
    .map(({ label, value }) => `${label}: ${value}`)
    .join(' · ');

/** A phone has room for two lines, not for columns. */
const narrow = (pathOf: PathOf): GridColumn<Found> => ({
  id: 'code',
  name: t.documents.title,
  width: 'minmax(0px, 1fr)',
  cell: (row) => (
    <span className="two-lines">
      <b className="ellipsis">
        {filled(row)
          .slice(0, 2)
          .map(({ value }) => value)
          .join(' · ') || t.document.title(row.code)}
      </b>
      <span className="ellipsis quiet small">
        {`${row.code} · ${pathOf(row).split(' > ').at(-1)} · `}
        {row.excerpts.length > 0 ? marked(row) : <Status code={row.status} />}
      </span>
    </span>
  ),
});

function fieldColumn(field: Field, index: number): GridColumn<Found> {
  const { type, label } = field;
  return {
    id: `field:${index}`,
    name: field.list === null ? label : fieldKey(field),
    width: WIDTHS[type] ?? REST,
    isNumeric: NUMERIC.includes(type),
    sortBy: parameterOf(field),
    cell: (row) => line(shown(type, row.values[index]?.value ?? '')),
    isEmpty: (row) => (row.values[index]?.value ?? '') === '',
  };
}

/** A column without a value leaves its room to the others. */
export const narrowIfEmpty = (column: GridColumn<Found>, rows: readonly Found[]): GridColumn<Found> =>
  column.isEmpty && rows.length > 0 && rows.every(column.isEmpty) ? { ...column, width: '6rem' } : column;

/**
 * The fields of a level are columns. A level without own fields, or with levels below it, has documents of several levels: each shows what
 * it has.
 */
export function columnsOf(
  levels: readonly Level[],
  level: Level | undefined,
  { isNarrow, hasExcerpts }: { isNarrow: boolean; hasExcerpts: boolean },
): GridColumn<Found>[] {
  const paths = new Map(levels.map(({ id, path }) => [id, path]));
  const pathOf: PathOf = (row) => paths.get(row.level) ?? '';
  if (isNarrow) return [narrow(pathOf)];
  const isAlone = !levels.some(({ parent }) => parent === level?.id);
  const own =
    level && isAlone && level.fields.length > 0
      ? level.fields.map(fieldColumn)
      : [
          { id: 'path', name: t.documents.level, width: '16rem', cell: (row: Found) => line(pathOf(row)) },
          { id: 'data', name: t.documents.data, width: REST, cell: (row: Found) => line(summary(row)) },
        ];
  return [
    { id: 'code', name: t.documents.code, width: '5.75rem', isNumeric: true, sortBy: 'codigo', cell: (row) => row.code },
    ...(hasExcerpts
      ? [
          {
            id: 'excerpt',
            name: t.documents.excerpt,
            width: 'minmax(14rem, 2fr)',
            cell: (row: Found) => <span className="ellipsis">{marked(row)}</span>,
          },
        ]
      : []),
    ...own,
    { id: 'created', name: t.documents.filed, width: '7.5rem', sortBy: 'cadastro', cell: (row) => dayOf(row.created) },
    {
      id: 'due',
      name: t.document.due,
      width: '8rem',
      sortBy: 'vencimento',
      cell: (row) => day(row.due),
      isEmpty: (row) => row.due === '',
    },
    { id: 'files', name: t.documents.files, width: '5.75rem', isNumeric: true, cell: (row) => row.files },
    { id: 'status', name: t.documents.status, width: '9rem', cell: (row) => <Status code={row.status} /> },
  ];
}
