import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { number, t } from '../i18n';
import { useNear } from './useNear';

const WIDTH = 96;

interface Props {
  pdf: PDFDocumentProxy;
  current: number;
  rotation: number;
  /** Height of a page, of its width. */
  ratio: number;
  onGo: (page: number) => void;
}

function Thumb({ pdf, current, rotation, ratio, onGo, page }: Props & { page: number }) {
  const button = useRef<HTMLButtonElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useNear(button);
  const isHere = page === current;
  useEffect(() => {
    if (isHere) button.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  useEffect(() => {
    const surface = canvas.current!;
    if (!isNear) {
      surface.width = 0;
      return;
    }
    let stop = () => {};
    let isOff = false;
    const draw = async () => {
      const opened = await pdf.getPage(page);
      if (isOff) return;
      const turned = { rotation: (opened.rotate + rotation) % 360 };
      const viewport = opened.getViewport({ scale: WIDTH / opened.getViewport({ scale: 1, ...turned }).width, ...turned });
      Object.assign(surface, { width: viewport.width, height: viewport.height });
      const drawing = opened.render({ canvas: surface, viewport });
      stop = () => drawing.cancel();
      await drawing.promise;
    };
    // Cancelled when it is scrolled away.
    draw().catch(() => undefined);
    return () => {
      isOff = true;
      stop();
    };
  }, [pdf, page, rotation, isNear]);
  return (
    <button
      ref={button}
      type="button"
      className="thumb"
      aria-label={`${t.viewer.page} ${number(page)}`}
      aria-current={isHere ? 'page' : undefined}
      tabIndex={isHere ? 0 : -1}
      onClick={() => onGo(page)}
    >
      <canvas ref={canvas} style={{ width: WIDTH, minHeight: isNear ? undefined : WIDTH * ratio }} />
      {number(page)}
    </button>
  );
}

/** Pages at the side, one tab stop: arrows move, Enter goes there. */
export function PdfThumbs(props: Props) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('.thumb')];
    const at = all.indexOf(event.target as HTMLElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    all[to]?.focus();
  };
  return (
    <nav className="thumbs" aria-label={t.viewer.pages} onKeyDown={onKeyDown}>
      {Array.from({ length: props.pdf.numPages }, (_, index) => (
        <Thumb key={index} {...props} page={index + 1} />
      ))}
    </nav>
  );
}
