import type { StoredEvent } from '#domain/audit/event-leaf';
import type { Parameter } from '../sql';

export interface PendingEvent extends StoredEvent {
  salts: string;
  writer: string;
  mac: string;
}

export const PENDING_COLUMNS = [
  'client_id',
  'at',
  'user_id',
  'address',
  'request_id',
  'action',
  'subject',
  'files',
  'salts',
  'writer',
  'mac',
] as const;

interface PendingColumns {
  client_id: string;
  at: number;
  user_id: string;
  address: string;
  request_id: string;
  action: string;
  subject: string;
  files: string | null;
  salts: string;
  writer: string;
  mac: string;
}

export type PendingRow = PendingColumns & { code: number };

export const pendingValues = (event: PendingEvent): Parameter[] => [
  event.clientId,
  event.at,
  event.userId,
  event.address,
  event.requestId,
  event.action,
  event.subject,
  event.files,
  event.salts,
  event.writer,
  event.mac,
];

export const pendingOf = ({ code, client_id: clientId, user_id: userId, request_id: requestId, ...row }: PendingRow) => ({
  ...row,
  code: Number(code),
  clientId,
  userId,
  requestId,
});
