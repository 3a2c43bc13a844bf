import type { Author } from '#domain/access/actor';
import type { Scope } from '#domain/access/scope';
import type { AuditAction, AuditSubject, ChainedEvent } from '#domain/audit/audit-event';

export interface AuditFilter {
  from?: Date;
  until?: Date;
  userId?: string;
  action?: AuditAction;
}

/** The first problem found by `verify`. */
export interface ChainBreak {
  clientId: string;
  sequence: number;
  reason: 'missing' | 'altered' | 'truncated';
}

/** The last event of a chain at some moment. Kept elsewhere, it later proves that the chain up to there is unchanged. */
export interface ChainEnd {
  clientId: string;
  sequence: number;
  hash: string;
}

/** An event not yet added to a chain. */
export interface NewEvent {
  author: Author;
  at: Date;
  action: AuditAction;
  subject: AuditSubject;
}

/** One event per acknowledged change (reliability I8). */
export abstract class AuditTrail {
  /** In the transaction of the change, as its last step: the client's chain is locked until the transaction ends. */
  abstract record(author: Author, clientId: string, action: AuditAction, subject: AuditSubject): Promise<void>;
  /** Records past events in this order, in a transaction of its own; exactly once even when the answer to its COMMIT is lost. */
  abstract recordAll(clientId: string, events: readonly NewEvent[]): Promise<void>;
  /** Newest first, of the clients within the scope; starts after the event with code `before`. */
  abstract page(scope: Scope, filter: AuditFilter, before: number | null, limit: number): Promise<(ChainedEvent & { code: number })[]>;
  /** Verifies every client's chain from its beginning; reports the number of events after each. */
  abstract verify(progress?: (events: number) => void): Promise<{ events: number; broken: ChainBreak[] }>;
  /** The current ends of all non-empty chains. */
  abstract ends(): Promise<ChainEnd[]>;
  /** Of these former ends, those that are now missing or altered, even if the remaining chain is consistent. */
  abstract brokenSince(ends: readonly ChainEnd[]): Promise<ChainBreak[]>;
}
