import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ToggleButton } from 'react-aria-components';
import { call } from '../api/call';
import { filePath } from '../api/files';
import { t } from '../i18n';
import { Problem } from '../ui/Problem';
import { Skeleton } from '../ui/Skeleton';
import { fold, rangesOf, useHighlights } from './find';
import { Frame } from './Frame';
import { noteOf } from './note';
import { NoteView } from './NoteView';
import type { ViewerProps } from './viewer-props';
import { kindOf } from './which';

/** Longer texts are for a program of their own. An invoice of 990 items has about 1 MB. */
const LONGEST = { text: 200_000, xml: 4_000_000 };

async function textOf(client: string, file: string, longest: number, signal: AbortSignal): Promise<string> {
  const headers = { Accept: 'application/octet-stream', Range: `bytes=0-${longest - 1}` };
  const bytes = new Uint8Array(await (await call('GET', filePath(client, file), { headers, signal })).arrayBuffer());
  const declared = /^<\?xml[^>]*encoding=["']([\w-]+)/.exec(new TextDecoder('latin1').decode(bytes.subarray(0, 200)))?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8', { fatal: true }).decode(bytes, { stream: true });
  } catch {
    // Neither what it declares nor UTF-8: older programs write this.
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Text as text, an invoice as its own view with the XML beside it. */
export default function TextViewer({ client, file, head, words }: ViewerProps) {
  const isXml = kindOf(head.name) === 'xml';
  const longest = isXml ? LONGEST.xml : LONGEST.text;
  const { data, error, refetch } = useQuery({
    queryKey: ['text', file.id],
    queryFn: ({ signal }) => textOf(client, file.id, longest, signal),
    staleTime: Infinity,
  });
  const note = useMemo(() => (isXml && data ? noteOf(new DOMParser().parseFromString(data, 'application/xml')) : null), [isXml, data]);
  const [isRaw, setRaw] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useHighlights(box, 'pre', fold(words));
  useEffect(() => {
    const [place, found] = [box.current, rangesOf(box.current?.querySelectorAll('pre') ?? [], fold(words))[0]];
    if (place && found) place.scrollTop += found.getBoundingClientRect().top - place.getBoundingClientRect().top - place.clientHeight / 2;
  }, [data, words]);
  return (
    <Frame
      client={client}
      file={file.id}
      name={head.name}
      box={box}
      isBusy={data === undefined && !error}
      tools={
        note && (
          <ToggleButton className="button ghost" isSelected={isRaw} onChange={setRaw}>
            {t.viewer.raw}
          </ToggleButton>
        )
      }
    >
      {error && <Problem problem={error} retry={() => void refetch()} />}
      {data === undefined && !error && <Skeleton rows={6} />}
      {data !== undefined && head.size > longest && <p className="quiet">{t.viewer.cut}</p>}
      {note && !isRaw ? <NoteView note={note} /> : data !== undefined && <pre>{data.slice(0, LONGEST.text)}</pre>}
    </Frame>
  );
}
