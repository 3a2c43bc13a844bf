import type { FileEvent } from './sealed-events';

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
