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

/** Moves committed events into the logs of their clients. */
export abstract class EventSealing {
  /** Seals all events that are committed now and whose codes are above `after`. Any number of processes may do it at once. */
  abstract seal(after: number): Promise<Sealed>;
  /** Whether this process should seal until it asks again, within the time; only saves work. Throws when another key signs now. */
  abstract lead(ms: number): Promise<boolean>;
  abstract backlog(): Promise<Backlog>;
  /** Forgets how many events of processes were sealed that have neither written nor looked since; answers how many. */
  abstract forgetOld(before: Date, limit: number): Promise<number>;
}
