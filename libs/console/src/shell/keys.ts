import { useEffect } from 'react';
import { store } from '../store';
import { letters } from './preferences';

export type Place = 'everywhere' | 'list' | 'document' | 'file' | 'levels';
interface Shortcut {
  /** Such as `j`, `Shift F`, `Ctrl K`, or `g d` for one after the other; several do the same. */
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
export const shortcutGroups = store<readonly Group[]>([]);
export const isKeyListOpen = store(false);

/** Keys do this while the component is shown; the list of keys has them. */
export function useShortcuts(place: Place, shortcuts: readonly Shortcut[]): void {
  useEffect(() => {
    const group = { place, shortcuts };
    shortcutGroups.set([...shortcutGroups.get(), group]);
    return () => shortcutGroups.set(shortcutGroups.get().filter((each) => each !== group));
  });
}

const isElsewhere = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog]') !== null;

/** How long the first key of two waits for the second. */
const PAUSE_MS = 1500;
let first = { key: '', at: 0 };

window.addEventListener('keydown', (event) => {
  const isCommand = event.ctrlKey || event.metaKey;
  if (event.altKey || (!isCommand && (!letters.get() || isElsewhere(event.target)))) return;
  const isCapital = event.shiftKey && /^[A-Z]$/.test(event.key);
  const pressed = isCommand
    ? `Ctrl ${event.shiftKey ? 'Shift ' : ''}${event.key.toUpperCase()}`
    : isCapital
      ? `Shift ${event.key}`
      : event.key;
  const all = shortcutGroups
    .get()
    .flatMap(({ shortcuts }) => shortcuts)
    .filter(({ run }) => run);
  const both = event.timeStamp - first.at < PAUSE_MS ? `${first.key} ${pressed}` : '';
  const wanted = all.find(({ keys }) => keys.includes(both)) ?? all.find(({ keys }) => keys.includes(pressed));
  const isFirst = !wanted && all.some(({ keys }) => keys.some((key) => key.startsWith(`${pressed} `)));
  first = isFirst ? { key: pressed, at: event.timeStamp } : { key: '', at: 0 };
  if (!wanted) return;
  event.preventDefault();
  wanted.run!();
});
