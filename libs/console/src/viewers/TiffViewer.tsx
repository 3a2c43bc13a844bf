import { useEffect, useRef, useState } from 'react';
import { number, t } from '../i18n';
import { Notice, Problem } from '../ui/Problem';
import { Skeleton } from '../ui/Skeleton';
import { Frame, Tool } from './Frame';
import type { TiffAnswer, TiffAsk } from './tiff-worker';
import { useBytes } from './useBytes';
import { usePageKeys, useRotation, useZoom } from './useZoom';
import type { ViewerProps } from './viewer-props';

const PADDING = 48;

/** One page at a time, decoded beside the page's own thread. */
export default function TiffViewer({ client, file, head, page, onPage }: ViewerProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const worker = useRef<Worker>(null);
  const { data, error, refetch } = useBytes(client, file.id);
  const [pages, setPages] = useState(0);
  const [width, setWidth] = useState(0);
  const [isBroken, setBroken] = useState(false);
  const { scale, tools, fitNow } = useZoom(() => (box.current && width > 0 ? (box.current.clientWidth - PADDING) / width : null));
  const { rotation, tool } = useRotation();
  const at = Math.min(page, Math.max(1, pages));
  usePageKeys(at, pages, onPage);
  useEffect(() => {
    if (!data) return;
    const made = new Worker(new URL('./tiff-worker.ts', import.meta.url), { type: 'module' });
    worker.current = made;
    made.addEventListener('message', ({ data: answer }: MessageEvent<TiffAnswer>) => {
      if ('broken' in answer) return setBroken(true);
      if ('pages' in answer) return setPages(answer.pages);
      const surface = canvas.current;
      if (!surface) return;
      surface.width = answer.width;
      surface.height = answer.height;
      surface.getContext('2d')!.putImageData(new ImageData(new Uint8ClampedArray(answer.pixels.buffer), answer.width, answer.height), 0, 0);
      setWidth(answer.width);
    });
    made.addEventListener('error', () => setBroken(true));
    void data.arrayBuffer().then((open) => made.postMessage({ open } satisfies TiffAsk, [open]));
    return () => made.terminate();
  }, [data]);
  useEffect(() => {
    if (pages > 0) worker.current?.postMessage({ page: at - 1 } satisfies TiffAsk);
  }, [pages, at]);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- once a page has another width.
  useEffect(fitNow, [width]);
  return (
    <Frame
      client={client}
      file={file.id}
      name={head.name}
      isBusy={width === 0 && !error && !isBroken}
      box={box}
      note={pages > 0 ? t.viewer.of(number(at), number(pages)) : undefined}
      tools={
        <>
          <Tool label={`${t.viewer.page} ${at - 1}`} icon="chevron-left" isDisabled={at <= 1} onPress={() => onPage(at - 1)} />
          <Tool label={`${t.viewer.page} ${at + 1}`} icon="chevron-right" isDisabled={at >= pages} onPress={() => onPage(at + 1)} />
          {tools}
          {tool}
        </>
      }
    >
      {error && <Problem problem={error} retry={() => void refetch()} />}
      {isBroken && <Notice texts={[t.viewer.broken]} />}
      {!error && !isBroken && width === 0 && <Skeleton rows={6} />}
      <canvas
        ref={canvas}
        className="picture"
        role="img"
        aria-label={`${head.name}, ${t.viewer.of(number(at), number(Math.max(1, pages)))}`}
        hidden={width === 0 || isBroken}
        style={{ zoom: scale, rotate: `${rotation}deg` }}
      />
    </Frame>
  );
}
