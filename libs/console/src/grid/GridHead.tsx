import type { KeyboardEvent } from 'react';
import { t } from '../i18n';
import { HeadCell } from './HeadCell';
import type { GridProps } from './types';
import type { Widths } from './widths';

const STEP = 16;

interface Props<Row> extends GridProps<Row> {
  /** Of all rows. */
  widths: Widths | null;
  /** Down, to the rows. */
  onLeave: () => void;
}

export function GridHead<Row>({ columns, rows, keyOf, selected = new Set(), onSelect, sort, onSort, widths, onLeave }: Props<Row>) {
  /** Left and right to the other heads, with Shift the width. */
  const onKeyDown = (event: KeyboardEvent) => {
    const head = (event.target as HTMLElement).closest<HTMLElement>('[data-column]');
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!head || (direction === undefined && event.key !== 'ArrowDown')) return;
    event.preventDefault();
    if (direction === undefined) return onLeave();
    const heads = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-column]')];
    if (!event.shiftKey) return heads[heads.indexOf(head) + direction]?.focus();
    const { width } = head.closest('[role=columnheader]')!.getBoundingClientRect();
    widths?.change(head.dataset.column!, width + direction * STEP);
  };
  const isAll = rows.length > 0 && selected.size === rows.length;
  return (
    <div className="grid-head" role="rowgroup">
      <div role="row" aria-rowindex={1} onKeyDown={onKeyDown}>
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
        {columns.map((column) => (
          <HeadCell key={column.id} column={column} sort={sort} onSort={onSort} widths={widths} />
        ))}
      </div>
    </div>
  );
}
