import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { number, t } from '../i18n';
import { complain, say } from '../ui/Toasts';
import { Tool } from './Frame';
import { MOST_PRINTED, printPdf } from './print-pdf';

/** The button that prints, and how far it is. */
export function usePrinting(pdf: PDFDocumentProxy | null) {
  const [page, setPage] = useState(0);
  const work = useRef<AbortController>(null);
  useEffect(() => () => work.current?.abort(), [pdf]);
  const print = async (opened: PDFDocumentProxy) => {
    if (opened.numPages > MOST_PRINTED) return say(t.viewer.printTooLong(number(MOST_PRINTED)));
    const { signal } = (work.current = new AbortController());
    await printPdf(opened, setPage, signal).catch((problem: unknown) => !signal.aborted && complain(problem));
    setPage(0);
  };
  return {
    tool: <Tool label={t.viewer.print} icon="printer" isDisabled={!pdf || page > 0} onPress={() => pdf && void print(pdf)} />,
    status: pdf && page > 0 && (
      <p className="viewer-find row" role="status">
        <progress aria-label={t.viewer.print} max={pdf.numPages} value={page} />
        <span className="grow small">{t.viewer.printing(number(page), number(pdf.numPages))}</span>
        <Button className="button" onPress={() => work.current?.abort()}>
          {t.cancel}
        </Button>
      </p>
    ),
  };
}
