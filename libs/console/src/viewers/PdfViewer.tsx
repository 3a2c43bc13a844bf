import { getDocument, GlobalWorkerOptions, VerbosityLevel, type PDFDocumentProxy } from 'pdfjs-dist';
import worker from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import { useEffect, useRef, useState } from 'react';
import { addressOf, authorization } from '../api/call';
import { filePath } from '../api/files';
import { session } from '../api/session';
import { BASE } from '../base';
import { number, t } from '../i18n';
import { Notice } from '../ui/Problem';
import { Frame, Tool } from './Frame';
import { PdfFind } from './PdfFind';
import { PdfPage } from './PdfPage';
import { PdfThumbs } from './PdfThumbs';
import { Signatures } from './Signatures';
import { signaturesIn, type Signature } from './signatures';
import { usePrinting } from './usePrinting';
import { usePageKeys, useRotation, useZoom } from './useZoom';
import type { ViewerProps } from './viewer-props';

GlobalWorkerOptions.workerSrc = worker;

const PADDING = 48;
const PARTS = `${BASE}/pdfjs`;

export default function PdfViewer({ client, file, head, page, words, onPage }: ViewerProps) {
  const box = useRef<HTMLDivElement>(null);
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null);
  const [guess, setGuess] = useState({ width: 595, height: 842 });
  const [signatures, setSignatures] = useState<readonly Signature[]>([]);
  const [problem, setProblem] = useState('');
  const { scale, tools, fitNow } = useZoom(() => box.current && (box.current.clientWidth - PADDING) / guess.width);
  const { rotation, tool } = useRotation();
  const [current, setCurrent] = useState(page);
  const [isFinding, setFinding] = useState(words !== '');
  const [hasThumbs, setThumbs] = useState(false);
  const printing = usePrinting(pdf);
  const go = (to: number) => box.current?.querySelector(`[data-page="${to}"]`)?.scrollIntoView({ block: 'start' });
  usePageKeys(current, pdf?.numPages ?? 0, go);
  useEffect(() => {
    const loading = getDocument({
      url: addressOf(filePath(client, file.id)),
      httpHeaders: { Accept: 'application/octet-stream', ...authorization(session.get()?.Token ?? '') },
      isEvalSupported: false,
      verbosity: VerbosityLevel.ERRORS,
      // The policy of the page allows no WebAssembly; PDF.js has the same decoders as scripts.
      useWasm: false,
      wasmUrl: `${PARTS}/wasm/`,
      cMapUrl: `${PARTS}/cmaps/`,
      standardFontDataUrl: `${PARTS}/standard_fonts/`,
    });
    loading.promise
      .then(async (opened) => {
        const { width, height } = (await opened.getPage(1)).getViewport({ scale: 1 });
        setGuess({ width, height });
        setPdf(opened);
        const { info } = await opened.getMetadata();
        setSignatures(signaturesIn((info as { Custom?: Record<string, unknown> }).Custom ?? {}));
      })
      .catch((cause: Error) => {
        if (!loading.destroyed) setProblem(cause.name === 'PasswordException' ? t.viewer.password : t.viewer.broken);
      });
    return () => void loading.destroy();
  }, [client, file.id]);
  const isFitted = useRef(false);
  useEffect(() => {
    if (!pdf || isFitted.current) return;
    isFitted.current = true;
    fitNow();
    // Only after the pages have their height.
    requestAnimationFrame(() => {
      const [place, paper] = [box.current, box.current?.querySelector(`[data-page="${page}"]`)];
      if (place && paper && page > 1) place.scrollTop += paper.getBoundingClientRect().top - place.getBoundingClientRect().top;
    });
  });
  const onScroll = () => {
    const { top } = box.current!.getBoundingClientRect();
    const papers = [...box.current!.querySelectorAll<HTMLElement>('[data-page]')];
    const shown = papers.find((paper) => paper.getBoundingClientRect().bottom > top + PADDING);
    const at = Number(shown?.dataset.page ?? 1);
    if (at === current) return;
    setCurrent(at);
    onPage(at);
  };
  return (
    <Frame
      client={client}
      file={file.id}
      name={head.name}
      isBusy={!pdf && !problem}
      box={box}
      onScroll={onScroll}
      below={
        <>
          {pdf && isFinding && <PdfFind pdf={pdf} box={box} current={current} first={words} onGo={go} />}
          {printing.status}
        </>
      }
      beside={
        pdf && hasThumbs && <PdfThumbs pdf={pdf} current={current} rotation={rotation} ratio={guess.height / guess.width} onGo={go} />
      }
      note={pdf ? t.viewer.of(number(current), number(pdf.numPages)) : undefined}
      tools={
        <>
          <Tool label={t.viewer.pages} icon="panel-left" isDisabled={!pdf} isOpen={hasThumbs} onPress={() => setThumbs(!hasThumbs)} />
          {tools}
          {tool}
          <Tool label={t.viewer.find} icon="search" isDisabled={!pdf} isOpen={isFinding} onPress={() => setFinding(!isFinding)} />
          {printing.tool}
          <Signatures signatures={signatures} />
        </>
      }
    >
      {problem && <Notice texts={[problem]} />}
      {!pdf && !problem && (
        <p className="quiet" role="status">
          {t.viewer.opening}
        </p>
      )}
      {pdf &&
        Array.from({ length: pdf.numPages }, (_, index) => (
          <PdfPage key={index} pdf={pdf} index={index + 1} scale={scale} rotation={rotation} guess={guess} />
        ))}
    </Frame>
  );
}
