import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Button } from 'react-aria-components';
import { Link, useSearchParams } from 'wouter';
import { saveReceipt } from '../../api/files';
import { auditEvents, userNames, type AuditEvent } from '../../api/audit';
import { useClient, type Client } from '../../api/structure';
import { isEnglish, momentOf, t } from '../../i18n';
import { EmptyState } from '../../ui/EmptyState';
import { LabelledField } from '../../ui/LabelledField';
import { NoClient } from '../../ui/NoClient';
import { complain } from '../../ui/Toasts';
import { TableInParts } from '../../ui/TableInParts';
import { useTitle } from '../../ui/useTitle';
import { authorOf } from './author';
import { actionIn, ACTIONS } from './words';

/** Events whose files the archive can prove to have taken. */
const PROVABLE = new Set(['documento.incluir', 'arquivo.incluir', 'arquivo.assinar']);

function Receipts({ event, client }: { event: AuditEvent; client: string }) {
  const { files = [] } = event.subject as { files?: readonly string[] };
  if (!PROVABLE.has(event.action)) return null;
  return files.map((file, index) => (
    <Button key={file} className="button" onPress={() => void saveReceipt(client, file, t.viewer.receiptOf(file)).catch(complain)}>
      {files.length === 1 ? t.viewer.receipt : `${t.viewer.receipt} ${index + 1}`}
    </Button>
  ));
}

/** The document that the event is about has an address, unless it is gone. */
function Subject({ event, client }: { event: AuditEvent; client: string }) {
  const { code, documentCode } = event.subject as { code?: number; documentCode?: number };
  const document = event.action.startsWith('documento.') ? code : documentCode;
  return (
    <>
      {document !== undefined &&
        (event.action === 'documento.excluir' ? (
          t.document.title(String(document))
        ) : (
          <Link href={`/documentos/${client}/${document}`}>{t.document.title(String(document))}</Link>
        ))}
      <Receipts event={event} client={client} />
      <details>
        <summary className="small">{t.audit.details}</summary>
        <pre>{JSON.stringify({ sequencia: event.position, origem: event.origin, ...event.subject }, null, 1)}</pre>
      </details>
    </>
  );
}

function Events({ client }: { client: Client }) {
  const [search] = useSearchParams();
  const one = (name: string) => search.get(name) || undefined;
  const asked = { client: client.id, action: one('acao'), user: one('usuario'), from: one('de'), to: one('ate') };
  const found = useInfiniteQuery(auditEvents(asked));
  const { data: names = new Map<string, string>() } = useQuery(userNames(client.id));
  return (
    <TableInParts
      label={t.audit.title}
      of={found}
      rowsOf={(part) => part.events}
      className="events"
      heads={[t.audit.when, t.audit.who, t.audit.what, t.audit.about]}
      empty={<EmptyState icon="archive" title={t.audit.none} />}
    >
      {(event) => (
        <tr key={event.position}>
          <td className="nowrap">{momentOf(event.at)}</td>
          <td>{authorOf(event, names)}</td>
          <td>{actionIn(isEnglish, event.action)}</td>
          <td>
            <Subject event={event} client={client.id} />
          </td>
        </tr>
      )}
    </TableInParts>
  );
}

export default function Audit() {
  const [search, setSearch] = useSearchParams();
  const { client, ...looking } = useClient(search.get('cliente'));
  useTitle(t.audit.title);
  const put = (name: string, value: string) =>
    setSearch((now) => {
      if (value) now.set(name, value);
      else now.delete(name);
      return now;
    });
  return (
    <section className="page stack" aria-labelledby="title">
      <h1 id="title">{t.audit.title}</h1>
      <div className="filters">
        <LabelledField label={t.audit.what}>
          {(control) => (
            <select {...control} className="input" value={search.get('acao') ?? ''} onChange={({ target }) => put('acao', target.value)}>
              <option value="">{t.audit.everything}</option>
              {Object.keys(ACTIONS).map((action) => (
                <option key={action} value={action}>
                  {actionIn(isEnglish, action)}
                </option>
              ))}
            </select>
          )}
        </LabelledField>
        {(
          [
            ['de', t.audit.from],
            ['ate', t.audit.to],
          ] as const
        ).map(([name, label]) => (
          <LabelledField key={name} label={label}>
            {(control) => (
              <input
                {...control}
                className="input"
                type="date"
                value={search.get(name) ?? ''}
                onChange={({ target }) => put(name, target.value)}
              />
            )}
          </LabelledField>
        ))}
      </div>
      {client ? <Events client={client} /> : <NoClient {...looking} isPage={false} />}
    </section>
  );
}
