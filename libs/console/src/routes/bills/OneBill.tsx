import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { bill } from '../../api/bills';
import type { Client } from '../../api/structure';
import { dayOf, decimal, longMonthOf, reais, t } from '../../i18n';
import { EmptyState } from '../../ui/EmptyState';
import { Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { Heads } from '../../ui/TableInParts';
import { useTitle } from '../../ui/useTitle';
import { placeSearch } from '../documents/search';

export function OneBill({ client, unit, id }: { client: Client; unit: string | null; id: string }) {
  const { data: found, error, refetch } = useQuery(bill(client, unit, id));
  const title = found ? t.bills.of(longMonthOf(new Date(found.at))) : t.bills.title;
  useTitle(title);
  if (error && found === undefined) return <Problem problem={error} retry={() => void refetch()} isPage />;
  if (found === null) return <EmptyState icon="circle-alert" isPage title={t.bills.missing} />;
  if (!found) return <Skeleton rows={8} isPage />;
  const facts = [
    [t.nav.client, found.clientName],
    [t.bills.contract, found.contract],
    [t.bills.date, dayOf(found.at)],
    [t.bills.due, dayOf(found.due)],
  ];
  return (
    <section className="page stack" aria-labelledby="title">
      <div>
        <p className="crumbs">
          <Link href={`/faturas?${placeSearch(client.id)}`}>{t.bills.title}</Link>
        </p>
        <h1 id="title">{title}</h1>
      </div>
      <dl className="facts card">
        {facts.map(([name, text]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <div className="card wide" tabIndex={0} role="group" aria-label={title}>
        <table className="bars">
          <Heads of={[t.bills.service, { numeric: t.bills.quantity }, { numeric: t.bills.unitPrice }, { numeric: t.bills.price }]} />
          <tbody>
            {found.lines.map((line, index) => (
              <tr key={`${line.service}-${index}`}>
                <th scope="row">{line.description}</th>
                <td className="numeric nowrap">{decimal(line.quantity)}</td>
                <td className="numeric nowrap">{line.unitPrice === 0 ? '' : reais(line.unitPrice)}</td>
                <td className="numeric nowrap">{reais(line.price)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={3}>
                {t.bills.total}
              </th>
              <td className="numeric nowrap">
                <strong>{reais(found.total)}</strong>
              </td>
            </tr>
          </tfoot>
        </table>
      </div>
    </section>
  );
}
