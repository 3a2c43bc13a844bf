import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState, type FormEvent, type RefObject } from 'react';
import { Button } from 'react-aria-components';
import { number, t } from '../i18n';

const HIGHLIGHT = 'found';
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

async function wordsOf(pdf: PDFDocumentProxy, page: number): Promise<string> {
  const { items } = await (await pdf.getPage(page)).getTextContent();
  return fold(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join(''));
}

/** Where the words stand within what lies above the pictures of the pages. */
function rangesOf(box: Element, wanted: string): Range[] {
  const ranges: Range[] = [];
  const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
  while (wanted !== '' && texts.nextNode()) {
    const node = texts.currentNode as Text;
    if (!node.parentElement?.closest('.words')) continue;
    const text = fold(node.data);
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, Math.min(node.length, at + wanted.length));
      ranges.push(range);
    }
  }
  return ranges;
}

/** Pages are drawn while they are scrolled to: marks follow. */
function useHighlights(box: RefObject<HTMLElement | null>, wanted: string): void {
  useEffect(() => {
    const place = box.current;
    // Older browsers go to the page, and mark nothing.
    if (!place || !('highlights' in CSS)) return;
    const mark = () => CSS.highlights.set(HIGHLIGHT, new Highlight(...rangesOf(place, wanted)));
    const watch = new MutationObserver(mark);
    watch.observe(place, { childList: true, subtree: true });
    mark();
    return () => {
      watch.disconnect();
      CSS.highlights.delete(HIGHLIGHT);
    };
  }, [box, wanted]);
}

interface Props {
  pdf: PDFDocumentProxy;
  box: RefObject<HTMLElement | null>;
  current: number;
  onGo: (page: number) => void;
}

/** Goes from page to page with these words; signs and capitals are no matter. */
export function PdfFind({ pdf, box, current, onGo }: Props) {
  const [asked, setAsked] = useState('');
  const [said, setSaid] = useState('');
  const [isBusy, setBusy] = useState(false);
  useHighlights(box, asked);
  const find = async (wanted: string) => {
    // The same words again: the next page with them, at last this one again.
    const first = wanted === asked ? 1 : 0;
    for (let step = first; step < pdf.numPages + first; step += 1) {
      const page = ((current - 1 + step) % pdf.numPages) + 1;
      if (!(await wordsOf(pdf, page)).includes(wanted)) continue;
      onGo(page);
      return t.viewer.foundOn(number(page));
    }
    return t.viewer.notFound;
  };
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wanted = fold(String(new FormData(event.currentTarget).get('words')).trim());
    if (wanted === '') return;
    setBusy(true);
    setSaid(await find(wanted).catch(() => t.viewer.broken));
    setAsked(wanted);
    setBusy(false);
  };
  return (
    <form className="viewer-find row" role="search" onSubmit={(event) => void submit(event)}>
      <input className="input" name="words" type="search" aria-label={t.viewer.find} placeholder={t.viewer.find} autoFocus />
      <Button className="button" type="submit" isPending={isBusy}>
        {t.viewer.findNext}
      </Button>
      <span className="quiet small nowrap" role="status">
        {said}
      </span>
    </form>
  );
}
