import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useSearchParams } from 'wouter';
import { headOf, type StoredFile } from '../api/files';
import { bytes, t } from '../i18n';
import { EmptyState } from '../ui/EmptyState';
import { Problem } from '../ui/Problem';
import { Skeleton } from '../ui/Skeleton';
import { Frame } from './Frame';
import { kindOf, type Kind } from './which';

const TextViewer = lazy(() => import('./TextViewer'));
const VIEWERS = {
  pdf: lazy(() => import('./PdfViewer')),
  image: lazy(() => import('./ImageViewer')),
  tiff: lazy(() => import('./TiffViewer')),
  docx: lazy(() => import('./DocxViewer')),
  xml: TextViewer,
  text: TextViewer,
};
/** In bytes: decoded they take many times as much memory. */
const LARGEST: Partial<Record<Kind, number>> = { image: 60_000_000, tiff: 60_000_000, docx: 30_000_000 };

/** A file beside its document. */
export function Viewer({ client, file }: { client: string; file: StoredFile }) {
  const [search, setSearch] = useSearchParams();
  const { data: head, error, refetch } = useQuery(headOf(client, file.id));
  if (error && !head) return <Problem problem={error} retry={() => void refetch()} />;
  if (!head) return <Skeleton rows={8} />;
  const kind = kindOf(head.name);
  const isTooLarge = kind !== null && head.size > (LARGEST[kind] ?? Infinity);
  if (!kind || isTooLarge)
    return (
      <Frame client={client} file={file.id} name={head.name}>
        <EmptyState icon="file" title={isTooLarge ? t.viewer.tooLarge : t.viewer.cannot}>
          <p className="quiet">{`${bytes(head.size)}. ${t.viewer.cannotHint}`}</p>
        </EmptyState>
      </Frame>
    );
  const Chosen = VIEWERS[kind];
  const onPage = (page: number) =>
    setSearch(
      (now) => {
        now.set('arquivo', file.id);
        now.set('pagina', String(page));
        return now;
      },
      { replace: true },
    );
  const page = search.get('arquivo') === file.id ? Math.max(1, Number(search.get('pagina')) || 1) : 1;
  const words = search.get('arquivo') === file.id ? (search.get('palavras') ?? '') : '';
  return (
    <Suspense fallback={<Skeleton rows={8} />}>
      <Chosen client={client} file={file} head={head} page={page} words={words} onPage={onPage} />
    </Suspense>
  );
}
