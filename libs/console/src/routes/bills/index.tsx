import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useParams, useSearchParams } from 'wouter';
import { bills } from '../../api/bills';
import { Refusal } from '../../api/refusal';
import { useClient, type Client } from '../../api/structure';
import { dayOf, longMonthOf, reais, t } from '../../i18n';
import { EmptyState } from '../../ui/EmptyState';
import { LabelledField } from '../../ui/LabelledField';
import { NoClient } from '../../ui/NoClient';
import { Notice } from '../../ui/Problem';
import { TableInParts } from '../../ui/TableInParts';
import { useTitle } from '../../ui/useTitle';
import { placeSearch } from '../documents/search';
import { OneBill } from './OneBill';
import { periodOf } from './search';

function Table({ client, from, to }: { client: Client; from: string; to: string }) {
  const found = useInfiniteQuery(bills(client, from, to));
  const { data, error } = found;
  if (!data && error instanceof Refusal && error.fields.length > 0) return <Notice texts={error.fields.map(({ message }) => message)} />;
  const refused = data?.pages[0]?.refused ?? [];
  return (
    <>
      {refused.length > 0 && <Notice texts={[t.bills.refused(refused.join(', '))]} tone="info" />}
      <TableInParts
        label={t.bills.title}
        of={found}
        rowsOf={(part) => part.bills}
        heads={[t.bills.month, t.bills.contract, t.bills.due, { numeric: t.bills.total }]}
        empty={<EmptyState icon="receipt" title={t.bills.none} />}
      >
        {(bill) => (
          <tr key={bill.id}>
            <th scope="row">
              <Link href={`/faturas/${bill.id}?${placeSearch(client.id)}&unidade=${bill.unit}`}>{longMonthOf(new Date(bill.at))}</Link>
            </th>
            <td>{bill.contract}</td>
            <td className="nowrap">{dayOf(bill.due)}</td>
            <td className="numeric nowrap">{reais(bill.total)}</td>
          </tr>
        )}
      </TableInParts>
    </>
  );
}

function All({ client }: { client: Client }) {
  const [search, setSearch] = useSearchParams();
  const { from, to } = periodOf(search);
  useTitle(t.bills.title);
  return (
    <section className="page stack" aria-labelledby="title">
      <h1 id="title">{t.bills.title}</h1>
      <div className="filters">
        {(
          [
            ['de', t.audit.from, from],
            ['ate', t.audit.to, to],
          ] as const
        ).map(([name, label, value]) => (
          <LabelledField key={name} label={label}>
            {(control) => (
              <input
                {...control}
                className="input"
                type="date"
                value={value}
                onChange={({ target }) => setSearch((now) => (target.value ? now.set(name, target.value) : now.delete(name), now))}
              />
            )}
          </LabelledField>
        ))}
      </div>
      <Table key={`${from} ${to}`} client={client} from={from} to={to} />
    </section>
  );
}

export default function Bills() {
  const { id } = useParams<{ id?: string }>();
  const [search] = useSearchParams();
  const { client, ...looking } = useClient(search.get('cliente'));
  if (!client) return <NoClient {...looking} />;
  return id ? <OneBill client={client} unit={search.get('unidade')} id={id} /> : <All client={client} />;
}
