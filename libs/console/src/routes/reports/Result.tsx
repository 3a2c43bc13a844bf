import { useMemo } from 'react';
import type { ReportRow, ReportRows } from '../../api/reports';
import { Grid } from '../../grid/Grid';
import type { GridColumn } from '../../grid/types';
import { isEnglish, number, t } from '../../i18n';
import { EmptyState } from '../../ui/EmptyState';
import { cellText, isNumeric } from './cells';
import { wordIn } from './words';

const ROW = 40;
const WIDTHS: Record<string, string> = { Guid: '20rem', Boolean: '6rem', Date: '8rem', DateTime: '12rem', Int64: '9rem', Decimal: '9rem' };

interface Props {
  label: string;
  client: string | null;
  found: ReportRows;
  memory: string;
}

export function Result({ label, client, found: { columns, rows, isAll }, memory }: Props) {
  const shown = useMemo(
    () =>
      columns.map((column, at): GridColumn<ReportRow> => ({
        id: `${at}`,
        name: wordIn(isEnglish, column.name),
        width: WIDTHS[column.type] ?? 'minmax(12rem, 1fr)',
        isNumeric: isNumeric(column),
        cell: ({ cells }) => <span className="ellipsis">{cellText(column, cells[at] ?? '')}</span>,
      })),
    [columns],
  );
  if (rows.length === 0) return <EmptyState icon="table" title={t.reports.none} />;
  // Documents of a client have an address.
  const document = client === null ? -1 : columns.findIndex(({ id }) => id === 'CodigoDocumento');
  const href = document < 0 ? undefined : ({ cells }: ReportRow) => (cells[document] ? `/documentos/${client}/${cells[document]}` : '');
  return (
    <>
      <p className="quiet small" role="status">
        {isAll ? t.reports.rows(rows.length, number(rows.length)) : t.reports.first(number(rows.length))}
      </p>
      <Grid<ReportRow>
        label={label}
        columns={shown}
        rows={rows}
        total={isAll ? rows.length : null}
        keyOf={({ at }) => `${at}`}
        nameOf={({ at }) => number(at + 1)}
        hrefOf={href}
        rowHeight={ROW}
        memory={memory}
      />
    </>
  );
}
