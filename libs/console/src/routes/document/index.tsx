import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { Link, useLocation, useParams, useSearchParams } from 'wouter';
import { DELETED, documentByCode, type OneDocument } from '../../api/documents';
import { filesOf, headOf } from '../../api/files';
import { useClient, type Client } from '../../api/structure';
import { t } from '../../i18n';
import { useShortcuts } from '../../shell/keys';
import { useDropTarget } from '../../uploads/DropZone';
import { upload } from '../../uploads/uploads';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { Problem } from '../../ui/Problem';
import { Skeleton } from '../../ui/Skeleton';
import { Splitter, useSplit } from '../../ui/Splitter';
import { Status } from '../../ui/Status';
import { useTitle } from '../../ui/useTitle';
import { Viewer } from '../../viewers/Viewer';
import { kindOf } from '../../viewers/which';
import { Removal } from '../documents/Removal';
import { placeSearch } from '../documents/search';
import { neighbours } from '../documents/trail';
import { EditForm } from './EditForm';
import { Facts, Files } from './Facts';
import { Flows } from './Flows';
import { History } from './History';
import { Links } from './Links';
import { Restoring } from './Restoring';

type Targets = Partial<Record<'next' | 'previous' | 'edit' | 'sign', string | undefined>>;

/** `j` and `k` go through the result that the document was opened from, `e` edits, `s` signs. */
function useKeys({ next, previous, edit, sign }: Targets): void {
  const [, navigate] = useLocation();
  const all: [key: string, what: string, target: string | undefined][] = [
    ['j', t.keys.next, next],
    ['k', t.keys.previous, previous],
    ['e', t.document.edit, edit],
    ['s', t.keys.sign, sign],
  ];
  useShortcuts(
    'document',
    all.flatMap(([key, what, target]) => (target ? [{ keys: [key], what, run: () => navigate(target) }] : [])),
  );
}

interface Props {
  client: Client;
  found: OneDocument;
  isEditing: boolean;
}

function Opened({ client, found, isEditing }: Props) {
  const [, navigate] = useLocation();
  const [search, setSearch] = useSearchParams();
  const split = useSplit();
  const [isRemoving, setRemoving] = useState(false);
  const level = client.levels.find(({ path }) => path === found.path);
  const isDeleted = found.status === DELETED;
  /** Of a deleted document the values can be read, and nothing else be done. */
  const may = (permission: string) => !isDeleted && (level?.permissions.has(permission) ?? false);
  const { data: files, error, refetch } = useQuery({ ...filesOf(client.id, found.id), enabled: may('documento.consultar') });
  const file = files?.find(({ id }) => id === search.get('arquivo')) ?? files?.[0];
  const here = `/documentos/${client.id}/${found.code}`;
  const { data: head } = useQuery({ ...headOf(client.id, file?.id ?? ''), enabled: file !== undefined && may('arquivo.consultar') });
  const isPdf = head !== undefined && kindOf(head.name) === 'pdf';
  const sign =
    file && isPdf && may('arquivo.assinar') ? `/assinar?cliente=${client.id}&documento=${found.code}&arquivos=${file.id}` : undefined;
  const around = neighbours(client.id, found.code);
  const list = around?.list ?? `/documentos?${placeSearch(client.id, level?.id)}`;
  const mayEdit = may('documento.alterar') && !isEditing;
  const add = (added: readonly File[]) => upload({ id: found.id, code: found.code }, added);
  const put = (name: string, value: string) => setSearch((now) => (now.set(name, value), now), { replace: true });
  const choose = (id: string) =>
    setSearch((now) => (now.set('arquivo', id), now.delete('pagina'), now.delete('palavras'), now), { replace: true });
  useDropTarget(may('arquivo.incluir') ? { text: t.uploads.drop(t.document.title(found.code)), take: add } : null);
  useKeys({
    next: around?.next,
    previous: around?.previous,
    edit: mayEdit ? `${here}/editar` : undefined,
    sign,
  });
  return (
    <article className="page fill" aria-labelledby="title">
      <div className="page-head">
        <div className="grow">
          <p className="crumbs">
            <Link href={list}>{t.documents.title}</Link> / {found.path.replaceAll(' > ', ' / ')}
          </p>
          <h1 id="title">
            {t.document.title(found.code)} <Status code={found.status} />
          </h1>
        </div>
        {mayEdit && (
          <Link className="button primary" href={`${here}/editar`}>
            <Icon name="pen-line" size={16} /> {t.document.edit}
          </Link>
        )}
        {sign && (
          <Link className="button" href={sign}>
            <Icon name="pen-tool" size={16} /> {t.sign.action}
          </Link>
        )}
        {may('documento.excluir') && (
          <Button className="button danger" onPress={() => setRemoving(true)}>
            <Icon name="trash-2" size={16} /> {t.remove.action}
          </Button>
        )}
      </div>
      {isDeleted && <Restoring client={client.id} found={found} mayRestore={level?.permissions.has('documento.excluir') ?? false} />}
      <div className="split" style={split.style}>
        <Tabs className="aside" selectedKey={search.get('aba') ?? 'dados'} onSelectionChange={(key) => put('aba', String(key))}>
          <TabList aria-label={t.document.title(found.code)}>
            <Tab id="dados">{t.document.fields}</Tab>
            {!isDeleted && <Tab id="links">{t.document.links}</Tab>}
            {may('fluxo.consultar') && <Tab id="fluxos">{t.document.flows}</Tab>}
            {level?.permissions.has('auditoria.consultar') && <Tab id="historico">{t.document.history}</Tab>}
          </TabList>
          {/* What was typed into the form stays while another tab is open. */}
          <TabPanel id="dados" shouldForceMount={isEditing}>
            {isEditing && level && !isDeleted ? (
              <EditForm client={client} level={level} found={found} onClose={() => navigate(here, { replace: true })} />
            ) : (
              <Facts found={found} level={level} />
            )}
            {error && !files && <Problem problem={error} retry={() => void refetch()} />}
            {files && (
              <Files
                found={found}
                files={files}
                chosen={file?.id}
                mayAdd={may('arquivo.incluir')}
                mayRemove={may('arquivo.excluir')}
                onChoose={choose}
                onAdd={add}
              />
            )}
          </TabPanel>
          <TabPanel id="links">
            <Links client={client.id} document={found.id} files={files ?? []} mayShare={may('documento.compartilhar')} />
          </TabPanel>
          <TabPanel id="fluxos">
            <Flows client={client.id} found={found} mayStart={may('fluxo.executar')} />
          </TabPanel>
          <TabPanel id="historico">
            <History client={client.id} document={found.id} />
          </TabPanel>
        </Tabs>
        <Splitter {...split} />
        {file && !may('arquivo.consultar') ? (
          <EmptyState icon="file" title={t.viewer.noPermission} />
        ) : file ? (
          <Viewer key={file.id} client={client.id} file={file} />
        ) : (
          files && <EmptyState icon="file" title={t.document.noFiles} />
        )}
      </div>
      {isRemoving && (
        <Removal
          client={client}
          documents={[{ id: found.id, code: found.code, level: level?.id ?? '' }]}
          onClose={() => setRemoving(false)}
          onDone={(gone) => gone.length > 0 && navigate(list, { replace: true })}
        />
      )}
    </article>
  );
}

export default function Document({ isEditing = false }: { isEditing?: boolean }) {
  const { client: id, code } = useParams<{ client: string; code: string }>();
  const { client, isPending: isLooking, error: unread, retry } = useClient(id);
  const {
    data: found,
    error,
    isPending,
    refetch,
  } = useQuery({
    ...documentByCode(client ?? { id, name: '', units: [], levels: [], origins: [] }, code),
    enabled: client !== undefined && /^\d+$/.test(code),
  });
  useTitle(t.document.title(code));
  if (unread && !client) return <Problem problem={unread} retry={retry} isPage />;
  if (error && found === undefined) return <Problem problem={error} retry={() => void refetch()} isPage />;
  const isMissing = (!isLooking && !client) || !/^\d+$/.test(code) || found === null;
  if (isMissing)
    return (
      <EmptyState icon="circle-alert" isPage title={t.document.missing}>
        <Link className="button" href="/documentos">
          {t.document.list}
        </Link>
      </EmptyState>
    );
  if (isPending || !client) return <Skeleton rows={10} isPage />;
  return <Opened key={found.id} client={client} found={found} isEditing={isEditing} />;
}
