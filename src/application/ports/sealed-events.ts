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

/** Reads the clients' logs. What was committed just now is in them after `Sealer.settle`. */
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
