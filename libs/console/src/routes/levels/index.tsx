import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { useLocation, useParams, useSearchParams } from 'wouter';
import { archive, newId, type Archive, type ArchiveLevel } from '../../api/archive';
import { useClient, type Client } from '../../api/structure';
import { t } from '../../i18n';
import { Ask } from '../../ui/Ask';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { NoClient } from '../../ui/NoClient';
import { Notice, Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { complain } from '../../ui/Toasts';
import { useTitle } from '../../ui/useTitle';
import { useStore } from '../../store';
import { placeSearch } from '../documents/search';
import { draftOf, levelsOf } from './draft';
import { LevelForm } from './LevelForm';
import { Moving } from './Moving';
import type { Sorted } from './plan';
import { Review } from './Review';
import { added, placeOf, removed } from './tree';
import { TreeEditor } from './TreeEditor';

const NOTHING: Sorted = { byId: {}, above: [], first: undefined };

function Editor({ client, stored, read }: { client: Client; stored: Archive; read: () => Promise<unknown> }) {
  const { id } = useParams<{ id?: string }>();
  const [, navigate] = useLocation();
  const kept = draftOf(client.id);
  const draft = useStore(kept);
  const levels = levelsOf(draft, stored);
  const [problems, setProblems] = useState(NOTHING);
  const [open, setOpen] = useState<'review' | 'discard' | null>(null);
  const [moving, setMoving] = useState<string | null>(null);
  const place = id === undefined ? undefined : placeOf(levels, id);
  const go = (to?: string) => navigate(`/niveis${to ? `/${to}` : ''}?${placeSearch(client.id)}`);
  const change = (next: readonly ArchiveLevel[]) => kept.set({ etag: draft?.etag ?? stored.etag, levels: next });
  const add = (parent: string | null) => {
    const level = { id: newId(), name: '', fields: [] };
    change(added(levels, parent, level));
    go(level.id);
  };
  const remove = (gone: string) => {
    change(removed(levels, gone));
    go();
  };
  /** What was typed goes when there is something to show in its place. */
  const discard = async () => {
    await read();
    kept.set(null);
    setProblems(NOTHING);
    setOpen(null);
  };
  const isChanged = draft !== null && JSON.stringify(draft.levels) !== JSON.stringify(levelsOf(null, stored));
  useTitle(place?.level.name || t.levels.title);
  return (
    <section className="page fill" aria-labelledby="title">
      <div className="page-head">
        <div className="grow">
          <h1 id="title">{t.levels.title}</h1>
        </div>
        <Button className="button" onPress={() => add(null)}>
          <Icon name="plus" size={16} /> {t.levels.add}
        </Button>
        {draft && (
          <>
            <Button className="button" onPress={() => (isChanged ? setOpen('discard') : void discard().catch(complain))}>
              {t.form.discard}
            </Button>
            <Button className="button primary" onPress={() => setOpen('review')}>
              {t.levels.review}
            </Button>
          </>
        )}
      </div>
      {draft && problems.above.length === 0 && <p className="quiet">{t.levels.unsaved}</p>}
      {problems.above.length > 0 && <Notice texts={problems.above} />}
      {levels.length === 0 ? (
        <EmptyState icon="list-tree" title={t.levels.none}>
          <p className="quiet">{t.levels.noneHint}</p>
        </EmptyState>
      ) : (
        <div className="split levels-split">
          <TreeEditor
            levels={levels}
            chosen={id}
            hrefOf={(level) => `/niveis/${level}?${placeSearch(client.id)}`}
            act={{ add, remove, move: setMoving, change }}
          />
          <div className="level-form">
            {place ? (
              <LevelForm
                key={place.level.id}
                place={place}
                levels={levels}
                lists={stored.client.lists ?? []}
                problems={problems.byId}
                onChange={change}
              />
            ) : (
              <EmptyState icon="list-tree" title={id ? t.levels.missing : t.levels.choose} />
            )}
          </div>
        </div>
      )}
      {moving && <Moving id={moving} levels={levels} onChange={change} onClose={() => setMoving(null)} />}
      {open === 'discard' && (
        <Ask
          title={t.levels.discardTitle}
          text={t.levels.discardText}
          choices={[{ name: t.form.discard, isBad: true, work: discard }]}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'review' && draft && (
        <Review
          client={client}
          stored={stored}
          draft={draft}
          onClose={() => setOpen(null)}
          onRebase={(etag) => kept.set({ ...draft, etag })}
          onDone={discard}
          onProblems={(found) => {
            setProblems(found);
            if (found.first === undefined) return;
            setOpen(null);
            go(found.first);
          }}
        />
      )}
    </section>
  );
}

export default function Levels() {
  const [search] = useSearchParams();
  const { client, ...looking } = useClient(search.get('cliente'));
  const { data, error, refetch } = useQuery({ ...archive(client?.id ?? ''), enabled: client !== undefined });
  useTitle(t.levels.title);
  if (!client) return <NoClient {...looking} />;
  if (error && !data) return <Problem problem={error} retry={() => void refetch()} isPage />;
  if (!data) return <Skeleton rows={12} isPage />;
  return <Editor key={client.id} client={client} stored={data} read={() => refetch({ throwOnError: true })} />;
}
