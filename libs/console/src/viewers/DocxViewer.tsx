import { useEffect, useRef, useState } from 'react';
import { t } from '../i18n';
import { Notice, Problem } from '../ui/Problem';
import { Skeleton } from '../ui/Skeleton';
import { complain } from '../ui/Toasts';
import { readDocx, TooLarge, type Shown } from './docx';
import { DocxFind } from './DocxFind';
import { Frame, Tool } from './Frame';
import { print } from './print';
import { useBytes } from './useBytes';
import { useZoom } from './useZoom';
import type { ViewerProps } from './viewer-props';

const PADDING = 48;
/** Pages stand on the ground of the viewer. */
const GROUND = `
  .docx-wrapper { padding: 0; background: none; }
  ::highlight(found) { background: rgb(255 213 74 / 45%); }
  ::highlight(found-now) { background: rgb(255 150 50 / 70%); }`;
/** The margins are those of the paper: a page may be longer than a sheet. */
const PAPER = `
  .docx-wrapper { display: block !important; padding: 0 !important; background: none !important; }
  .docx-wrapper > section { display: block !important; overflow: visible !important; width: auto !important; min-height: 0 !important; margin: 0 !important; padding: 0 !important; box-shadow: none !important; }
  .docx-wrapper > section > :is(header, footer) { margin: 0 !important; }
  .docx-wrapper > section:not(:last-child) { break-after: page; }`;

function sheetOf(text: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  return sheet;
}

/** Its styles reach no further than this element. */
function show(host: HTMLElement, { pages, styles }: Shown): void {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [styles, GROUND].map(sheetOf);
  root.replaceChildren(...pages);
}

/** On paper of the size of the first page. */
async function printDocx(host: HTMLElement): Promise<void> {
  const shown = host.shadowRoot!;
  const page = getComputedStyle(shown.querySelector('section')!);
  const sheets = document.createElement('div');
  const root = sheets.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
  root.adoptedStyleSheets = [...shown.adoptedStyleSheets, sheetOf(PAPER)];
  root.append(...[...shown.childNodes].map((node) => node.cloneNode(true)));
  await Promise.allSettled([...root.querySelectorAll('img')].map((image) => image.decode()));
  print(sheets, `size: ${page.width} ${page.minHeight}; margin: ${page.padding}`);
}

/** A Word document as its pages, without what is active in it. */
export default function DocxViewer({ client, file, head, words }: ViewerProps) {
  const box = useRef<HTMLDivElement>(null);
  const host = useRef<HTMLDivElement>(null);
  const { data, error, refetch } = useBytes(client, file.id);
  const [width, setWidth] = useState(0);
  const [problem, setProblem] = useState('');
  const [isFinding, setFinding] = useState(words !== '');
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
    <Frame
      client={client}
      file={file.id}
      name={head.name}
      isBusy={isOpening}
      box={box}
      note={t.viewer.approximate}
      tools={
        <>
          {tools}
          <Tool label={t.viewer.find} icon="search" isDisabled={width === 0} isOpen={isFinding} onPress={() => setFinding(!isFinding)} />
          <Tool
            label={t.viewer.print}
            icon="printer"
            isDisabled={width === 0}
            onPress={() => void printDocx(host.current!).catch(complain)}
          />
        </>
      }
      below={isFinding && width > 0 && <DocxFind host={host} first={words} />}
    >
      {error && <Problem problem={error} retry={() => void refetch()} />}
      {problem && <Notice texts={[problem, t.viewer.cannotHint]} />}
      {isOpening && <Skeleton rows={6} />}
      <div className="word" hidden={problem !== ''}>
        <div ref={host} style={{ zoom: scale }} />
      </div>
    </Frame>
  );
}
