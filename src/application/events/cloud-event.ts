import type { TimeZone } from '#application/time-zone';
import type { SealedEvent } from '#domain/audit/audit-event';
import { thingOf } from '#domain/audit/event-leaf';
import { EVENT_TYPES } from '#domain/audit/event-types';

/** Kinds of things on the wire, as paths of the envelope's `subject`. */
const THINGS: Readonly<Record<string, string>> = {
  document: 'documentos',
  workflow: 'fluxos',
  row: 'linhas',
  user: 'usuarios',
  session: 'sessoes',
  bill: 'faturas',
  webhook: 'webhooks',
};

/** Members of `data`; `files` has a form of its own. */
const MEMBERS: Readonly<Record<string, string>> = {
  documentId: 'idDocumento',
  code: 'codigo',
  levelId: 'idNivel',
  unitId: 'idUnidade',
  version: 'versao',
  fields: 'campos',
  lists: 'listas',
  listId: 'idLista',
  rowId: 'idLinha',
  workflowId: 'idFluxo',
  definitionId: 'idDefinicao',
  executionId: 'idExecucao',
  documents: 'documentos',
  finished: 'encerrado',
  signatures: 'assinaturas',
  originId: 'idOrigem',
  legalPerson: 'pessoaJuridica',
  userId: 'idUsuario',
  grants: 'permissoes',
  active: 'ativo',
  wholeClient: 'todoCliente',
  own: 'propria',
  sessionId: 'idSessao',
  exclusive: 'exclusiva',
  why: 'motivo',
  times: 'vezes',
  slot: 'posicaoChave',
  billId: 'idFatura',
  contractId: 'idContrato',
  period: 'periodo',
  bag: 'pacote',
  state: 'estado',
  events: 'eventos',
  operation: 'operacao',
  webhookId: 'idWebhook',
  group: 'grupo',
  from: 'de',
  upTo: 'ate',
};

const FILE = { all: 'arquivos', id: 'idArquivo', bytes: 'tamanho' };

/** An event in the envelope of CloudEvents 1.0: ids, codes, states and digests, never contents or names. */
export interface CloudEventBody {
  specversion: '1.0';
  id: string;
  source: string;
  type: string;
  subject?: string;
  time: string;
  datacontenttype: 'application/json';
  posicao: number;
  data: Record<string, unknown>;
}

export function cloudEventOf(event: SealedEvent, timeZone: TimeZone): CloudEventBody {
  const [kind = '', id = ''] = thingOf(event.subject)?.split(/:(.*)/s) ?? [];
  return {
    specversion: '1.0',
    id: String(event.position),
    source: `/clientes/${event.clientId}`,
    type: EVENT_TYPES[event.action],
    ...(THINGS[kind] && { subject: `${THINGS[kind]}/${id}` }),
    time: timeZone.iso(event.at),
    datacontenttype: 'application/json',
    posicao: event.position,
    data: { idAutor: event.userId, ...membersOf(event) },
  };
}

function membersOf({ subject: { files: ids, ...subject }, files }: SealedEvent): Record<string, unknown> {
  const members = Object.entries(subject).map(([name, value]) => [MEMBERS[name] ?? name, value]);
  const described = files?.map(({ id, sha256, bytes }) => ({ [FILE.id]: id, sha256, [FILE.bytes]: bytes }));
  const known = described ?? (Array.isArray(ids) ? ids.map((id: string) => ({ [FILE.id]: id })) : []);
  return { ...Object.fromEntries(members), ...(known.length > 0 && { [FILE.all]: known }) };
}
