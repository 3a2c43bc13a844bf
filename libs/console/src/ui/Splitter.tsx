import { useState, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { t } from '../i18n';

const KEY = 'acervo.split';
/** Pixels. */
const [LEAST, MOST, STEP] = [220, 720, 16];
const within = (width: number) => Math.min(MOST, Math.max(LEAST, Math.round(width)));

/** How wide the part at the left is, kept on this device; null: as the page has it. */
export function useSplit() {
  const [width, setWidth] = useState(() => Number(localStorage.getItem(KEY)) || null);
  const change = (next: number) => {
    setWidth(within(next));
    localStorage.setItem(KEY, String(within(next)));
  };
  return { width, change, style: (width === null ? {} : { '--aside': `${width}px` }) as CSSProperties };
}

/** Between two parts of a page: dragged, or moved by the arrows. */
export function Splitter({ width, change }: Pick<ReturnType<typeof useSplit>, 'width' | 'change'>) {
  const widthOf = (separator: Element) => separator.previousElementSibling!.getBoundingClientRect().width;
  const onPointerMove = (event: PointerEvent) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    change(event.clientX - event.currentTarget.previousElementSibling!.getBoundingClientRect().left);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const now = widthOf(event.currentTarget);
    const to = { ArrowLeft: now - STEP, ArrowRight: now + STEP, Home: LEAST, End: MOST }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    change(to);
  };
  return (
    <div
      className="splitter"
      role="separator"
      aria-orientation="vertical"
      aria-label={t.viewer.split}
      aria-valuemin={LEAST}
      aria-valuemax={MOST}
      aria-valuenow={width ?? LEAST}
      tabIndex={0}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    />
  );
}
