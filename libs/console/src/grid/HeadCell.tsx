import { useRef, type PointerEvent } from 'react';
import { t } from '../i18n';
import { Icon } from '../ui/Icon';
import type { GridColumn, Sort } from './types';
import type { Widths } from './widths';

interface Props<Row> {
  column: GridColumn<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
  widths: Widths | null;
}

/** Head of a column; its edge is dragged to make it wider. */
export function HeadCell<Row>({ column: { id, name, isNumeric, sortBy }, sort, onSort, widths }: Props<Row>) {
  const from = useRef(0);
  const isSorted = sortBy !== undefined && sort?.by === sortBy;
  const direction = isSorted ? (sort.isDescending ? 'descending' : 'ascending') : undefined;
  const isSortable = onSort !== undefined && sortBy !== undefined;
  /** The arrows of the grid lead here: it is no tab stop of its own. */
  const place = {
    'data-column': id,
    tabIndex: -1,
    'aria-keyshortcuts': widths ? 'Shift+ArrowLeft Shift+ArrowRight' : undefined,
  };
  const onPointerDown = (event: PointerEvent) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    from.current = event.clientX - event.currentTarget.parentElement!.getBoundingClientRect().width;
  };
  const onPointerMove = (event: PointerEvent) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) widths?.change(id, event.clientX - from.current);
  };
  return (
    <span
      role="columnheader"
      className={isNumeric ? 'numeric' : ''}
      aria-sort={direction ?? (isSortable ? 'none' : undefined)}
      {...(isSortable ? {} : place)}
    >
      {isSortable ? (
        <button type="button" {...place} onClick={() => onSort({ by: sortBy, isDescending: direction === 'ascending' })}>
          <span className="ellipsis" title={name}>
            {name}
          </span>{' '}
          {direction && <Icon name={direction === 'ascending' ? 'arrow-up' : 'arrow-down'} size={13} />}
        </button>
      ) : (
        <span className="ellipsis" title={name}>
          {name}
        </span>
      )}
      {widths && (
        <span
          className="column-edge"
          aria-hidden="true"
          title={t.documents.width}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onDoubleClick={() => widths.change(id, null)}
        />
      )}
    </span>
  );
}
