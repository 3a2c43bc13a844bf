import { memo } from 'react';
import { BASE } from '../base';
import { t } from '../i18n';
import type { GridColumn } from './types';

interface Props<Row> {
  row: Row;
  index: number;
  columns: readonly GridColumn<Row>[];
  name: string;
  href: string | undefined;
  /** Undefined: it cannot be selected. */
  isSelected: boolean | undefined;
  isTabStop: boolean;
  height: number;
  start: number;
}

function Row<Row>({ row, index, columns, name, href, isSelected, isTabStop, height, start }: Props<Row>) {
  return (
    <div
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      style={{ height, transform: `translateY(${start}px)` }}
      className={href ? 'opens' : undefined}
    >
      {isSelected !== undefined && (
        <span role="gridcell">
          <label className="hit">
            {/* The grid hears of a change. */}
            <input type="checkbox" className="check" tabIndex={-1} aria-label={t.documents.select(name)} checked={isSelected} readOnly />
          </label>
        </span>
      )}
      {columns.map(({ id, cell, isNumeric }, position) => (
        <span key={id} role={position === 0 ? 'rowheader' : 'gridcell'} className={isNumeric ? 'numeric' : undefined}>
          {position === 0 && href ? (
            // A real link: it can be opened in another tab.
            <a className="cell" href={BASE + href} tabIndex={-1}>
              {cell(row)}
            </a>
          ) : (
            cell(row)
          )}
        </span>
      ))}
    </div>
  );
}

/** While others come into view it stays as it is: what happens in it is heard by the grid. */
export const GridRow = memo(Row) as typeof Row;
