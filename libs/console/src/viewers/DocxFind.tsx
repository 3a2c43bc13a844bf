import { useEffect, useRef, type RefObject } from 'react';
import { number, t } from '../i18n';
import { canMark, HIGHLIGHT, rangesOf } from './find';
import { FindBar } from './FindBar';

const CURRENT = 'found-now';

/** Goes from place to place with these words. */
export function DocxFind({ host, first }: { host: RefObject<HTMLElement | null>; first: string }) {
  const place = useRef(0);
  useEffect(() => () => [HIGHLIGHT, CURRENT].forEach((name) => canMark() && CSS.highlights.delete(name)), []);
  const find = (wanted: string, isAgain: boolean) => {
    const ranges = rangesOf(host.current!.shadowRoot!.querySelectorAll('p'), wanted);
    place.current = isAgain && ranges.length > 0 ? (place.current + 1) % ranges.length : 0;
    const current = ranges[place.current];
    if (canMark()) {
      CSS.highlights.set(HIGHLIGHT, new Highlight(...ranges));
      CSS.highlights.set(CURRENT, new Highlight(...(current ? [current] : [])));
    }
    if (!current) return t.viewer.notFound;
    current.startContainer.parentElement!.scrollIntoView({ block: 'center' });
    return t.viewer.foundPlace(number(place.current + 1), number(ranges.length));
  };
  return <FindBar next={t.viewer.findNextPlace} first={first} find={find} />;
}
