import { useInfiniteQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'wouter';
import { myTasks, type Task } from '../../api/flows';
import { useClient, type Client } from '../../api/structure';
import { dayOf, momentOf, t } from '../../i18n';
import { EmptyState } from '../../ui/EmptyState';
import { More } from '../../ui/More';
import { NoClient } from '../../ui/NoClient';
import { Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { useTitle } from '../../ui/useTitle';
import { placeSearch } from '../documents/search';
import { GROUPS, groupOf } from './task-groups';

function Group({ title, tasks, client }: { title: string; tasks: readonly Task[]; client: Client }) {
  return (
    <section className="stack">
      <h2 className="small-head">
        {title} <span className="count">{tasks.length}</span>
      </h2>
      <ul className="card links tasks">
        {tasks.map((task) => (
          <li key={task.id}>
            <Link className="side-link" href={`/fluxos/${task.definition}/${task.flow}?${placeSearch(client.id)}`}>
              <span className="grow">
                <b>{task.name}</b> <span className="quiet">{`${task.definitionName} ${task.code}`}</span>
              </span>
              {task.due && (
                <span className={task.isLate ? 'status warn' : 'quiet small'} title={momentOf(task.due)}>
                  {t.flow.due(dayOf(task.due))}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Mine({ client }: { client: Client }) {
  const found = useInfiniteQuery(myTasks(client.id));
  const { data, error, refetch } = found;
  if (error && !data) return <Problem problem={error} retry={() => void refetch()} />;
  if (!data) return <Skeleton rows={8} />;
  const tasks = data.pages.flatMap((page) => page.tasks);
  if (tasks.length === 0) return <EmptyState icon="circle-check" title={t.flow.noTasks} />;
  const now = new Date();
  return (
    <>
      {GROUPS.map((group) => {
        const some = tasks.filter((task) => groupOf(task, now) === group);
        return some.length > 0 && <Group key={group} title={t.flow.groups[group]} tasks={some} client={client} />;
      })}
      <More of={found} />
    </>
  );
}

/** The day's work. */
export default function Tasks() {
  const [search] = useSearchParams();
  const { client, ...looking } = useClient(search.get('cliente'));
  useTitle(t.flow.tasks);
  return (
    <section className="page stack" aria-labelledby="title">
      <h1 id="title">{t.flow.tasks}</h1>
      {client ? <Mine client={client} /> : <NoClient {...looking} isPage={false} />}
    </section>
  );
}
