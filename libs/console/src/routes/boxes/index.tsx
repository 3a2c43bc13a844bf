import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { boxes } from '../../api/boxes';
import { useClient, type Client } from '../../api/structure';
import { t } from '../../i18n';
import { EmptyState } from '../../ui/EmptyState';
import { LabelledField } from '../../ui/LabelledField';
import { More } from '../../ui/More';
import { NoClient } from '../../ui/NoClient';
import { Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { useTitle } from '../../ui/useTitle';
import { placeSearch } from '../documents/search';
import { OneBox } from './OneBox';

function All({ client }: { client: Client }) {
  const [, navigate] = useLocation();
  const [code, setCode] = useState('');
  const found = useInfiniteQuery(boxes(client.id));
  const { data, error, refetch } = found;
  const place = placeSearch(client.id);
  useTitle(t.boxes.title);
  const go = (event: FormEvent) => {
    event.preventDefault();
    if (/^\d+$/.test(code.trim())) navigate(`/caixas/${code.trim()}?${place}`);
  };
  const all = data?.pages.flatMap((page) => page.boxes) ?? [];
  return (
    <section className="page stack" aria-labelledby="title">
      <h1 id="title">{t.boxes.title}</h1>
      {error ? (
        <Problem problem={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton rows={10} />
      ) : all.length === 0 ? (
        <EmptyState icon="package" title={t.boxes.none} />
      ) : (
        <>
          <form className="filters" onSubmit={go}>
            <LabelledField label={t.boxes.goTo}>
              {(control) => (
                <input {...control} className="input" inputMode="numeric" value={code} onChange={({ target }) => setCode(target.value)} />
              )}
            </LabelledField>
          </form>
          <div className="card wide" tabIndex={0} role="group" aria-label={t.boxes.title}>
            <table className="bars">
              <thead>
                <tr>
                  <th scope="col">{t.documents.code}</th>
                  <th scope="col">{t.boxes.type}</th>
                  <th scope="col">{t.document.custody}</th>
                  <th scope="col">{t.form.unit}</th>
                  <th scope="col">{t.boxes.provisional}</th>
                  <th scope="col">{t.boxes.inside}</th>
                </tr>
              </thead>
              <tbody>
                {all.map((box) => (
                  <tr key={box.id}>
                    <th scope="row">
                      <Link href={`/caixas/${box.code}?${place}`}>{box.code}</Link>
                    </th>
                    <td>{box.type}</td>
                    <td>{t.boxes.custodies[box.custody] ?? box.custody}</td>
                    <td>{client.units.find(({ id }) => id === box.unit)?.name}</td>
                    <td>{box.provisional}</td>
                    <td>{box.outer !== null && <Link href={`/caixas/${box.outer}?${place}`}>{box.outer}</Link>}</td>
                  </tr>
                ))}
              </tbody>
            </table>
            <More of={found} />
          </div>
        </>
      )}
    </section>
  );
}

export default function Boxes() {
  const { code } = useParams<{ code?: string }>();
  const [search] = useSearchParams();
  const { client, ...looking } = useClient(search.get('cliente'));
  if (!client) return <NoClient {...looking} />;
  if (code === undefined) return <All client={client} />;
  if (!/^\d{1,15}$/.test(code)) return <EmptyState icon="circle-alert" isPage title={t.boxes.missing} />;
  return <OneBox key={code} client={client} code={code} />;
}
