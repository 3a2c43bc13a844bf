import type { Span } from './metering';

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

/** Blanks personal data of sealed events together with its salt, and keeps its commitment: leaves, proofs and heads stay valid. */
export abstract class EventErasure {
  /** The next events after the position and up to another one, in the caller's transaction. Null: none is left. */
  abstract erase(erasure: Erasure, after: number, upTo: number, limit: number): Promise<Erased | null>;
  /** Times of the first and the last event that would be erased. */
  abstract span(erasure: Erasure): Promise<{ first: Date; last: Date } | null>;
  /** Up to which position each client's events have forgotten their addresses for their age. */
  abstract forgotten(): Promise<ReadonlyMap<string, number>>;
  abstract markForgotten(clientId: string, upTo: number): Promise<void>;
}
