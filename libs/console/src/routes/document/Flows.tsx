import { useQuery } from '@tanstack/react-query';
import { flowsOf, LOOKED_THROUGH } from '../../api/flows';
import { dayOf, number, t } from '../../i18n';
import { Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';

/** Flows that the document is in, with their current steps. */
export function Flows({ client, document }: { client: string; document: string }) {
  const { data, error, refetch } = useQuery(flowsOf(client, document));
  if (error) return <Problem problem={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton rows={4} />;
  if (data.length === 0) return <p className="quiet">{t.flows.none(number(LOOKED_THROUGH))}</p>;
  return (
    <ul className="stack flows">
      {data.map(({ id, code, name, state, steps }) => (
        <li key={id}>
          <p>
            <b>{`${name} ${code}`}</b> <span className="status">{t.flows.states[state] ?? state}</span>
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
