import type { StoredEvent } from '#domain/audit/event-leaf';
import { logBytes, logOf } from '../log-bytes';
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
  client_id: Uint8Array;
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

/** @param log - as it was stored, if it was */
export const pendingValues = (event: PendingEvent, log: Uint8Array = logBytes(event.clientId)): Parameter[] => [
  log,
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

export const pendingOf = ({ code, client_id: log, user_id: userId, request_id: requestId, ...row }: PendingRow) => ({
  ...row,
  code: Number(code),
  log,
  clientId: logOf(log),
  userId,
  requestId,
});
