import { useInfiniteQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { Button } from 'react-aria-components';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { boxes } from '../../api/boxes';
import { useClient, type Client } from '../../api/structure';
import { t } from '../../i18n';
import { useShortcuts } from '../../shell/keys';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { LabelledField } from '../../ui/LabelledField';
import { More } from '../../ui/More';
import { NoClient } from '../../ui/NoClient';
import { Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { useTitle } from '../../ui/useTitle';
import { placeSearch } from '../documents/search';
import { NewBox } from './NewBox';
import { OneBox } from './OneBox';

function All({ client }: { client: Client }) {
  const [, navigate] = useLocation();
  const [code, setCode] = useState('');
  const [isCreating, setCreating] = useState(false);
  const found = useInfiniteQuery(boxes(client.id));
  const { data, error, refetch } = found;
  const place = placeSearch(client.id);
  const types = data?.pages[0]?.types;
  const mayCreate = types !== undefined && client.levels.some(({ permissions }) => permissions.has('documento.incluir'));
  useTitle(t.boxes.title);
  useShortcuts('list', mayCreate ? [{ keys: ['n'], what: t.boxes.create, run: () => setCreating(true) }] : []);
  const go = (event: FormEvent) => {
    event.preventDefault();
    if (/^\d+$/.test(code.trim())) navigate(`/caixas/${code.trim()}?${place}`);
  };
  const all = data?.pages.flatMap((page) => page.boxes) ?? [];
  return (
    <section className="page stack" aria-labelledby="title">
      <div className="page-head">
        <h1 id="title" className="grow">
          {t.boxes.title}
        </h1>
        {mayCreate && (
          <Button className="button primary" onPress={() => setCreating(true)}>
            <Icon name="plus" size={16} /> {t.boxes.create}
          </Button>
        )}
      </div>
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
      {isCreating && types && (
        <NewBox
          client={client}
          types={types}
          onClose={() => setCreating(false)}
          onCreated={(made) => navigate(`/caixas/${made}?${place}`)}
        />
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
