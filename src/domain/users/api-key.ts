import type { KeyPlace } from '#domain/access/key-terms';

/** A key of a service account, as it is shown: the key itself is known to who made it, and nobody else. */
export interface ApiKey extends KeyPlace {
  id: string;
  userId: string;
  /** The beginning of the key, by which people tell one from another. */
  prefix: string;
  name: string;
  /** Addresses that may use it, in CIDR notation; empty: any. */
  networks: readonly string[];
  createdBy: string;
  createdAt: Date;
  /** For which it was made. */
  lifeMs: number;
  /** Set to the moment itself when the key is ended before its time. */
  endsAt: Date;
  lastUsedAt: Date | null;
}

/** What keys begin with, and so many letters and `_` after it. */
export const KEY_NAME = 'acv_';
export const KEY_PREFIX_LETTERS = 8;
const BEGINNING = new RegExp(`^${KEY_NAME}[0-9A-Za-z]{${KEY_PREFIX_LETTERS}}_`);

/** Whether a token or a password is meant to be a key. */
export const beginsLikeKey = (text: string): boolean => BEGINNING.test(text);
