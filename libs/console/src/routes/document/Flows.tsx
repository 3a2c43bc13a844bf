import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Button } from 'react-aria-components';
import { Link } from 'wouter';
import type { OneDocument } from '../../api/documents';
import { flowsOf, LOOKED_THROUGH } from '../../api/flows';
import { dayOf, number, t } from '../../i18n';
import { Icon } from '../../ui/Icon';
import { Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { placeSearch } from '../documents/search';

const StartFlow = lazy(async () => ({ default: (await import('./StartFlow')).StartFlow }));

function Found({ client, document }: { client: string; document: string }) {
  const { data, error, refetch } = useQuery(flowsOf(client, document));
  if (error && !data) return <Problem problem={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton rows={4} />;
  if (data.length === 0) return <p className="quiet">{t.flows.none(number(LOOKED_THROUGH))}</p>;
  return (
    <ul className="stack flows">
      {data.map(({ id, definition, code, name, state, steps }) => (
        <li key={id}>
          <p>
            <Link href={`/fluxos/${definition}/${id}?${placeSearch(client)}`}>
              <b>{`${name} ${code}`}</b>
            </Link>{' '}
            <span className="status">{t.flows.states[state] ?? state}</span>
          </p>
          <ul>
            {steps.map((step, index) => (
              <li key={index} className="small">
                {[step.name, step.who, t.flows.since(dayOf(step.since))].filter(Boolean).join(' · ')}
                {step.isLate && <span className="status warn">{t.flows.late}</span>}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** Flows that the document is in, with their current steps; another one can be started. */
export function Flows({ client, found, mayStart }: { client: string; found: OneDocument; mayStart: boolean }) {
  const [isStarting, setStarting] = useState(false);
  return (
    <div className="stack">
      <Found client={client} document={found.id} />
      {mayStart && (
        <div>
          <Button className="button" onPress={() => setStarting(true)}>
            <Icon name="workflow" size={16} /> {t.flow.start}
          </Button>
        </div>
      )}
      {isStarting && (
        <Suspense>
          <StartFlow client={client} found={found} onClose={() => setStarting(false)} />
        </Suspense>
      )}
    </div>
  );
}
