import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { auditEvents, userNames } from '../../api/audit';
import { isEnglish, momentOf, t } from '../../i18n';
import { More } from '../../ui/More';
import { Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { authorOf } from '../audit/author';
import { actionIn } from '../audit/words';

/** Who did what to the document, newest first. */
export function History({ client, document }: { client: string; document: string }) {
  const found = useInfiniteQuery(auditEvents({ client, thing: document }));
  const { data, error, refetch } = found;
  const { data: names = new Map<string, string>() } = useQuery(userNames(client));
  if (error && !data) return <Problem problem={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton rows={4} />;
  const events = data.pages.flatMap((page) => page.events);
  if (events.length === 0) return <p className="quiet">{t.audit.none}</p>;
  return (
    <div className="stack">
      <ol className="stack history">
        {events.map((event) => (
          <li key={event.position}>
            <p>
              <b>{authorOf(event, names)}</b> {actionIn(isEnglish, event.action)}
            </p>
            <p className="quiet small">{momentOf(event.at)}</p>
          </li>
        ))}
      </ol>
      <More of={found} />
    </div>
  );
}
