import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { Button } from 'react-aria-components';
import { Link, useLocation, useSearchParams } from 'wouter';
import { documents, type Found } from '../../api/documents';
import { useClient, type Client, type Level } from '../../api/structure';
import { Grid } from '../../grid/Grid';
import type { Sort } from '../../grid/types';
import { number, t } from '../../i18n';
import { compareValues } from '../../i18n/format';
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
import { columnsOf, sortValue } from './columns-of';
import { Filters } from './Filters';
import { Removal } from './Removal';
import { askedOf, isFiltered, placeSearch, type Asked } from './search';
import { leaveTrail } from './trail';

/** More rows than these are not loaded only to sort them. */
const SORTABLE = 500;
const ROW = { narrow: 68, wide: 40 };
/** Selections by address, for coming back. */
const selections = new Map<string, ReadonlySet<string>>();

/** Rows in the order in which they are shown. An order of only some rows would be wrong about the others: sorting loads all. */
function useRows(asked: Asked) {
  const result = useInfiniteQuery({ ...documents(asked), enabled: asked.client !== '' });
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = result;
  const [sort, setSort] = useState<Sort>();
  const total = data?.pages[0]?.total ?? 0;
  const all = useMemo(() => [...new Map(data?.pages.flatMap(({ rows }) => rows).map((row) => [row.id, row])).values()], [data]);
  const isComplete = !hasNextPage;
  const rows = useMemo(() => {
    if (!sort || !isComplete) return all;
    const turn = sort.direction === 'descending' ? -1 : 1;
    return all.toSorted((one, other) => turn * compareValues(sortValue(one, sort.column), sortValue(other, sort.column)));
  }, [all, isComplete, sort]);
  const more = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  useEffect(() => {
    if (sort && !isComplete) more();
  }, [sort, isComplete, more]);
  const canSort = total > 0 && total <= SORTABLE;
  return { ...result, rows, total, more, sort, onSort: canSort ? setSort : undefined };
}

function Head({ level, total, mayCreate, create }: { level: Level | undefined; total: number | null; mayCreate: boolean; create: string }) {
  return (
    <div className="page-head">
      <div className="grow">
        {level && <p className="crumbs">{level.path.split(' > ').slice(0, -1).join(' / ')}</p>}
        <h1 id="title">
          {level?.name ?? t.documents.title} {total !== null && <span className="count">{number(total)}</span>}
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
  const { rows, total, data, error, isPending, refetch, more, sort, onSort } = useRows(asked);
  const [selected, setSelected] = useState(() => selections.get(address) ?? new Set<string>());
  const [isRemoving, setRemoving] = useState(false);
  const isNarrow = useNarrow();
  const isAlone = !client.levels.some(({ parent }) => parent === level?.id);
  const [hidden, setHidden] = useHiddenColumns(level?.id ?? 'all');
  const columns = useMemo(() => columnsOf(level, isAlone, isNarrow), [level, isAlone, isNarrow]);
  const creatable = (level ? [level] : client.levels).filter(
    ({ fields, permissions }) => fields.length > 0 && permissions.has('documento.incluir'),
  );
  const create = `/documentos/novo?${placeSearch(client.id, level?.id)}`;
  const takeFiles = (files: readonly File[]) => {
    carryFiles(files);
    navigate(create);
  };
  useDropTarget(creatable.length > 0 ? { text: t.uploads.dropNew(level?.name ?? client.name), take: takeFiles } : null);
  useEffect(() => void selections.set(address, selected), [address, selected]);
  useEffect(() => leaveTrail({ client: client.id, address, codes: rows.map(({ code }) => code) }), [client, address, rows]);

  const put = (name: string, value?: string) =>
    setSearch((now) => {
      if (value) now.set(name, value);
      else now.delete(name);
      return now;
    });
  const chosen = rows.filter(({ id }) => selected.has(id));
  const mayRemove = client.levels.some(({ permissions }) => permissions.has('documento.excluir'));
  const filtered = isFiltered(asked);
  return (
    <section className="page fill" aria-labelledby="title">
      <Head level={level} total={data ? total : null} mayCreate={creatable.length > 0} create={create} />
      <div className="toolbar">
        {chosen.length > 0 && mayRemove ? (
          <>
            <strong role="status">{t.documents.selected(number(chosen.length))}</strong>
            <Button className="button danger" onPress={() => setRemoving(true)}>
              <Icon name="trash-2" size={16} /> {t.remove.action}
            </Button>
          </>
        ) : (
          <>
            <Filters asked={asked} level={level} put={put} />
            <span className="grow" />
            {data && rows.length < total && <span className="quiet small not-narrow">{t.documents.loaded(number(rows.length))}</span>}
            <Columns columns={columns} hidden={hidden} onHide={setHidden} />
          </>
        )}
      </div>
      {error ? (
        <Problem problem={error} retry={() => void refetch()} />
      ) : isPending ? (
        <Skeleton rows={14} />
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
          label={level?.name ?? t.documents.title}
          columns={columns.filter(({ id }) => id === 'code' || !hidden.has(id))}
          rows={rows}
          total={total}
          keyOf={({ id }) => id}
          nameOf={({ code }) => t.document.title(code)}
          hrefOf={({ code }) => `/documentos/${client.id}/${code}`}
          rowHeight={isNarrow ? ROW.narrow : ROW.wide}
          selected={selected}
          onSelect={setSelected}
          sort={sort}
          onSort={onSort}
          onEnd={more}
          memory={address}
        />
      )}
      {isRemoving && (
        <Removal
          client={client}
          documents={chosen}
          onClose={() => setRemoving(false)}
          onDone={(gone) => setSelected(new Set([...selected].filter((id) => !gone.includes(id))))}
        />
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
  // Another place begins with nothing selected, and at its top.
  return <Results key={search.toString()} client={client} level={level} asked={asked} />;
}
