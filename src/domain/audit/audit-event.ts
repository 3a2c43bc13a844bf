/** All audited actions; add new ones at the end of their group. The last ones change nothing and may be recorded a second later. */
export const AUDIT_ACTIONS = [
  'document.create',
  'document.update',
  'document.delete',
  'file.add',
  'file.delete',
  'file.sign',
  'share.create',
  'share.revoke',
  'list-row.create',
  'list-row.update',
  'workflow.activate',
  'workflow.associate',
  'workflow.form',
  'workflow.complete',
  'user.create',
  'user.password',
  'user.status',
  'user.grants',
  'user.unlock',
  'session.open',
  'session.close',
  'session.refuse',
  'bill.create',
  'subscription-key.rotate',
  'archive.apply',
  'archive.import',
  'call.refuse',
  'file.read',
  'share.open',
  'audit.drop',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** In the place of a client's id: the chain of what belongs to no client. Only operators see it. */
export const SERVICE_CHAIN = 'service';

/** Ids, codes and states alone: never a content, a name or a secret. */
export type AuditSubject = Readonly<Record<string, string | number | boolean | readonly string[]>>;

export interface AuditEvent {
  clientId: string;
  at: Date;
  userId: string;
  /** Of the caller, as the service saw it. */
  address: string;
  requestId: string;
  action: AuditAction;
  subject: AuditSubject;
}

export interface ChainedEvent extends AuditEvent {
  /** From 1 within the client, without a gap. */
  sequence: number;
  hash: string;
}

/** What an event's hash covers, beside the hash before it: everything, in one order. */
export function canonical({ clientId, sequence, at, userId, address, requestId, action, subject }: Omit<ChainedEvent, 'hash'>): string {
  return JSON.stringify([clientId, sequence, at.getTime(), userId, address, requestId, action, subject]);
}
