import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { Link, useParams, useSearchParams } from 'wouter';
import { flowDesign, saveFillable } from '../../api/flow-design';
import { definitions, myTasks, oneFlow } from '../../api/flows';
import { Refusal } from '../../api/refusal';
import { useClient, type Client } from '../../api/structure';
import { momentOf, t } from '../../i18n';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { NoClient } from '../../ui/NoClient';
import { Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { Splitter, useSplit } from '../../ui/Splitter';
import { complain } from '../../ui/Toasts';
import { useTitle } from '../../ui/useTitle';
import { Viewer } from '../../viewers/Viewer';
import { placeSearch } from '../documents/search';
import { ReadForm, StepForm } from './StepForm';
import { Track } from './Track';

const MISSING = new Set(['FLUXO_INEXISTENTE', 'ID_INEXISTENTE']);
const isMissing = (problem: unknown) => problem instanceof Refusal && [problem, ...problem.fields].some(({ code }) => MISSING.has(code));

function Opened({ client, definition: conf, id }: { client: Client; definition: string; id: string }) {
  const [search, setSearch] = useSearchParams();
  const { data: details, error, refetch } = useQuery(oneFlow(client.id, id));
  const { data: design } = useQuery(flowDesign(client.id, id));
  const { data: all } = useQuery(definitions(client.id));
  const tasks = useInfiniteQuery(myTasks(client.id));
  const split = useSplit();
  const definition = all?.find((each) => each.id === conf);
  const place = placeSearch(client.id);
  const may = client.levels.some(({ permissions }) => permissions.has('fluxo.executar'));
  useTitle(definition?.name ?? t.flow.title);
  if (isMissing(error)) return <EmptyState icon="circle-alert" isPage title={t.flow.missing} />;
  if (error && !details) return <Problem problem={error} retry={() => void refetch()} isPage />;
  if (!details) return <Skeleton rows={12} isPage />;
  const file = details.files.find((each) => each.id === search.get('arquivo')) ?? details.files[0];
  const mine = new Set(tasks.data?.pages.flatMap((page) => page.tasks.map((task) => task.id)));
  return (
    <article className="page fill" aria-labelledby="title">
      <div className="page-head">
        <div className="grow">
          <p className="crumbs">
            <Link href={`/fluxos?${place}`}>{t.flow.title}</Link> / <Link href={`/fluxos/${conf}?${place}`}>{definition?.name ?? '…'}</Link>
          </p>
          <h1 id="title">
            {definition?.name ?? t.flow.title} <span className="status">{t.flows.states[details.state] ?? details.state}</span>
          </h1>
        </div>
        <Button className="button" onPress={() => void saveFillable(client.id, id).catch(complain)}>
          <Icon name="download" size={16} /> {t.flow.model}
        </Button>
      </div>
      {design && <Track design={design} executions={details.executions} />}
      <div className="split" style={split.style}>
        <div className="aside flow-aside">
          {!may ? (
            <ReadForm client={client.id} details={details} />
          ) : tasks.isPending ? (
            <Skeleton rows={6} />
          ) : (
            <StepForm client={client.id} flow={id} details={details} design={design} definition={definition} mine={mine} />
          )}
          <h2 className="small-head">{t.flow.documents}</h2>
          {details.documents.length === 0 && details.files.length === 0 && <p className="quiet">{t.flow.noDocuments}</p>}
          <ul>
            {details.documents.map(({ id: document, code }) => (
              <li key={document}>
                <Link className="side-link" href={`/documentos/${client.id}/${code}`}>
                  {t.document.title(String(code))}
                </Link>
              </li>
            ))}
          </ul>
          <ul className="files">
            {details.files.map((each) => (
              <li key={each.id} className="row">
                <Button
                  className="file"
                  aria-current={each.id === file?.id ? 'true' : undefined}
                  onPress={() => setSearch((now) => (now.set('arquivo', each.id), now.delete('pagina'), now), { replace: true })}
                >
                  <Icon name="file" /> <span className="ellipsis file-name">{each.name}</span>
                </Button>
              </li>
            ))}
          </ul>
          <h2 className="small-head">{t.flow.comments}</h2>
          {details.comments.length === 0 && <p className="quiet">{t.flow.noComments}</p>}
          <ul className="stack comments">
            {details.comments.map(({ task, who, at, text }) => (
              <li key={`${at} ${task} ${who}`}>
                <p className="quiet small">{[task, who, momentOf(at)].filter(Boolean).join(' · ')}</p>
                <p className="lines">{text}</p>
              </li>
            ))}
          </ul>
        </div>
        <Splitter {...split} />
        {file ? <Viewer key={file.id} client={client.id} file={file} /> : <EmptyState icon="file" title={t.document.noFiles} />}
      </div>
    </article>
  );
}

export default function OneFlow() {
  const { conf, id } = useParams<{ conf: string; id: string }>();
  const [search] = useSearchParams();
  const { client, ...looking } = useClient(search.get('cliente'));
  if (!client) return <NoClient {...looking} />;
  return <Opened key={id} client={client} definition={conf} id={id} />;
}
