import type { Author } from '#domain/access/actor';
import type { AuditAction, AuditSubject, EventFile } from '#domain/audit/audit-event';
import type { Span } from './billing';

/** An event that has not been recorded yet. */
export interface NewEvent {
  author: Author;
  at: Date;
  action: AuditAction;
  subject: AuditSubject;
  files?: readonly EventFile[];
}

/** `files`: those that the change has added. */
export type NewChange = Omit<NewEvent, 'at'>;

/**
 * One event per acknowledged change (reliability I8). It gets its place in the client's log when it is sealed, soon after the COMMIT.
 *
 * @example await audit.record(author, clientId, 'archive.apply', subject);
 */
export abstract class AuditTrail {
  /** In the transaction of the change, as its last step. `files`: those that the change has added. */
  record(author: Author, clientId: string, action: AuditAction, subject: AuditSubject, files?: readonly EventFile[]): Promise<void> {
    return this.recordChanges(clientId, [{ author, action, subject, ...(files && { files }) }]);
  }

  /** The same for several changes of one transaction, in this order. */
  abstract recordChanges(clientId: string, changes: readonly NewChange[]): Promise<void>;
  /** Records past events in this order, in a transaction of its own; exactly once even when the answer to its COMMIT is lost. */
  abstract recordAll(clientId: string, events: readonly NewEvent[]): Promise<void>;
}

/** Why a client's events cannot be sealed: the log's end is not what this service has left. */
export type Halt = 'head' | 'frontier' | 'set back' | 'occupied' | 'damaged';

export interface Sealed {
  events: number;
  /** Pending rows set aside: not written by this service, or sealed before. */
  refused: number;
  /** Highest code that was sealed; 0: none. */
  highest: number;
  /** Clients whose logs wait for a human. */
  halted: ReadonlyMap<string, Halt>;
}

export interface Backlog {
  pending: number;
  /** Since when the oldest one waits. */
  oldest: Date | null;
  /** Events that this process saw committed, and that are neither pending nor sealed. */
  vanished: number;
}

/**
 * Moves committed events into the logs of their clients.
 *
 * @example const sealed = await sealing.seal(after);
 */
export abstract class EventSealing {
  /** Seals all events that are committed now and whose codes are above `after`. Any number of processes may do it at once. */
  abstract seal(after: number): Promise<Sealed>;
  /** Whether this process should seal until it asks again, within the time; only saves work. Throws when another key signs now. */
  abstract lead(ms: number): Promise<boolean>;
  abstract backlog(): Promise<Backlog>;
  /** Forgets how many events of processes were sealed that have neither written nor looked since; answers how many. */
  abstract forgetOld(before: Date, limit: number): Promise<number>;
}

/** A webhook that had not got all events that were removed. */
export interface LateWebhook {
  id: string;
  url: string;
  /** The last position that it has got. */
  reached: number;
}

/**
 * Removes a client's oldest events. The nodes above them are kept: later events keep their proofs.
 *
 * @example const late = upTo > from ? await pruning.lateWebhooks(clientId, upTo) : [];
 */
export abstract class EventPruning {
  /** From now on events up to the position count as removed. False: another process was first. */
  abstract mark(clientId: string, from: number, upTo: number): Promise<boolean>;
  /** Removes some of the events that count as removed; answers how many. */
  abstract remove(clientId: string, limit: number): Promise<number>;
  abstract lateWebhooks(clientId: string, upTo: number): Promise<LateWebhook[]>;
}

/** What of events is erased: who did it; or from which address and by which call. */
export type ErasedGroup = 'author' | 'origin';

export interface Erasure {
  clientId: string;
  group: ErasedGroup;
  /** Events of this user alone. */
  userId?: string;
  /** Events before this time alone. */
  before?: Date;
  /** Of authors: for bills of these, the users are counted of whom no event is left. */
  counted?: readonly Span[];
}

export interface Erased {
  events: number;
  /** Positions of the first and the last of them. */
  from: number;
  upTo: number;
}

/**
 * Blanks personal data of sealed events together with its salt, and keeps its commitment: leaves, proofs and heads stay valid.
 *
 * @example const done = await erasure.erase(wish, from, end, BATCH);
 */
export abstract class EventErasure {
  /** The next events after the position and up to another one, in the caller's transaction. Null: none is left. */
  abstract erase(erasure: Erasure, after: number, upTo: number, limit: number): Promise<Erased | null>;
  /** Times of the first and the last event that would be erased. */
  abstract span(erasure: Erasure): Promise<{ first: Date; last: Date } | null>;
  /** Up to which position each client's events have forgotten their addresses for their age. */
  abstract forgotten(): Promise<ReadonlyMap<string, number>>;
  abstract markForgotten(clientId: string, upTo: number): Promise<void>;
}

/** A key that signs the heads of logs, or has signed them. */
export interface SealKey {
  /** Name of this installation, with the epoch if the database was restored: the first part of every log's. */
  name: string;
  id: string;
  /** As verifiers of signed notes take it. */
  verifierKey: string;
  since: Date;
  /** When another one followed; null: it signs. */
  until: Date | null;
  /** Note of the key before and of this one, that this one follows; null: it is the first. */
  statement: string | null;
}

/** A log is not as this service has left it: nothing is signed on top of it. */
export interface Unlike {
  clientId: string;
  halt: Halt;
}

/**
 * Who has signed the heads of logs.
 *
 * @example const [key] = await keys.all();
 */
export abstract class SealKeys {
  /** At the start: throws when another key than that of this process signs; registers the first one. */
  abstract adopt(): Promise<void>;
  /** Newest first: those that lead without a gap to the key of this process. */
  abstract all(): Promise<SealKey[]>;
  /** Whether no other process works with the archive now, as far as it shows. */
  abstract isAlone(): Promise<boolean>;
  /** Ends what `isAlone` has taken. */
  abstract release(): Promise<void>;
  /** Signs every head with the key of another secret from now on. Answers how many logs there are, or the first that cannot be signed. */
  abstract rotate(author: Author, secret: string): Promise<number | Unlike | 'pending'>;
  /** Goes on under a new name, since positions that were given before will be given again. Answers as `rotate`. */
  abstract beginEpoch(author: Author): Promise<number | Unlike | 'pending'>;
}

/** @example const token = await authority.stamp(root); */
export abstract class TimestampAuthority {
  /** An RFC 3161 token over the digest, DER. Null: the operator has named no authority. Rejects when it gives none. */
  abstract stamp(sha256: Buffer): Promise<Buffer | null>;
}
