import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { reportRows, reports, saveReport, type Report, type ReportForm, type ReportPlace } from '../../api/reports';
import { Refusal } from '../../api/refusal';
import { useClient, type Client } from '../../api/structure';
import { isEnglish, t } from '../../i18n';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { NoClient } from '../../ui/NoClient';
import { Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { complain } from '../../ui/Toasts';
import { useTitle } from '../../ui/useTitle';
import { placeSearch } from '../documents/search';
import { Parameters } from './Parameters';
import { Result } from './Result';
import { askedReport, reportSearch, runsAtOnce } from './search';
import { wordIn } from './words';

function One({ client, place, report }: { client: Client; place: ReportPlace; report: Report }) {
  const [, navigate] = useLocation();
  const [search] = useSearchParams();
  const { values, runs } = askedReport(search);
  const isAsked = runs || runsAtOnce(report);
  const { data, error, isFetching, refetch } = useQuery({ ...reportRows(place, report, values), enabled: isAsked });
  const [saving, setSaving] = useState<ReportForm | null>(null);
  const name = wordIn(isEnglish, report.name);
  useTitle(name);
  const saveAs = async (form: ReportForm) => {
    setSaving(form);
    await saveReport(place, report, values, form).catch(complain);
    setSaving(null);
  };
  const isRefused = error instanceof Refusal && error.fields.length > 0;
  return (
    <section className="page fill" aria-labelledby="title">
      <div className="page-head">
        <div className="grow">
          <p className="crumbs">
            <Link href={`/relatorios?${placeSearch(client.id)}`}>{t.reports.title}</Link>
          </p>
          <h1 id="title">{name}</h1>
        </div>
        {isAsked &&
          !error &&
          (['csv', 'xlsx'] as const).map((form) => (
            <Button key={form} className="button" isPending={saving === form} onPress={() => void saveAs(form)}>
              <Icon name="download" size={16} /> {t.reports.forms[form]}
            </Button>
          ))}
      </div>
      {report.parameters.length > 0 && (
        <Parameters
          key={search.toString()}
          client={client}
          report={report}
          values={values}
          problem={error}
          isBusy={isAsked && isFetching}
          onRun={(typed) => {
            const address = reportSearch(client.id, place, typed);
            // The same again: what has changed meanwhile is read.
            if (address === search.toString()) void refetch();
            else navigate(`/relatorios/${report.id}?${address}`);
          }}
        />
      )}
      {error && !isRefused && !data ? (
        <Problem problem={error} retry={() => void refetch()} />
      ) : data ? (
        <Result label={name} client={'client' in place ? place.client : null} found={data} memory={`${report.id}?${search}`} />
      ) : (
        isAsked && !error && <Skeleton rows={12} />
      )}
    </section>
  );
}

interface Group {
  place: ReportPlace;
  name: string;
  found: readonly Report[];
}

function Catalogue({ client, groups }: { client: Client; groups: readonly Group[] }) {
  useTitle(t.reports.title);
  const known = groups.filter(({ found }) => found.length > 0);
  return (
    <section className="page stack" aria-labelledby="title">
      <h1 id="title">{t.reports.title}</h1>
      {known.length === 0 && (
        <EmptyState icon="table" title={t.reports.nothing}>
          <p className="quiet">{t.problems.deniedHint}</p>
        </EmptyState>
      )}
      {known.map(({ place, name, found }) => (
        <div key={name} className="stack">
          <h2 className="small-head">{name}</h2>
          <ul className="card links">
            {found.map((report) => (
              <li key={report.id}>
                <Link className="side-link" href={`/relatorios/${report.id}?${reportSearch(client.id, place)}`}>
                  <Icon name="table" /> {wordIn(isEnglish, report.name)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

function Reports({ client, id }: { client: Client; id: string | undefined }) {
  const [search] = useSearchParams();
  const { unit } = askedReport(search);
  const all: { place: ReportPlace; name: string }[] = [
    { place: { client: client.id }, name: client.name },
    ...client.units.map((each) => ({ place: { unit: each.id }, name: t.reports.ofUnit(each.name) })),
  ];
  // A link to a report says which kind it is.
  const places = id ? all.filter(({ place }) => ('unit' in place ? place.unit : null) === unit) : all;
  const lists = useQueries({ queries: places.map(({ place }) => reports(place)) });
  const failed = lists.find(({ data, error }) => error && !data);
  if (failed) return <Problem problem={failed.error} retry={() => void Promise.all(lists.map(({ refetch }) => refetch()))} isPage />;
  if (lists.some(({ data }) => !data)) return <Skeleton rows={10} isPage />;
  const groups = places.map((place, at) => ({ ...place, found: lists[at]!.data! }));
  if (!id) return <Catalogue client={client} groups={groups} />;
  const report = groups[0]?.found.find((each) => each.id === id);
  return report ? (
    <One key={report.id} client={client} place={groups[0]!.place} report={report} />
  ) : (
    <EmptyState icon="circle-alert" isPage title={t.reports.missing} />
  );
}

export default function ReportsPage() {
  const { id } = useParams<{ id?: string }>();
  const [search] = useSearchParams();
  const { client, ...looking } = useClient(search.get('cliente'));
  return client ? <Reports client={client} id={id} /> : <NoClient {...looking} />;
}
