import type { AuditAction, AuditSubject, ChainedEvent } from '#domain/audit/audit-event';

export interface EventRow {
  code: number;
  client_id: string;
  at: number;
  user_id: string;
  address: string;
  request_id: string;
  action: AuditAction;
  subject: string;
  sequence: number;
  hash: string;
}

export const eventOf = (row: EventRow): ChainedEvent => ({
  clientId: row.client_id,
  sequence: row.sequence,
  at: new Date(row.at),
  userId: row.user_id,
  address: row.address,
  requestId: row.request_id,
  action: row.action,
  subject: JSON.parse(row.subject) as AuditSubject,
  hash: row.hash,
});
