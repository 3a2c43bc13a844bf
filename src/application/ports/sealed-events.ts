import type { Scope } from '#domain/access/scope';
import type { AuditAction, SealedEvent } from '#domain/audit/audit-event';
import type { Epoch } from '#domain/audit/epochs';

export interface AuditFilter {
  from?: Date;
  until?: Date;
  userId?: string;
  action?: AuditAction;
  /** The event is about one of these, as `thingOf` names it. */
  things?: readonly string[];
}

/** Events of these actions after one position, up to another: so many, of so many bytes, but always one. */
export interface EventRange {
  after: number;
  upTo: number;
  actions: readonly AuditAction[];
  limit: number;
  bytes: number;
}

/** The end of a client's log: how many events it has, and the signed checkpoint that binds them. */
export interface LogHead {
  size: number;
  checkpoint: string;
  /** Events up to here were removed for their age. */
  prunedTo: number;
  epochs: readonly Epoch[];
}

/** What proves, with the checkpoint, that an event is in the log (RFC 9162). */
export interface EventProof extends Pick<LogHead, 'size' | 'checkpoint'> {
  leaf: Buffer;
  hashes: Buffer[];
}

/** The event that put a file's bytes in the archive, as its leaf has it. */
export interface FileEvent {
  position: number;
  at: Date;
  /** Of the leaf. */
  text: string;
  /** What the leaf commits to under the salt: the files of the event. */
  files: string;
  salt: string;
}

/**
 * Reads the clients' logs. What was committed just now is in them after `Sealer.settle`.
 *
 * @example const head = await events.head(scope.clientId);
 */
export abstract class SealedEvents {
  /** Newest first, of the one client of the scope; starts before the position. */
  abstract page(scope: Scope, filter: AuditFilter, before: number | null, limit: number): Promise<SealedEvent[]>;
  /** In the order of their positions; so many, of so many bytes, but always one. */
  abstract after(clientId: string, position: number, limit: number, bytes?: number): Promise<SealedEvent[]>;
  /** In the order of their positions, of the one client of the scope. `isCut`: there may be more in the range. */
  abstract range(scope: Scope, range: EventRange): Promise<{ events: SealedEvent[]; isCut: boolean }>;
  /** A position that all events at or after the time lie behind, as far as the clocks of the writers agree. */
  abstract before(clientId: string, at: Date): Promise<number>;
  /** Lengths of logs; none of a client without events. */
  abstract sizes(clientIds: readonly string[]): Promise<Map<string, number>>;
  /** Those at these positions, in their order. */
  abstract among(clientId: string, positions: readonly number[]): Promise<SealedEvent[]>;
  abstract at(scope: Scope, position: number): Promise<SealedEvent | null>;
  /** Null: nothing was ever sealed. */
  abstract head(clientId: string): Promise<LogHead | null>;
  /** Of the thing, as `thingOf` names it. Null: no sealed event has put these bytes there. */
  abstract ofFile(scope: Scope, thing: string, file: { id: string; sha256: string }): Promise<FileEvent | null>;
  /** @param head an earlier one than the log's, to prove against */
  abstract prove(scope: Scope, position: number, head?: Pick<LogHead, 'size' | 'checkpoint'> | null): Promise<EventProof | null>;
  /** That the log of the larger size begins with that of the smaller one (RFC 9162). Null: events that it needs were removed for their age. */
  abstract consistency(scope: Scope, from: number, upTo: number): Promise<Buffer[] | null>;
}

/** One root over the signed heads of all logs, taken on a day (UTC). Stamped with the time, it tells strangers since when the heads exist. */
export interface Anchor {
  /** Like 2026-11-23. */
  day: string;
  root: Buffer;
  /** RFC 3161 over the root, DER in base64; null: none yet. */
  token: string | null;
}

/** An anchor, and the proof (RFC 9162) that a head is in it. */
export interface AnchoredHead extends Anchor {
  size: number;
  /** The leaf. */
  checkpoint: string;
  /** Its place among the leaves, from 1. */
  place: number;
  leaves: number;
  hashes: Buffer[];
}

/** @example const anchor = await anchors.covering(scope.clientId, event); */
export abstract class TrailAnchors {
  /** Once for each day, whoever calls and how often; not while there are no events. */
  abstract make(day: string): Promise<void>;
  /** Those without a token from this day on, newest first. */
  abstract unstamped(since: string): Promise<Anchor[]>;
  /** The first token stays. */
  abstract keepToken(day: string, token: Buffer): Promise<void>;
  /** The first anchor after the event, or the newest where that has no token or was made too early. Null: the event is in neither. */
  abstract covering(clientId: string, event: Pick<FileEvent, 'position' | 'at'>): Promise<AnchoredHead | null>;
}

/** The first problem of a client's log. `unlike`: up to there the events do not give the hash that was signed. */
export interface LogBreak {
  clientId: string;
  position: number;
  reason: 'missing' | 'altered' | 'truncated' | 'unlike';
}

/** A log at some moment. Kept elsewhere, it later proves that the log up to there is unchanged. */
export interface LogEnd {
  clientId: string;
  size: number;
  /** In base64url. */
  root: string;
  /** Of the installation then; absent: the first. */
  epoch?: string;
}

/** A log whose former end was in an epoch that a restore of the database has ended. */
export interface LogRestart {
  clientId: string;
  /** First position of the epoch that followed. */
  from: number;
  /** Length of the log before. */
  had: number;
}

export interface AnchorsVerified {
  total: number;
  /** Days whose anchor is not what its leaves, its token or another anchor say. */
  broken: string[];
}

export interface Verified {
  events: number;
  broken: LogBreak[];
  /** Of the logs that are not broken. */
  ends: LogEnd[];
  /** Pending events that were refused. */
  refused: number;
  anchors: AnchorsVerified;
  /** Where former ends cannot be compared with: the operator has restored the database. */
  restarted: LogRestart[];
}

/** @example const now = await trail.sizes(); */
export abstract class TrailVerification {
  /** Verifies every log from its beginning, also against its former end and the anchors; reports the number of events now and then. */
  abstract verify(former: readonly LogEnd[], progress: (events: number) => void, threads?: number): Promise<Verified>;
  /**
   * Verifies so many events, drawn at random, each by its proof in the signed head of its log, and what tells of its erasure;
   * neither ends nor anchors.
   */
  abstract sample(count: number, progress: (events: number) => void): Promise<Verified>;
  /** How many events each client's log has. */
  abstract sizes(): Promise<ReadonlyMap<string, number>>;
}
