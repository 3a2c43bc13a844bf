/** All audited actions; add new ones at the end of their group. The last ones change nothing and may be recorded a second later. */
export const AUDIT_ACTIONS = [
  'document.create',
  'document.update',
  'document.delete',
  'document.restore',
  'file.add',
  'file.delete',
  'file.sign',
  'share.create',
  'share.revoke',
  'list-row.create',
  'list-row.update',
  'list-row.delete',
  'box.create',
  'workflow.activate',
  'workflow.associate',
  'workflow.form',
  'workflow.complete',
  'user.create',
  'user.password',
  'user.status',
  'user.grants',
  'user.unlock',
  'user.update',
  'user.erase',
  'api-key.create',
  'api-key.replace',
  'api-key.end',
  'session.open',
  'session.close',
  'session.refuse',
  'bill.create',
  'subscription-key.rotate',
  'archive.apply',
  'archive.import',
  'archive.purge',
  'webhook.create',
  'webhook.update',
  'webhook.secret',
  'webhook.disable',
  'webhook.resume',
  'webhook.replay',
  'webhook.delete',
  'event.anonymize',
  'trail.prune',
  'trail.rekey',
  'trail.restart',
  'call.refuse',
  'file.read',
  'share.open',
  'audit.drop',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

const PERSONAL = /^(?:user|api-key|session|subscription-key|call|audit)\.|^file\.read$|^share\.open$/;

/** Told only to whoever may see the audit trail: what persons do without changing the archive, accounts and keys. */
export const isPersonal = (action: AuditAction): boolean => PERSONAL.test(action);

/** In the place of a client's id: the log of what belongs to no client. Only operators see it. */
export const SERVICE_LOG = 'service';

/** Ids, codes and states alone: never a content, a name or a secret. */
export type AuditSubject = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** A file that an event is about, as it was then. */
export interface EventFile {
  id: string;
  sha256: string;
  bytes: number;
}

/** An event in its place in the client's log. */
export interface SealedEvent {
  clientId: string;
  /** From 1 within the client, without a gap. */
  position: number;
  /** Null: the first (`Epoch`). */
  epoch: string | null;
  at: Date;
  /** Null, like `address` and `requestId`: erased. */
  userId: string | null;
  address: string | null;
  requestId: string | null;
  action: AuditAction;
  subject: AuditSubject;
  files: readonly EventFile[] | null;
  /** Of the leaf, in base64url. */
  hash: string;
}
