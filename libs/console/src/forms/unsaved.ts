import { useEffect, useId, useMemo } from 'react';
import type { BaseLocationHook } from 'wouter';
import { useBrowserLocation } from 'wouter/use-browser-location';
import { store } from '../store';

/** Forms that hold something typed which nothing else keeps. */
const unsaved = new Set<string>();

/** What waits for the person to say whether that may be lost; null: nothing waits. */
export const leaving = store<(() => void) | null>(null);

/** The person agrees that what was typed is lost. */
export function discard(): void {
  const go = leaving.get();
  leaving.set(null);
  go?.();
}

interface Unsaved {
  /** Everything is stored: what follows is not asked about. */
  saved: () => void;
  /** Closes the form, after asking where something typed would be lost. */
  close: (go: () => void) => void;
}

/** A form whose content nothing else keeps: while `isUnsaved`, it is not left unasked. */
export function useUnsaved(isUnsaved: boolean): Unsaved {
  const id = useId();
  useEffect(() => {
    if (!isUnsaved) return;
    unsaved.add(id);
    return () => void unsaved.delete(id);
  }, [id, isUnsaved]);
  return { saved: () => void unsaved.delete(id), close: (go) => (isUnsaved ? leaving.set(go) : go()) };
}

/** For what leaves every form. */
export const leave = (go: () => void) => (unsaved.size > 0 ? leaving.set(go) : go());

const pathOf = (address: string) => new URL(address, location.href).pathname;

/** The router's location: another page is asked about first; another part of the same page leaves its forms where they are. */
export const useGuardedLocation: BaseLocationHook = () => {
  const [path, navigate] = useBrowserLocation();
  return useMemo(() => {
    const guarded: typeof navigate = (to, options) => {
      const go = () => navigate(to, options);
      if (pathOf(String(to)) === location.pathname) go();
      else leave(go);
    };
    return [path, guarded];
  }, [path, navigate]);
};

/** Back and forward cannot be stopped: the page is put in place again, and they are repeated when the person agrees. */
export function guardHistory(): void {
  let here = location.href;
  const moved = () => void (here = location.href);
  for (const event of ['pushState', 'replaceState', 'hashchange']) window.addEventListener(event, moved);
  window.addEventListener(
    'popstate',
    (event) => {
      const there = location.href;
      if (unsaved.size === 0 || pathOf(there) === pathOf(here)) return moved();
      event.stopImmediatePropagation();
      history.pushState(event.state, '', here);
      leaving.set(() => {
        unsaved.clear();
        history.back();
      });
    },
    // Before the router hears of it.
    true,
  );
  window.addEventListener('beforeunload', (event) => {
    if (unsaved.size > 0) event.preventDefault();
  });
}
