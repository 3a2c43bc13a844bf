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
import { NoClient } from '../../ui/NoClient';
import { TableInParts } from '../../ui/TableInParts';
import { useTitle } from '../../ui/useTitle';
import { placeSearch } from '../documents/search';
import { NewBox } from './NewBox';
import { OneBox } from './OneBox';

function All({ client }: { client: Client }) {
  const [, navigate] = useLocation();
  const [code, setCode] = useState('');
  const [isCreating, setCreating] = useState(false);
  const found = useInfiniteQuery(boxes(client.id));
  const place = placeSearch(client.id);
  const types = found.data?.pages[0]?.types;
  const mayCreate = types !== undefined && client.levels.some(({ permissions }) => permissions.has('documento.incluir'));
  useTitle(t.boxes.title);
  useShortcuts('list', mayCreate ? [{ keys: ['n'], what: t.boxes.create, run: () => setCreating(true) }] : []);
  const go = (event: FormEvent) => {
    event.preventDefault();
    if (/^\d+$/.test(code.trim())) navigate(`/caixas/${code.trim()}?${place}`);
  };
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
      {found.data?.pages.some((part) => part.boxes.length > 0) && (
        <form className="filters" onSubmit={go}>
          <LabelledField label={t.boxes.goTo}>
            {(control) => (
              <input {...control} className="input" inputMode="numeric" value={code} onChange={({ target }) => setCode(target.value)} />
            )}
          </LabelledField>
        </form>
      )}
      <TableInParts
        label={t.boxes.title}
        of={found}
        rowsOf={(part) => part.boxes}
        heads={[t.documents.code, t.boxes.type, t.document.custody, t.form.unit, t.boxes.provisional, t.boxes.inside]}
        empty={<EmptyState icon="package" title={t.boxes.none} />}
      >
        {(box) => (
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
        )}
      </TableInParts>
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
