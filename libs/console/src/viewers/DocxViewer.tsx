import { useEffect, useRef, useState } from 'react';
import { t } from '../i18n';
import { Notice, Problem } from '../ui/Problem';
import { Skeleton } from '../ui/Skeleton';
import { readDocx, TooLarge, type Shown } from './docx';
import { Frame } from './Frame';
import { useBytes } from './useBytes';
import { useZoom } from './useZoom';
import type { ViewerProps } from './viewer-props';

const PADDING = 48;
/** Pages stand on the ground of the viewer. */
const GROUND = '.docx-wrapper { padding: 0; background: none; }';

/** Its styles reach no further than this element. */
function show(host: HTMLElement, { pages, styles }: Shown): void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [styles, GROUND].map((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    return sheet;
  });
  root.replaceChildren(...pages);
}

/** A Word document as its pages, without what is active in it. */
export default function DocxViewer({ client, file, head }: ViewerProps) {
  const box = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useBytes(client, file.id);
  const [width, setWidth] = useState(0);
  const [problem, setProblem] = useState('');
  const { scale, tools, fitNow } = useZoom(() => (box.current && width > 0 ? (box.current.clientWidth - PADDING) / width : null));
  useEffect(() => {
    if (!data) return;
    let isOff = false;
    let addresses: readonly string[] = [];
    const forget = () => addresses.forEach((address) => URL.revokeObjectURL(address));
    readDocx(data)
      .then((shown) => {
        addresses = shown.addresses;
        if (isOff) return forget();
        show(host.current!, shown);
        setWidth(host.current!.scrollWidth);
      })
      .catch((cause: unknown) => setProblem(cause instanceof TooLarge ? t.viewer.tooLarge : t.viewer.broken));
    return () => {
      isOff = true;
      forget();
    };
  }, [data]);
  // eslint-disable-next-line react-hooks/exhaustive-deps -- once it is shown.
  useEffect(fitNow, [width]);
  const isOpening = width === 0 && !error && !problem;
  return (
    <Frame client={client} file={file.id} name={head.name} isBusy={isOpening} box={box} tools={tools} note={t.viewer.approximate}>
      {error && <Problem problem={error} retry={() => void refetch()} />}
      {problem && <Notice texts={[problem, t.viewer.cannotHint]} />}
      {isOpening && <Skeleton rows={6} />}
      <div className="word" hidden={problem !== ''}>
        <div ref={host} style={{ zoom: scale }} />
      </div>
    </Frame>
  );
}
