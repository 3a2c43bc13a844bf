import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useState, type RefObject } from 'react';
import { number, t } from '../i18n';
import { fold, useHighlights } from './find';
import { FindBar } from './FindBar';

async function textOf(pdf: PDFDocumentProxy, page: number): Promise<string> {
  const { items } = await (await pdf.getPage(page)).getTextContent();
  return fold(items.map((item) => ('str' in item ? item.str + (item.hasEOL ? ' ' : '') : '')).join(''));
}

interface Props {
  pdf: PDFDocumentProxy;
  box: RefObject<HTMLElement | null>;
  current: number;
  first: string;
  onGo: (page: number) => void;
}

/** Goes from page to page with these words. */
export function PdfFind({ pdf, box, current, first, onGo }: Props) {
  const [marked, setMarked] = useState('');
  // The texts that lie above the pictures of the pages.
  useHighlights(box, '.words', marked);
  const find = async (wanted: string, isAgain: boolean) => {
    setMarked(wanted);
    // The same words again: the next page with them, at last this one again.
    const from = isAgain ? 1 : 0;
    for (let step = from; step < pdf.numPages + from; step += 1) {
      const page = ((current - 1 + step) % pdf.numPages) + 1;
      if (!(await textOf(pdf, page)).includes(wanted)) continue;
      onGo(page);
      return t.viewer.foundOn(number(page));
    }
    return t.viewer.notFound;
  };
  return <FindBar next={t.viewer.findNext} first={first} find={find} />;
}
