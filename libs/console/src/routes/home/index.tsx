import { useQuery } from '@tanstack/react-query';
import { type ReactNode } from 'react';
import { Link, useSearchParams } from 'wouter';
import { panel, type Count, type Panel, type PanelDocument } from '../../api/panel';
import { useClient, type Client } from '../../api/structure';
import { bytes, day, dayOf, monthOf, number, t } from '../../i18n';
import { NoClient } from '../../ui/NoClient';
import { Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { Status } from '../../ui/Status';
import { useTitle } from '../../ui/useTitle';
import { placeSearch } from '../documents/search';
import { BarChart } from './BarChart';

const GIGABYTE = 1e9;
const written = ({ value, isExact }: Count) => (isExact ? number(value) : t.documents.atLeast(number(value)));

function Card({ id, title, count, children }: { id: string; title: string; count?: string; children: ReactNode }) {
  return (
    <section className="card stack" aria-labelledby={id}>
      <h2 id={id} className="card-title">
        {title} {count !== undefined && <span className="count">{count}</span>}
      </h2>
      {children}
    </section>
  );
}

function Documents({
  client,
  documents,
  when,
}: {
  client: Client;
  documents: readonly PanelDocument[];
  when: (found: PanelDocument) => string;
}) {
  return (
    <ul className="home-list">
      {documents.map((found) => (
        <li key={found.id}>
          <Link href={`/documentos/${client.id}/${found.code}`}>{t.document.title(found.code)}</Link>
          <span className="quiet small ellipsis">
            {[client.levels.find(({ id }) => id === found.level)?.name, found.summary].filter(Boolean).join(' · ')}
          </span>
          <span className="small nowrap">{when(found)}</span>
        </li>
      ))}
    </ul>
  );
}

function Tasks({ tasks, all }: { tasks: NonNullable<Panel['tasks']>; all: string }) {
  return (
    <Card id="tasks" title={t.home.tasks} count={number(tasks.total)}>
      {tasks.total === 0 ? (
        <p className="quiet">{t.home.noTasks}</p>
      ) : (
        <ul className="home-list">
          {tasks.next.map(({ id, name, flow, due, isLate }) => (
            <li key={id}>
              <Link href={all}>{name}</Link>
              <span className="quiet small ellipsis">{flow}</span>
              {isLate ? <span className="status warn">{t.flows.late}</span> : <span className="small nowrap">{due && dayOf(due)}</span>}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** Bars, and a table with the same numbers. */
function Filed({ months }: { months: Panel['months'] }) {
  const bars = months.map(({ first, count }) => ({ name: monthOf(first), value: count.value, text: written(count) }));
  return (
    <Card id="filed" title={t.usage.filed}>
      <div className="chart-beside">
        <BarChart title={t.usage.filed} bars={bars} />
        <table className="bars">
          <thead>
            <tr>
              <th scope="col">{t.usage.month}</th>
              <th scope="col" className="numeric">
                {t.documents.title}
              </th>
            </tr>
          </thead>
          <tbody>
            {bars.toReversed().map(({ name, text }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td className="numeric">{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function Shown({ client, found }: { client: Client; found: Panel }) {
  const place = placeSearch(client.id);
  return (
    <div className="home">
      {found.tasks && <Tasks tasks={found.tasks} all={`/fluxos/tarefas?${place}`} />}
      <Card id="due" title={t.home.due} count={written(found.due.count)}>
        {found.due.documents.length === 0 ? (
          <p className="quiet">{t.home.noDue}</p>
        ) : (
          <Documents client={client} documents={found.due.documents} when={({ due }) => day(due)} />
        )}
      </Card>
      <Card id="recent" title={t.home.recent}>
        {found.recent.length === 0 ? (
          <>
            <p className="quiet">{t.documents.none}</p>
            <Link href={`/documentos?${place}`}>{t.document.list}</Link>
          </>
        ) : (
          <Documents client={client} documents={found.recent} when={({ created }) => dayOf(created)} />
        )}
      </Card>
      <Card id="statuses" title={t.home.statuses}>
        <ul className="home-list">
          {found.statuses
            .filter(({ count }) => count.value > 0)
            .map(({ status, count }) => (
              <li key={status}>
                <Link href={`/documentos?${place}&situacao=${status}`}>
                  <Status code={status} />
                </Link>
                <span className="numeric">{written(count)}</span>
              </li>
            ))}
        </ul>
        {found.storage && (
          <p className="quiet small">
            <Link href={`/uso?${place}`}>{t.home.storage(bytes(found.storage.gigabytes * GIGABYTE), monthOf(found.storage.month))}</Link>
          </p>
        )}
      </Card>
      <Filed months={found.months} />
    </div>
  );
}

function Content({ client }: { client: Client }) {
  const { data, error, refetch } = useQuery(panel(client.id));
  if (error && !data) return <Problem problem={error} retry={() => void refetch()} />;
  return data ? <Shown client={client} found={data} /> : <Skeleton rows={12} />;
}

export default function Home() {
  const [search] = useSearchParams();
  const { client, ...looking } = useClient(search.get('cliente'));
  useTitle(t.home.title);
  return (
    <section className="page stack" aria-labelledby="title">
      <h1 id="title">{t.home.title}</h1>
      {client ? <Content client={client} /> : <NoClient {...looking} isPage={false} />}
    </section>
  );
}
