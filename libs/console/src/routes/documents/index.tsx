import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { Link, useLocation, useSearchParams } from 'wouter';
import { documents, type Found, type Part } from '../../api/documents';
import { useClient, type Client, type Level } from '../../api/structure';
import { Grid } from '../../grid/Grid';
import { number, t } from '../../i18n';
import { useShortcuts } from '../../shell/keys';
import { density, ROW_HEIGHTS } from '../../shell/preferences';
import { useStore } from '../../store';
import { useDropTarget } from '../../uploads/DropZone';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { NoClient } from '../../ui/NoClient';
import { Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { useNarrow } from '../../ui/useNarrow';
import { useTitle } from '../../ui/useTitle';
import { carryFiles } from '../new/carried';
import { Columns, useHiddenColumns } from './Columns';
import { columnsOf, narrowIfEmpty } from './columns-of';
import { Filters } from './Filters';
import { Removal } from './Removal';
import { askedOf, isFiltered, orderParameter, placeSearch, type Asked } from './search';
import { leaveTrail } from './trail';
import { Views } from './Views';
import { excerptOf, foundWords, Pending, Words } from './Words';

const Signing = lazy(() => import('./Signing'));

type Total = NonNullable<Part['total']>;

const NARROW_ROW = 68;
/** Selections by address, for coming back. */
const selections = new Map<string, ReadonlySet<string>>();
const selectedAt = (address: string): ReadonlySet<string> => selections.get(address) ?? new Set();

/** All that is asked for but the order: the documents are the same. */
const placeOf = ({ order: _, ...place }: Asked) => JSON.stringify(place);

/** Rows in the order of the service. A part without a row may come before the end: then the search goes on by itself. */
function useRows(asked: Asked) {
  // While another order is loaded the rows stay, and with them the place of the keyboard.
  const result = useInfiniteQuery({
    ...documents(asked),
    enabled: asked.client !== '',
    placeholderData: (rows, query) => (query && placeOf(query.queryKey[1] as Asked) === placeOf(asked) ? rows : undefined),
  });
  const { data, hasNextPage, isPlaceholderData, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = result;
  const rows = useMemo(() => [...new Map(data?.pages.flatMap((part) => part.rows).map((row) => [row.id, row])).values()], [data]);
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage]);
  const isLooking = data !== undefined && rows.length === 0 && hasNextPage;
  useEffect(() => {
    if (isLooking) more();
  }, [isLooking, more]);
  const counted = data?.pages[0]?.total;
  // At the end, what was counted to a bound only is known. Rows that stay for the time have no next page.
  const total =
    hasNextPage || isPlaceholderData
      ? (counted ?? null)
      : { value: Math.max(rows.length, counted?.isExact ? counted.value : 0), isExact: true };
  return { ...result, rows, total, more, isLooking };
}

/** The address, with its client. */
const placed = (search: URLSearchParams, client: string) => {
  const whole = new URLSearchParams(search);
  whole.set('cliente', client);
  return whole.toString();
};

/** Where a row leads: of a document that was found by its files, to the place of the words. */
const documentAddress = (client: Client, row: Found) => {
  const excerpt = excerptOf(row);
  if (!excerpt) return `/documentos/${client.id}/${row.code}`;
  const place = new URLSearchParams({ arquivo: excerpt.file, pagina: String(excerpt.page), palavras: foundWords(excerpt) });
  return `/documentos/${client.id}/${row.code}?${place}`;
};

const written = ({ value, isExact }: Total) => (isExact ? number(value) : t.documents.atLeast(number(value)));

function Head({ level, total, mayCreate, create }: { level: Level | undefined; total: Total | null; mayCreate: boolean; create: string }) {
  return (
    <div className="page-head">
      <div className="grow">
        {level && <p className="crumbs">{level.path.split(' > ').slice(0, -1).join(' / ')}</p>}
        <h1 id="title">
          {level?.name ?? t.documents.title} {total !== null && <span className="count">{written(total)}</span>}
        </h1>
      </div>
      {mayCreate && (
        <Link className="button primary" href={create}>
          <Icon name="plus" size={16} /> {t.documents.create}
        </Link>
      )}
    </div>
  );
}

function Results({ client, level, asked }: { client: Client; level: Level | undefined; asked: Asked }) {
  const [location, navigate] = useLocation();
  const [search, setSearch] = useSearchParams();
  const address = `${location}?${search}`;
  const { rows, total, data, error, isPending, refetch, more, isLooking } = useRows(asked);
  const place = placeOf(asked);
  const [shownPlace, setShownPlace] = useState(place);
  const [selected, setSelected] = useState(() => selectedAt(address));
  const [asking, setAsking] = useState<'remove' | 'sign' | null>(null);
  // Another filter begins with nothing selected, and at its top; another order has the same documents.
  if (shownPlace !== place) {
    setShownPlace(place);
    setSelected(selectedAt(address));
    setAsking(null);
  }
  const isNarrow = useNarrow();
  const rowDensity = useStore(density);
  const [hidden, setHidden] = useHiddenColumns(level?.id ?? 'all');
  const hasExcerpts = asked.words !== undefined;
  const columns = useMemo(() => columnsOf(client.levels, level, { isNarrow, hasExcerpts }), [client.levels, level, isNarrow, hasExcerpts]);
  /** By the first part alone, so that nothing moves while more come. */
  const first = data?.pages[0]?.rows;
  const shown = useMemo(
    () => columns.filter(({ id }) => id === 'code' || !hidden.has(id)).map((column) => narrowIfEmpty(column, first ?? [])),
    [columns, hidden, first],
  );
  const creatable = (level ? [level] : client.levels).filter(
    ({ fields, permissions }) => fields.length > 0 && permissions.has('documento.incluir'),
  );
  const create = `/documentos/novo?${placeSearch(client.id, level?.id)}`;
  useShortcuts('list', creatable.length > 0 ? [{ keys: ['n'], what: t.documents.create, run: () => navigate(create) }] : []);
  const takeFiles = (files: readonly File[]) => {
    carryFiles(files);
    navigate(create);
  };
  useDropTarget(creatable.length > 0 ? { text: t.uploads.dropNew(level?.name ?? client.name), take: takeFiles } : null);
  useEffect(() => void selections.set(address, selected), [address, selected]);
  useEffect(
    () => leaveTrail({ client: client.id, list: address, rows, addressOf: (row) => documentAddress(client, row) }),
    [client, address, rows],
  );

  const put = (name: string, values: readonly string[] = []) =>
    setSearch((now) => {
      now.delete(name);
      for (const value of values) now.append(name, value);
      return now;
    });
  const chosen = rows.filter(({ id }) => selected.has(id));
  const may = (permission: string) => client.levels.some(({ permissions }) => permissions.has(permission));
  const [mayRemove, maySign] = [may('documento.excluir'), may('arquivo.assinar') && client.origins.length > 0];
  const deselect = (ids: readonly string[]) => setSelected(new Set([...selected].filter((id) => !ids.includes(id))));
  const filtered = isFiltered(asked);
  return (
    <section className="page fill" aria-labelledby="title">
      <Head level={level} total={data ? total : null} mayCreate={creatable.length > 0} create={create} />
      <div className="toolbar">
        {chosen.length > 0 && (mayRemove || maySign) ? (
          <>
            <strong role="status">{t.documents.selected(chosen.length, number(chosen.length))}</strong>
            {maySign && (
              <Button className="button" onPress={() => setAsking('sign')}>
                <Icon name="pen-tool" size={16} /> {t.sign.action}
              </Button>
            )}
            {mayRemove && (
              <Button className="button danger" onPress={() => setAsking('remove')}>
                <Icon name="trash-2" size={16} /> {t.remove.action}
              </Button>
            )}
          </>
        ) : (
          <>
            <Words client={client} words={asked.words} put={(values) => put('texto', values)} />
            <Filters asked={asked} level={level} put={put} />
            <Views search={placed(search, client.id)} />
            <span className="grow" />
            {data && total !== null && rows.length < total.value && (
              <span className="quiet small not-narrow">{t.documents.loaded(number(rows.length))}</span>
            )}
            <Columns columns={columns} hidden={hidden} onHide={setHidden} />
          </>
        )}
      </div>
      <Pending files={data?.pages.at(-1)?.pending ?? 0} />
      {error && <Problem problem={error} retry={() => void refetch()} />}
      {error && !data ? null : isPending || isLooking ? (
        <>
          {isLooking && <p role="status">{t.documents.looking}</p>}
          <Skeleton rows={14} />
        </>
      ) : rows.length === 0 ? (
        <EmptyState icon="archive" title={filtered ? t.documents.noMatch : t.documents.none}>
          <p className="quiet">{filtered ? t.documents.noMatchHint : level ? t.documents.noneHint : t.documents.noneHintAll}</p>
          {filtered && (
            <Link className="button" href={`/documentos?${placeSearch(client.id, level?.id)}`}>
              {t.documents.clear}
            </Link>
          )}
        </EmptyState>
      ) : (
        <Grid<Found>
          key={place}
          label={level?.name ?? t.documents.title}
          columns={shown}
          rows={rows}
          total={total?.isExact ? total.value : null}
          keyOf={({ id }) => id}
          nameOf={({ code }) => t.document.title(code)}
          hrefOf={(row) => documentAddress(client, row)}
          rowHeight={isNarrow ? NARROW_ROW : ROW_HEIGHTS[rowDensity]}
          selected={selected}
          onSelect={setSelected}
          sort={asked.order}
          onSort={(sort) => put('ordem', [orderParameter(sort)])}
          onEnd={more}
          widthsOf={isNarrow ? undefined : (level?.id ?? 'all')}
          memory={address}
        />
      )}
      {asking === 'remove' && <Removal client={client} documents={chosen} onClose={() => setAsking(null)} onDone={deselect} />}
      {asking === 'sign' && (
        <Suspense>
          <Signing client={client} documents={chosen} onClose={() => setAsking(null)} onDone={deselect} />
        </Suspense>
      )}
    </section>
  );
}

export default function Documents() {
  const [search] = useSearchParams();
  const { client, ...looking } = useClient(search.get('cliente'));
  const asked = askedOf(search, client?.id);
  const level = client?.levels.find(({ id }) => id === asked.level);
  // A link that names its client need not wait for the structure.
  useInfiniteQuery({ ...documents(asked), enabled: asked.client !== '' });
  useTitle(level?.name ?? t.documents.title);
  if (!client) return <NoClient {...looking} />;
  return <Results key={`${client.id} ${asked.level}`} client={client} level={level} asked={asked} />;
}
