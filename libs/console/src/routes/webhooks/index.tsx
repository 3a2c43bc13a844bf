import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { useClient, type Client } from '../../api/structure';
import { webhooks, type Webhook } from '../../api/webhooks';
import { momentOf, number, t } from '../../i18n';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { NoClient } from '../../ui/NoClient';
import { Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { Heads } from '../../ui/TableInParts';
import { useTitle } from '../../ui/useTitle';
import { placeSearch } from '../documents/search';
import { OneWebhook } from './OneWebhook';
import { SecretShown } from './SecretShown';
import { State } from './State';
import { WebhookForm } from './WebhookForm';

function Table({ client, found, end }: { client: Client; found: readonly Webhook[]; end: number }) {
  return (
    <div className="card wide" tabIndex={0} role="group" aria-label={t.webhooks.title}>
      <table className="bars">
        <Heads of={[t.webhooks.receiver, t.documents.status, { numeric: t.webhooks.waiting }, t.webhooks.failingSince]} />
        <tbody>
          {found.map((webhook) => (
            <tr key={webhook.id}>
              <th scope="row">
                <Link href={`/webhooks/${webhook.id}?${placeSearch(client.id)}`}>{webhook.description || webhook.url}</Link>
              </th>
              <td>
                <State webhook={webhook} />
              </td>
              <td className="numeric">{number(Math.max(0, end - webhook.reached))}</td>
              <td className="nowrap">{webhook.failingSince && momentOf(webhook.failingSince)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function All({ client, found, end }: { client: Client; found: readonly Webhook[]; end: number }) {
  const [, navigate] = useLocation();
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<{ id: string; secret: string } | null>(null);
  useTitle(t.webhooks.title);
  return (
    <section className="page stack" aria-labelledby="title">
      <div className="page-head">
        <h1 id="title" className="grow">
          {t.webhooks.title}
        </h1>
        <Button className="button primary" onPress={() => setCreating(true)}>
          <Icon name="plus" size={16} /> {t.webhooks.create}
        </Button>
      </div>
      {found.length === 0 ? (
        <EmptyState icon="webhook" title={t.webhooks.none}>
          <p className="quiet">{t.webhooks.noneHint}</p>
        </EmptyState>
      ) : (
        <Table client={client} found={found} end={end} />
      )}
      {isCreating && <WebhookForm client={client} webhook={null} onClose={() => setCreating(false)} onCreated={setMade} />}
      {made && (
        <SecretShown
          secret={made.secret}
          note={t.webhooks.secretOnce}
          onClose={() => navigate(`/webhooks/${made.id}?${placeSearch(client.id)}`)}
        />
      )}
    </section>
  );
}

export default function Webhooks() {
  const { id } = useParams<{ id?: string }>();
  const [search] = useSearchParams();
  const { client, ...looking } = useClient(search.get('cliente'));
  const { data, error, refetch } = useQuery({ ...webhooks(client?.id ?? ''), enabled: client !== undefined });
  if (!client) return <NoClient {...looking} />;
  if (error && !data) return <Problem problem={error} retry={() => void refetch()} isPage />;
  if (!data) return <Skeleton rows={8} isPage />;
  const one = data.found.find((each) => each.id === id);
  if (one) return <OneWebhook key={one.id} client={client} webhook={one} end={data.end} />;
  return id ? (
    <EmptyState icon="circle-alert" isPage title={t.webhooks.missing} />
  ) : (
    <All client={client} found={data.found} end={data.end} />
  );
}
