import { useEffect, useState, type RefObject } from 'react';

/** Whether it is in view, or soon: a picture of every page would fill the memory. */
export function useNear(place: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting ?? false), { rootMargin: '800px' });
    watch.observe(place.current!);
    return () => watch.disconnect();
  }, [place]);
  return isNear;
}
