import type { Author } from '#domain/access/actor';
import type { Scope } from '#domain/access/scope';
import type { AuditAction, AuditSubject, ChainedEvent } from '#domain/audit/audit-event';

export interface AuditFilter {
  from?: Date;
  until?: Date;
  userId?: string;
  action?: AuditAction;
}

/** What `verify` found first. */
export interface ChainBreak {
  clientId: string;
  sequence: number;
  reason: 'missing' | 'altered' | 'truncated';
}

/** The last event of a chain at some moment: kept elsewhere, it proves later that the chain up to there is still the same. */
export interface ChainEnd {
  clientId: string;
  sequence: number;
  hash: string;
}

/** An event before it has its place in a chain. */
export interface NewEvent {
  author: Author;
  at: Date;
  action: AuditAction;
  subject: AuditSubject;
}

/** One event per acknowledged change (reliability I8). */
export abstract class AuditTrail {
  /** In the transaction that makes the change, as its last step: the client's chain is locked until it ends. */
  abstract record(author: Author, clientId: string, action: AuditAction, subject: AuditSubject): Promise<void>;
  /** Of what has happened already, in a transaction of its own; in this order. Once, also when the answer to its COMMIT is lost. */
  abstract recordAll(clientId: string, events: readonly NewEvent[]): Promise<void>;
  /** Newest first, of the clients within the scope; after the event of this code. */
  abstract page(scope: Scope, filter: AuditFilter, before: number | null, limit: number): Promise<(ChainedEvent & { code: number })[]>;
  /** Follows every client's chain from its beginning; tells after each how many events there were so far. */
  abstract verify(progress?: (events: number) => void): Promise<{ events: number; broken: ChainBreak[] }>;
  /** Of the chains that have events. */
  abstract ends(): Promise<ChainEnd[]>;
  /** Of these ends of former days, those that are gone or another event by now, though what is left may fit together. */
  abstract brokenSince(ends: readonly ChainEnd[]): Promise<ChainBreak[]>;
}
