import type { CSSProperties } from 'react';
import { t } from '../i18n';
import { Icon } from '../ui/Icon';
import type { GridProps } from './types';

export function GridHead<Row>({
  columns,
  rows,
  keyOf,
  selected = new Set(),
  onSelect,
  sort,
  onSort,
  template,
}: GridProps<Row> & { template: CSSProperties }) {
  const isAll = rows.length > 0 && selected.size === rows.length;
  return (
    <div className="grid-head" role="rowgroup">
      <div role="row" aria-rowindex={1} style={template}>
        {onSelect && (
          <span role="columnheader">
            <input
              type="checkbox"
              className="check"
              aria-label={t.documents.selectAll}
              checked={isAll}
              ref={(input) => {
                if (input) input.indeterminate = selected.size > 0 && !isAll;
              }}
              onChange={() => onSelect(isAll ? new Set() : new Set(rows.map(keyOf)))}
            />
          </span>
        )}
        {columns.map(({ id, name, isNumeric, sortBy }) => {
          const isSorted = sortBy !== undefined && sort?.by === sortBy;
          const direction = isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined;
          return (
            <span
              key={id}
              role="columnheader"
              className={isNumeric ? 'numeric' : ''}
              aria-sort={direction ?? (onSort && sortBy ? 'none' : undefined)}
            >
              {onSort && sortBy ? (
                <button type="button" onClick={() => onSort({ by: sortBy, isDescending: direction === 'ascending' })}>
                  {name} {direction && <Icon name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} size={13} />}
                </button>
              ) : (
                name
              )}
            </span>
          );
        })}
      </div>
    </div>
  );
}
