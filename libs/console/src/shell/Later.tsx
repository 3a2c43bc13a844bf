import { useIsFetching } from '@tanstack/react-query';
import { Suspense, useEffect, useState, type ReactNode } from 'react';

/** A page that is never at rest gets the rest, too. */
const LONGEST_WAIT_MS = 1500;

function Waiting({ onRest }: { onRest: () => void }) {
  const isBusy = useIsFetching() > 0;
  useEffect(() => {
    const longest = setTimeout(onRest, LONGEST_WAIT_MS);
    return () => clearTimeout(longest);
  }, [onRest]);
  useEffect(() => {
    if (isBusy) return;
    let drawn = 0;
    // The frame after that in which the answers are shown.
    const frame = requestAnimationFrame(() => (drawn = window.setTimeout(onRest)));
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(drawn);
    };
  }, [isBusy, onRest]);
  return null;
}

/** What may come after that which the person came for. */
export function Later({ children }: { children: ReactNode }) {
  const [isTime, setTime] = useState(false);
  const [onRest] = useState(() => () => setTime(true));
  return isTime ? <Suspense>{children}</Suspense> : <Waiting onRest={onRest} />;
}
