import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { Link } from 'wouter';
import { boxesOfCode, contents, type Box } from '../../api/boxes';
import type { Client } from '../../api/structure';
import { t } from '../../i18n';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { TableInParts } from '../../ui/TableInParts';
import { useTitle } from '../../ui/useTitle';
import { placeSearch } from '../documents/search';

/** What is glued onto a box; printing the page prints this alone. */
function BoxLabel({ client, box }: { client: Client; box: Box }) {
  const facts: [string, string | number | null | undefined][] = [
    [t.boxes.type, box.type],
    [t.document.custody, t.boxes.custodies[box.custody] ?? box.custody],
    [t.form.unit, client.units.find(({ id }) => id === box.unit)?.name],
    [t.boxes.provisional, box.provisional],
    [t.boxes.inside, box.outer],
  ];
  return (
    <section className="card box-label" aria-label={t.boxes.label}>
      <p>{client.name}</p>
      <p className="box-code">{box.code}</p>
      <dl className="facts">
        {facts
          .filter(([, value]) => value)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

function Contents({ client, code }: { client: Client; code: string }) {
  const found = useInfiniteQuery(contents(client.id, code));
  const nameOf = (level: string) => client.levels.find(({ id }) => id === level)?.path ?? '';
  return (
    <TableInParts
      label={t.boxes.contents}
      of={found}
      rowsOf={(part) => part.kept}
      heads={[t.documents.code, t.documents.level, t.documents.data]}
      empty={!found.hasNextPage && <p className="quiet">{t.boxes.empty}</p>}
    >
      {({ id, code: document, level, values }) => (
        <tr key={id}>
          <th scope="row">
            <Link href={`/documentos/${client.id}/${document}`}>{document}</Link>
          </th>
          <td>{nameOf(level)}</td>
          <td>{values.slice(0, 3).join(' · ')}</td>
        </tr>
      )}
    </TableInParts>
  );
}

/** A box, or those of client and units that have the same code. */
export function OneBox({ client, code }: { client: Client; code: string }) {
  const { data, error, refetch } = useQuery(boxesOfCode(client.id, code));
  const name = t.boxes.box(code);
  useTitle(name);
  if (error && !data) return <Problem problem={error} retry={() => void refetch()} isPage />;
  if (!data) return <Skeleton rows={8} isPage />;
  if (data.length === 0) return <EmptyState icon="circle-alert" isPage title={t.boxes.missing} />;
  return (
    <section className="page stack" aria-labelledby="title">
      <div className="page-head">
        <div className="grow">
          <p className="crumbs">
            <Link href={`/caixas?${placeSearch(client.id)}`}>{t.boxes.title}</Link>
          </p>
          <h1 id="title">{name}</h1>
        </div>
        <Button className="button primary" onPress={() => window.print()}>
          <Icon name="printer" size={16} /> {t.boxes.print}
        </Button>
      </div>
      <div className="box-labels">
        {data.map((box) => (
          <BoxLabel key={box.id} client={client} box={box} />
        ))}
      </div>
      <h2 className="small-head">{t.boxes.contents}</h2>
      {data.length > 1 && <p className="quiet">{t.boxes.several}</p>}
      <Contents client={client} code={code} />
    </section>
  );
}
