import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'wouter';
import { definitions, running, type Definition } from '../../api/flows';
import { useClient, type Client } from '../../api/structure';
import { dayOf, momentOf, t } from '../../i18n';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { LabelledField } from '../../ui/LabelledField';
import { NoClient } from '../../ui/NoClient';
import { Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { TableInParts } from '../../ui/TableInParts';
import { useTitle } from '../../ui/useTitle';
import { placeSearch } from '../documents/search';

function Flows({ client, definition }: { client: Client; definition: string }) {
  const [search] = useSearchParams();
  const flows = useInfiniteQuery(running(client.id, definition, search.get('situacao') || undefined));
  return (
    <TableInParts
      label={t.flow.title}
      of={flows}
      rowsOf={(part) => part.flows}
      heads={[t.documents.code, t.documents.status, t.flow.began, t.flow.step, t.flow.deadline]}
      empty={<EmptyState icon="workflow" title={t.flow.none} />}
    >
      {({ id, code, state, began, step }) => (
        <tr key={id}>
          <th scope="row">
            <Link href={`/fluxos/${definition}/${id}?${placeSearch(client.id)}`}>{code}</Link>
          </th>
          <td>{t.flows.states[state] ?? state}</td>
          <td className="nowrap" title={momentOf(began)}>
            {dayOf(began)}
          </td>
          <td>{step?.name}</td>
          <td className="nowrap">
            {step?.due && dayOf(step.due)} {step?.isLate && <span className="status warn">{t.flows.late}</span>}
          </td>
        </tr>
      )}
    </TableInParts>
  );
}

function OfDefinition({ client, definition }: { client: Client; definition: Definition }) {
  const [search, setSearch] = useSearchParams();
  useTitle(definition.name);
  const choose = (state: string) =>
    setSearch((now) => {
      if (state) now.set('situacao', state);
      else now.delete('situacao');
      return now;
    });
  return (
    <section className="page stack" aria-labelledby="title">
      <div>
        <p className="crumbs">
          <Link href={`/fluxos?${placeSearch(client.id)}`}>{t.flow.title}</Link>
        </p>
        <h1 id="title">{definition.name}</h1>
      </div>
      <div className="filters">
        <LabelledField label={t.documents.status}>
          {(control) => (
            <select {...control} className="input" value={search.get('situacao') ?? ''} onChange={({ target }) => choose(target.value)}>
              <option value="">{t.flow.all}</option>
              {Object.entries(t.flows.states).map(([state, name]) => (
                <option key={state} value={state}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
      </div>
      <Flows client={client} definition={definition.id} />
    </section>
  );
}

function All({ client, found }: { client: Client; found: readonly Definition[] }) {
  const place = placeSearch(client.id);
  useTitle(t.flow.title);
  return (
    <section className="page stack" aria-labelledby="title">
      <div className="page-head">
        <div className="grow">
          <h1 id="title">{t.flow.title}</h1>
        </div>
        <Link className="button primary" href={`/fluxos/tarefas?${place}`}>
          <Icon name="circle-check" size={16} /> {t.flow.tasks}
        </Link>
      </div>
      {found.length === 0 ? (
        <EmptyState icon="workflow" title={t.flow.noDefinitions} />
      ) : (
        <ul className="card links">
          {found.map(({ id, name, isActive, activation }) => (
            <li key={id}>
              <Link className="side-link" href={`/fluxos/${id}?${place}`}>
                <Icon name="workflow" /> <span className="grow">{name}</span>
                <span className="quiet small">{isActive ? t.flow.activations[activation] : t.flow.inactive}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

export default function Workflows() {
  const { conf } = useParams<{ conf?: string }>();
  const [search] = useSearchParams();
  const { client, ...looking } = useClient(search.get('cliente'));
  const { data, error, refetch } = useQuery({ ...definitions(client?.id ?? ''), enabled: client !== undefined });
  if (!client) return <NoClient {...looking} />;
  if (error && !data) return <Problem problem={error} retry={() => void refetch()} isPage />;
  if (!data) return <Skeleton rows={8} isPage />;
  const definition = data.find(({ id }) => id === conf);
  if (definition) return <OfDefinition client={client} definition={definition} />;
  return conf ? <EmptyState icon="circle-alert" isPage title={t.flow.missing} /> : <All client={client} found={data} />;
}
