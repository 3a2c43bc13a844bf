import type { AuditAction } from '#domain/audit/audit-event';
import { code, huge, instant, logId, long, number, optional, primary, small, table, text, token, type RowOf } from './table';

/** 32 bytes in base64url. */
const HASH = 43;
/** Three salts of 96 bits in base64url, one for each group that can be erased. */
const SALTS = 48;

const pending = () => ({
  code: code(),
  clientId: logId(),
  at: instant(),
  userId: token(),
  address: token(64),
  requestId: token(100),
  action: token<AuditAction>(60),
  // Texts, not objects: the leaf covers them as they are written.
  subject: huge(),
  files: optional(huge()),
  salts: token(SALTS),
  writer: token(16),
  mac: token(HASH),
});

/** Events of committed changes that have no position yet; without an index, so that writers never meet. */
export const EventPendingEntity = table('event_outbox', pending());

/** One log per client, and one of the service (`SERVICE_LOG`). */
export const EventLogEntity = table('event_log', {
  clientId: primary(logId()),
  size: number(),
  frontier: long(),
  // The signed checkpoint of this size.
  head: long(),
  // Incremented to lock the row: a plain lock is local to one cluster node (docs/scaling.md).
  turns: number(),
  // Up to here events have forgotten their addresses for their age.
  forgottenTo: number(),
  // Up to here, a multiple of 256, events were removed for their age; nodes are kept.
  prunedTo: number(),
  // Where the database was restored to an earlier day: `[name, first position]` of each epoch but the first.
  epochs: optional(long()),
});

export const EventEntity = table(
  'event',
  {
    clientId: primary(logId()),
    // From 1 within the log, without a gap.
    position: primary(number()),
    at: instant(),
    userId: optional(token()),
    address: optional(token(64)),
    requestId: optional(token(100)),
    action: token<AuditAction>(60),
    // Whom or what the event is about, from its subject.
    thing: optional(token(50)),
    subject: huge(),
    files: optional(huge()),
    salts: token(SALTS),
    // Commitments of erased groups.
    kept: optional(text(250)),
    hash: token(HASH),
  },
  {
    indexes: [
      ['clientId', 'userId', 'position'],
      ['clientId', 'action', 'position'],
      // Finds the active users of a month from the index alone.
      ['clientId', 'at', 'userId'],
      ['clientId', 'thing', 'position'],
    ],
  },
);
export type EventEntity = RowOf<typeof EventEntity>;

/** Whole subtrees of 256 leaves, of 65 536, and so on: proofs need no more than 255 leaves. */
export const EventNodeEntity = table('event_node', {
  clientId: primary(logId()),
  level: primary(small()),
  idx: primary(number()),
  hash: token(HASH),
});

/** Once a day (UTC), one tree over the heads of all logs. */
export const EventAnchorEntity = table('event_anchor', {
  day: primary(token(10)),
  root: token(HASH),
  // JSON: client and signed head of each log.
  leaves: huge(),
  // RFC 3161 over the root; null until an authority has stamped it.
  token: optional(huge()),
});

/** Pending rows that this service did not write, or that were sealed before; they wait for a human. */
export const EventRefusedEntity = table('event_refused', { ...pending(), reason: token(20), seenAt: instant() });

/** Keys that have signed heads of logs; the newest one does. */
export const SealKeyEntity = table(
  'seal_key',
  {
    code: code(),
    // As verifiers of signed notes take it: name, id and public key.
    verifierKey: token(200),
    since: instant(),
    // Signed by the key before and by this one: that this one follows.
    statement: optional(long()),
  },
  { unique: [['verifierKey']] },
);

/** How many events of a process were sealed, by client; it compares them with those that it saw committed. */
export const EventWriterEntity = table(
  'event_writer',
  {
    clientId: primary(logId()),
    writer: primary(token(16)),
    sealed: number(),
    // By the database's clock: when its events were sealed, or its process has looked.
    seenAt: instant(),
  },
  { indexes: [['writer'], ['seenAt']] },
);

/** Who does what only one process should do; `expiresAt` by the database's clock. */
export const LeaseEntity = table('lease', { name: primary(token(60)), holder: token(16), expiresAt: instant() });

/** Only where several nodes of a cluster write: makes changes of one client conflict (docs/scaling.md). */
export const ClientGuardEntity = table('client_guard', { clientId: primary(logId()), turns: number() });
