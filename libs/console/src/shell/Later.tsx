import { useIsFetching } from '@tanstack/react-query';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { Boundary } from '../ui/Boundary';

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

/** What may come after that which the person came for; if it does not come, the page is there without it. */
export function Later({ children }: { children: ReactNode }) {
  const [isTime, setTime] = useState(false);
  const [onRest] = useState(() => () => setTime(true));
  if (!isTime) return <Waiting onRest={onRest} />;
  return (
    <Boundary fallback={null}>
      <Suspense>{children}</Suspense>
    </Boundary>
  );
}
