import type { AuditAction, AuditSubject, EventFile, SealedEvent } from '#domain/audit/audit-event';
import type { SaltedEvent } from './event-seals';

/** An event with the client of its log. */
export interface SaltedRow {
  client_id: string;
  position: number;
  at: number;
  user_id: string | null;
  address: string | null;
  request_id: string | null;
  action: AuditAction;
  thing: string | null;
  subject: string;
  files: string | null;
  salts: string;
  kept: string | null;
  hash: string;
}

export const saltedOf = (row: SaltedRow): SaltedEvent => ({
  clientId: row.client_id,
  at: Number(row.at),
  userId: row.user_id,
  address: row.address,
  requestId: row.request_id,
  action: row.action,
  subject: row.subject,
  files: row.files,
  salts: row.salts,
  kept: row.kept,
});

export const eventOf = (row: SaltedRow): SealedEvent => ({
  clientId: row.client_id,
  position: Number(row.position),
  at: new Date(Number(row.at)),
  userId: row.user_id,
  address: row.address,
  requestId: row.request_id,
  action: row.action,
  subject: JSON.parse(row.subject) as AuditSubject,
  files: row.files === null ? null : (JSON.parse(row.files) as EventFile[]),
  hash: row.hash,
});
