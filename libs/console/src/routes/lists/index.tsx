import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Link, useParams, useSearchParams } from 'wouter';
import { listFields, listRows, lists, type List, type ListRow } from '../../api/lists';
import { useClient, type Client } from '../../api/structure';
import { shown, t } from '../../i18n';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { NoClient } from '../../ui/NoClient';
import { Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { TableInParts } from '../../ui/TableInParts';
import { useTitle } from '../../ui/useTitle';
import { placeSearch } from '../documents/search';
import { RowForm } from './RowForm';

function Rows({ client, list }: { client: Client; list: List }) {
  const fields = useQuery(listFields(client.id, list.id));
  const rows = useInfiniteQuery(listRows(client.id, list.id));
  const [open, setOpen] = useState<ListRow | 'new' | null>(null);
  const mayChange = list.mayChange && client.levels.some(({ permissions }) => permissions.has('lista.alterar'));
  useTitle(list.name);
  return (
    <section className="page stack" aria-labelledby="title">
      <div className="page-head">
        <div className="grow">
          <p className="crumbs">
            <Link href={`/listas?${placeSearch(client.id)}`}>{t.lists.title}</Link>
          </p>
          <h1 id="title">{list.name}</h1>
        </div>
        {mayChange && fields.data && (
          <Button className="button primary" onPress={() => setOpen('new')}>
            <Icon name="plus" size={16} /> {t.lists.add}
          </Button>
        )}
      </div>
      {!fields.data ? (
        fields.error ? (
          <Problem problem={fields.error} retry={() => void fields.refetch()} />
        ) : (
          <Skeleton rows={10} />
        )
      ) : (
        <TableInParts
          label={list.name}
          of={rows}
          rowsOf={(part) => part.rows}
          heads={[...fields.data.map(({ name }) => name), ...(mayChange ? [null] : [])]}
          empty={<EmptyState icon="list" title={t.lists.empty} />}
        >
          {(row) => (
            <tr key={row.id}>
              {fields.data.map(({ id, type }) => (
                <td key={id}>{shown(type, row.values[id] ?? '')}</td>
              ))}
              {mayChange && (
                <td className="numeric">
                  <Button
                    className="button ghost square"
                    aria-label={`${t.lists.change}: ${row.values[fields.data[0]?.id ?? ''] ?? ''}`}
                    onPress={() => setOpen(row)}
                  >
                    <Icon name="pen-line" size={16} />
                  </Button>
                </td>
              )}
            </tr>
          )}
        </TableInParts>
      )}
      {open && fields.data && (
        <RowForm client={client.id} list={list.id} fields={fields.data} row={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </section>
  );
}

function All({ client, found }: { client: Client; found: readonly List[] }) {
  useTitle(t.lists.title);
  return (
    <section className="page stack" aria-labelledby="title">
      <h1 id="title">{t.lists.title}</h1>
      {found.length === 0 ? (
        <EmptyState icon="list" title={t.lists.none} />
      ) : (
        <ul className="card links">
          {found.map(({ id, name, parent }) => (
            <li key={id}>
              <Link className="side-link" href={`/listas/${id}?${placeSearch(client.id)}`}>
                <Icon name="list" /> {name} {parent && <span className="quiet small">{t.lists.below(parent)}</span>}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export default function Lists() {
  const { id } = useParams<{ id?: string }>();
  const [search] = useSearchParams();
  const { client, ...looking } = useClient(search.get('cliente'));
  const { data, error, refetch } = useQuery({ ...lists(client?.id ?? ''), enabled: client !== undefined });
  if (!client) return <NoClient {...looking} />;
  if (error && !data) return <Problem problem={error} retry={() => void refetch()} isPage />;
  if (!data) return <Skeleton rows={8} isPage />;
  const list = data.find((each) => each.id === id);
  if (list) return <Rows key={list.id} client={client} list={list} />;
  return id ? <EmptyState icon="circle-alert" isPage title={t.lists.missing} /> : <All client={client} found={data} />;
}
