import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useEffect,
  useRef,
  useState,
  type ChangeEvent,
  type CSSProperties,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
} from 'react';
import { useLocation } from 'wouter';
import { t } from '../i18n';
import { useShortcuts } from '../shell/keys';
import { GridHead } from './GridHead';
import { GridRow } from './GridRow';
import type { GridProps } from './types';
import { useWidths } from './widths';

const HEAD = 36;
const AHEAD = 20;
const NONE: ReadonlySet<string> = new Set();
/** Of the row that something happened in. */
const indexAt = (target: EventTarget) => Number((target as Element).closest<HTMLElement>('.grid-body [data-index]')?.dataset.index ?? -1);
const remembered = new Map<string, { offset: number; active: number }>();

/** Rows as an ARIA grid: one tab stop, arrows move, space selects, Enter opens; only rows in view are in the page. */
export function Grid<Row>(props: GridProps<Row>) {
  const { label, columns, rows, total, keyOf, nameOf, hrefOf, rowHeight, selected = NONE, onSelect, onEnd, memory, widthsOf } = props;
  const widths = useWidths(widthsOf);
  const box = useRef<HTMLDivElement>(null);
  const [, navigate] = useLocation();
  const before = remembered.get(memory);
  const [active, setActive] = useState(before?.active ?? 0);
  const anchor = useRef(0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 6,
    paddingStart: HEAD,
    scrollPaddingStart: HEAD,
    initialOffset: before?.offset ?? 0,
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - AHEAD) onEnd?.();
  }, [last, rows.length, onEnd]);
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  const place = useRef({ offset: 0, active });
  useEffect(() => {
    place.current = { offset: virtual.scrollOffset ?? 0, active };
  });
  useEffect(() => {
    // Other rows begin at their top.
    box.current?.scrollTo({ top: remembered.get(memory)?.offset ?? 0 });
    return () => void remembered.set(memory, place.current);
  }, [memory]);

  const toggle = (index: number, isRange: boolean) => {
    const next = new Set(selected);
    const [from, to] = isRange ? [Math.min(anchor.current, index), Math.max(anchor.current, index)] : [index, index];
    const isOn = isRange || !next.has(keyOf(rows[index]!));
    for (const row of rows.slice(from, to + 1))
      if (isOn) next.add(keyOf(row));
      else next.delete(keyOf(row));
    if (!isRange) anchor.current = index;
    onSelect?.(next);
  };
  const go = (index: number) => {
    const to = Math.max(0, Math.min(rows.length - 1, index));
    setActive(to);
    virtual.scrollToIndex(to);
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(`[data-index="${to}"]`)?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const row = rows[active];
    if (!row || !(event.target as HTMLElement).matches('[data-index]')) return;
    const page = Math.floor((box.current!.clientHeight - HEAD) / rowHeight);
    const moves: Record<string, number> = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: rows.length - 1,
    };
    const to = moves[event.key];
    // Above the first row are the heads.
    if (to === -1 && !event.shiftKey) {
      event.preventDefault();
      return box.current!.querySelector<HTMLElement>('[data-column]')?.focus();
    }
    if (to !== undefined) {
      go(to);
      if (event.shiftKey && onSelect && rows[to]) toggle(to, true);
    } else if (event.key === 'Enter' && hrefOf) navigate(hrefOf(row));
    else if (!onSelect) return;
    else if (event.key === ' ') toggle(active, event.shiftKey);
    else if (event.key === 'a' && (event.ctrlKey || event.metaKey)) onSelect(new Set(rows.map(keyOf)));
    else if (event.key === 'Escape' && selected.size > 0) onSelect(new Set());
    else return;
    event.preventDefault();
  };
  useShortcuts('list', [
    { keys: ['↑', '↓', 'Page ↑', 'Page ↓', 'Home', 'End'], what: t.keys.move },
    ...(hrefOf ? [{ keys: ['Enter'], what: t.keys.open }] : []),
    ...(onSelect
      ? [
          { keys: [t.keys.space, 'Shift ↑', 'Shift ↓'], what: t.keys.select },
          { keys: ['Ctrl A'], what: t.documents.selectAll },
          { keys: ['Esc'], what: t.keys.selectNone },
        ]
      : []),
    ...(widths ? [{ keys: ['Shift ←', 'Shift →'], what: t.keys.width }] : []),
  ]);
  const onClick = (event: MouseEvent) => {
    const index = indexAt(event.target);
    const row = rows[index];
    const target = event.target as Element;
    if (!row || target.closest('input, label')) return;
    const link = target.closest('a');
    if (link && (!link.matches('.cell') || event.ctrlKey || event.metaKey || event.shiftKey)) return;
    if (event.shiftKey && onSelect) return toggle(index, true);
    if (!hrefOf) return;
    event.preventDefault();
    navigate(hrefOf(row));
  };
  const onFocus = ({ target }: FocusEvent) => {
    const index = indexAt(target);
    if (index >= 0) setActive(index);
  };
  const onChange = ({ target, nativeEvent }: ChangeEvent<Element>) => {
    const index = indexAt(target);
    if (index >= 0) toggle(index, (nativeEvent as unknown as { shiftKey?: boolean }).shiftKey ?? false);
  };
  const tracks = [...(onSelect ? ['2.75rem'] : []), ...columns.map(({ id, width }) => (widths?.of[id] ? `${widths.of[id]}px` : width))];
  const least = tracks.map((track) => /^minmax\(([^,]+),/.exec(track)?.[1] ?? track);
  // Nothing in a row is measured to lay it out.
  const style = { '--tracks': tracks.join(' '), '--least': `calc(${least.join(' + ')})` } as CSSProperties;
  return (
    <div
      ref={box}
      className="grid"
      style={style}
      role="grid"
      aria-label={label}
      aria-rowcount={total === null ? -1 : total + 1}
      aria-colcount={columns.length + (onSelect ? 1 : 0)}
      aria-multiselectable={onSelect ? 'true' : undefined}
      onKeyDown={onKeyDown}
      onClick={onClick}
      onFocus={onFocus}
      onChange={onChange}
    >
      <GridHead {...props} widths={widths} onLeave={() => go(active)} />
      <div className="grid-body" role="rowgroup" style={{ height: virtual.getTotalSize() - HEAD }}>
        {shown.map(({ index, start }) => (
          <GridRow
            key={keyOf(rows[index]!)}
            row={rows[index]!}
            index={index}
            columns={columns}
            name={nameOf(rows[index]!)}
            href={hrefOf?.(rows[index]!)}
            isSelected={onSelect && selected.has(keyOf(rows[index]!))}
            isTabStop={index === Math.min(active, rows.length - 1)}

            height={rowHeight}
            start={start - HEAD}
          />
        ))}
      </div>
    </div>
  );
}
