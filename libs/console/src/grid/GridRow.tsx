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

export function GridRow<Row>({ row, index, isTabStop, style, onActive, onToggle, columns, keyOf, nameOf, hrefOf, selected }: Props<Row>) {
  const [, navigate] = useLocation();
  const isSelected = selected.has(keyOf(row));
  const onClick = (event: ReactMouseEvent) => {
    if ((event.target as HTMLElement).closest('a, input, label')) return;
    if (event.shiftKey) onToggle(index, true);
    else navigate(hrefOf(row));
  };
  /** A real link: it can be opened in another tab. */
  const onLink = (event: ReactMouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    navigate(hrefOf(row));
  };
  return (
    <div
      role="row"
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      tabIndex={isTabStop ? 0 : -1}
      style={style}
      onFocus={() => onActive(index)}
      onClick={onClick}
    >
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
      {columns.map(({ id, cell, isNumeric }, position) => (
        <span key={id} role={position === 0 ? 'rowheader' : 'gridcell'} className={isNumeric ? 'numeric' : ''}>
          {position === 0 ? (
            <a className="cell" href={BASE + hrefOf(row)} tabIndex={-1} onClick={onLink}>
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
