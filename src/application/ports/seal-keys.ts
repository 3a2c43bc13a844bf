import type { Author } from '#domain/access/actor';
import type { Halt } from './event-sealing';

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

/** Who has signed the heads of logs. */
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
