import { useEffect } from 'react';
import { store } from '../store';
import { letters } from './preferences';

export type Place = 'everywhere' | 'list' | 'document' | 'file' | 'levels';
interface Shortcut {
  /** Such as `j`, `Shift F` or `Ctrl K`; several do the same. */
  keys: readonly string[];
  what: string;
  /** Absent: a part of the page listens by itself, where it has the focus. */
  run?: () => void;
}
interface Group {
  place: Place;
  shortcuts: readonly Shortcut[];
}

/** What keys do on the page as it stands. */
export const bound = store<readonly Group[]>([]);
export const isKeyListOpen = store(false);

/** Keys do this while the component is shown; the list of keys has them. */
export function useShortcuts(place: Place, shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    const group = { place, shortcuts };
    bound.set([...bound.get(), group]);
    return () => bound.set(bound.get().filter((each) => each !== group));
  });
}

const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]') !== null;

window.addEventListener('keydown', (event) => {
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.altKey || (!isCommand && (!letters.get() || isElsewhere(event.target)))) return;
  const isCapital = event.shiftKey && /^[A-Z]$/.test(event.key);
  const pressed = isCommand
    ? `Ctrl ${event.shiftKey ? 'Shift ' : ''}${event.key.toUpperCase()}`
    : isCapital
      ? `Shift ${event.key}`
      : event.key;
  const wanted = bound
    .get()
    .flatMap(({ shortcuts }) => shortcuts)
    .find(({ keys, run }) => run && keys.includes(pressed));
  if (!wanted) return;
  event.preventDefault();
  wanted.run!();
});
