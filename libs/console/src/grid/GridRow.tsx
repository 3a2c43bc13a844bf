import type { CSSProperties, MouseEvent as ReactMouseEvent } from 'react';
import { useLocation } from 'wouter';
import { BASE } from '../base';
import { t } from '../i18n';
import type { GridProps } from './types';

interface Props<Row> extends GridProps<Row> {
  row: Row;
  index: number;
  isTabStop: boolean;
  style: CSSProperties;
  onActive: (index: number) => void;
  onToggle: (index: number, isRange: boolean) => void;
}

export function GridRow<Row>({
  row,
  index,
  isTabStop,
  style,
  onActive,
  onToggle,
  columns,
  keyOf,
  nameOf,
  hrefOf,
  selected,
  onSelect,
}: Props<Row>) {
  const [, navigate] = useLocation();
  const isSelected = selected?.has(keyOf(row)) ?? false;
  const href = hrefOf?.(row);
  const onClick = (event: ReactMouseEvent) => {
    if ((event.target as HTMLElement).closest('a, input, label')) return;
    if (event.shiftKey && onSelect) onToggle(index, true);
    else if (href) navigate(href);
  };
  /** A real link: it can be opened in another tab. */
  const onLink = (event: ReactMouseEvent) => {
    if (!href || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigate(href);
  };
  return (
    <div
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={onSelect && isSelected}
      tabIndex={isTabStop ? 0 : -1}
      style={style}
      className={href ? 'opens' : undefined}
      onFocus={() => onActive(index)}
      onClick={onClick}
    >
      {onSelect && (
        <span role="gridcell">
          <label className="hit">
            <input
              type="checkbox"
              className="check"
              tabIndex={-1}
              aria-label={t.documents.select(nameOf(row))}
              checked={isSelected}
              onChange={(event) => onToggle(index, (event.nativeEvent as MouseEvent).shiftKey)}
            />
          </label>
        </span>
      )}
      {columns.map(({ id, cell, isNumeric }, position) => (
        <span key={id} role={position === 0 ? 'rowheader' : 'gridcell'} className={isNumeric ? 'numeric' : ''}>
          {position === 0 && href ? (
            <a className="cell" href={BASE + href} tabIndex={-1} onClick={onLink}>
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
