import { TextLayer, type PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useRef, useState } from 'react';
import { t } from '../i18n';
import { useNear } from './useNear';

interface Props {
  pdf: PDFDocumentProxy;
  index: number;
  scale: number;
  rotation: number;
  /** Of the first page, until this one is measured. */
  guess: { width: number; height: number };
}

/** One page, drawn when it comes near; its words lie above the picture, to be selected and read aloud. */
export function PdfPage({ pdf, index, scale, rotation, guess }: Props) {
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = useRef<HTMLDivElement>(null);
  const isNear = useNear(frame);
  const [size, setSize] = useState<{ width: number; height: number } | null>(null);
  useEffect(() => {
    if (!isNear) {
      canvas.current!.width = 0;
      return;
    }
    let isOff = false;
    let stop = () => {};
    const draw = async () => {
      const page = await pdf.getPage(index);
      if (isOff) return;
      const viewport = page.getViewport({ scale, rotation: (page.rotate + rotation) % 360 });
      setSize({ width: viewport.width / scale, height: viewport.height / scale });
      const density = Math.min(devicePixelRatio, 2);
      const [surface, container] = [canvas.current!, words.current!];
      surface.width = viewport.width * density;
      surface.height = viewport.height * density;
      const drawing = page.render({ canvas: surface, viewport, transform: [density, 0, 0, density, 0, 0] });
      container.replaceChildren();
      container.style.setProperty('--total-scale-factor', String(scale));
      const layer = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
      stop = () => (drawing.cancel(), layer.cancel());
      await Promise.all([drawing.promise, layer.render()]);
    };
    // Cancelled when it is scrolled away or drawn anew.
    draw().catch(() => undefined);
    return () => {
      isOff = true;
      stop();
    };
  }, [pdf, index, scale, rotation, isNear]);
  const { width, height } = size ?? guess;
  return (
    <div
      ref={frame}
      className="paper"
      data-page={index}
      role="region"
      aria-label={`${t.viewer.page} ${index}`}
      style={{ width: width * scale, height: height * scale }}
    >
      <canvas ref={canvas} />
      <div ref={words} className="words" />
    </div>
  );
}
