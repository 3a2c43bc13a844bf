import type { TimeZone } from '#application/support/time-zone';
import type { AuditAction, EventFile, SealedEvent } from '#domain/audit/audit-event';
import { thingOf } from '#domain/audit/event-leaf';
import { EVENT_TYPES } from '#domain/audit/event-types';
import { MEMBERS, WORDS, type EventMember } from './event-data';

/** Kinds of things on the wire, as paths of the envelope's `subject`. */
const THINGS: Readonly<Record<string, string>> = {
  document: 'documentos',
  workflow: 'fluxos',
  row: 'linhas',
  box: 'caixas',
  user: 'usuarios',
  session: 'sessoes',
  bill: 'faturas',
  webhook: 'webhooks',
};

const FILE = { id: 'idArquivo', bytes: 'tamanho' };

/** Names of what can be changed of a webhook. */
const WEBHOOK_MEMBERS: Readonly<Record<string, string>> = { description: 'descricao', types: 'tipos', levelId: 'idNivel' };

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
    source: `/clientes/${event.clientId}${event.epoch === null ? '' : `/epocas/${event.epoch}`}`,
    type: EVENT_TYPES[event.action],
    ...(THINGS[kind] && { subject: `${THINGS[kind]}/${id}` }),
    time: timeZone.iso(event.at),
    datacontenttype: 'application/json',
    posicao: event.position,
    data: { idAutor: event.userId, ...eventDataOf(event) },
  };
}

/** What has happened, in the words of the wire. */
export function eventDataOf({
  action,
  subject: { files: ids, ...subject },
  files,
}: Pick<SealedEvent, 'action' | 'subject'> & { files?: readonly EventFile[] | null }): Record<string, unknown> {
  const members = Object.entries(subject).map(([name, value]) => [MEMBERS[name as EventMember] ?? name, wordOf(action, name, value)]);
  const described = files?.map(({ id, sha256, bytes }) => ({ [FILE.id]: id, sha256, [FILE.bytes]: bytes }));
  const known = described ?? (Array.isArray(ids) ? ids.map((id: string) => ({ [FILE.id]: id })) : []);
  return { ...Object.fromEntries(members), ...(known.length > 0 && { [MEMBERS.files]: known }) };
}

function wordOf(action: AuditAction, name: string, value: unknown): unknown {
  if (action === 'webhook.update' && Array.isArray(value)) return value.map((each: string) => WEBHOOK_MEMBERS[each] ?? each);
  return (WORDS as Record<string, Readonly<Record<string, string>>>)[name]?.[value as string] ?? value;
}
