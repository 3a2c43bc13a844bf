import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { useClient, type Client } from '../../api/structure';
import { billed, filedByMonth, storedByLevel, type BillUse } from '../../api/usage';
import { bytes, dayOf, monthOf, number, t } from '../../i18n';
import { EmptyState } from '../../ui/EmptyState';
import { NoClient } from '../../ui/NoClient';
import { Notice, Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { useTitle } from '../../ui/useTitle';
import { BarTable } from './BarTable';

const BYTES = 1e9;

function byBill(title: string, head: string, uses: readonly BillUse[], write: (value: number) => string) {
  if (uses.length === 0) return null;
  const rows = uses.map(({ at, value }) => ({ name: dayOf(at), value, texts: [write(value)] }));
  return <BarTable title={title} heads={[t.usage.month, head]} rows={rows} />;
}

function Figures({ client }: { client: Client }) {
  const filed = useQuery(filedByMonth(client.id));
  const stored = useQuery(storedByLevel(client.id));
  const bills = useQuery(billed(client));
  const all = [filed, stored, bills];
  const failed = all.find(({ data, error }) => error && data === undefined);
  if (failed) return <Problem problem={failed.error} retry={() => void Promise.all(all.map(({ refetch }) => refetch()))} />;
  if (all.every(({ data }) => data === null)) return <EmptyState icon="circle-alert" title={t.usage.nothing} />;
  const refused = bills.data?.refused ?? [];
  return (
    <div className="figures">
      {refused.length > 0 && <Notice texts={[t.bills.refused(refused.join(', '))]} tone="info" />}
      {filed.data && (
        <BarTable
          title={t.usage.filed}
          heads={[t.usage.month, t.documents.title]}
          rows={filed.data.map(({ first, count }) => ({ name: monthOf(first), value: count, texts: [number(count)] }))}
        />
      )}
      {stored.data && (
        <BarTable
          title={t.usage.stored}
          heads={[t.documents.level, t.documents.title, t.documents.files, t.usage.size]}
          rows={stored.data.map((level) => ({
            name: level.name,
            value: level.bytes,
            texts: [number(level.documents), number(level.files), bytes(level.bytes)],
          }))}
        />
      )}
      {bills.data && byBill(t.usage.billedDocuments, t.usage.amount, bills.data.documents, number)}
      {bills.data && byBill(t.usage.billedBytes, t.usage.size, bills.data.gigabytes, (value) => bytes(value * BYTES))}
      {all.some(({ isPending }) => isPending) && <Skeleton rows={6} />}
    </div>
  );
}

export default function Usage() {
  const [search] = useSearchParams();
  const { client, ...looking } = useClient(search.get('cliente'));
  useTitle(t.usage.title);
  return (
    <section className="page" aria-labelledby="title">
      <div className="page-head">
        <h1 id="title">{t.usage.title}</h1>
      </div>
      {client ? <Figures client={client} /> : <NoClient {...looking} isPage={false} />}
    </section>
  );
}
