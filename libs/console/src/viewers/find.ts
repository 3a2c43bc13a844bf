import { useEffect, type RefObject } from 'react';

export const HIGHLIGHT = 'found';
/** Signs and capitals are no matter. */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Where the words stand within an element, over the bounds of the elements in it. */
function rangesIn(block: Element, wanted: string): Range[] {
  let text = '';
  /** Of each character of the text. */
  const places: [node: Text, offset: number, length: number][] = [];
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let last: Text | undefined;
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Text) {
      last = node;
      let offset = 0;
      for (const letter of node.data) {
        const folded = fold(letter);
        text += folded;
        for (let index = 0; index < folded.length; index += 1) places.push([node, offset, letter.length]);
        offset += letter.length;
      }
    } else if (node.nodeName === 'BR' && last) {
      text += ' ';
      places.push([last, last.length, 0]);
    }
  }
  const ranges: Range[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
    const [first, offset] = places[at]!;
    const [end, endOffset, length] = places[at + wanted.length - 1]!;
    const range = new Range();
    range.setStart(first, offset);
    range.setEnd(end, endOffset + length);
    ranges.push(range);
  }
  return ranges;
}

export const rangesOf = (blocks: Iterable<Element>, wanted: string): Range[] =>
  wanted === '' ? [] : [...blocks].flatMap((block) => rangesIn(block, wanted));

/** Older browsers go to the place, and mark nothing. */
export const canMark = () => 'highlights' in CSS;

/** Marks the words in these elements of a place, of what is drawn there later, too. */
export function useHighlights(box: RefObject<HTMLElement | null>, selector: string, wanted: string): void {
  useEffect(() => {
    const place = box.current;
    if (!place || !canMark()) return;
    const mark = () => CSS.highlights.set(HIGHLIGHT, new Highlight(...rangesOf(place.querySelectorAll(selector), wanted)));
    const watch = new MutationObserver(mark);
    watch.observe(place, { childList: true, subtree: true });
    mark();
    return () => {
      watch.disconnect();
      CSS.highlights.delete(HIGHLIGHT);
    };
  }, [box, selector, wanted]);
}
