import type { Zone } from './calendar';

/** A number of JSON, as it was written: its point is decimal, whatever the field. A field of text keeps the writing. */
export class SentNumber {
  constructor(readonly text: string) {}
}

/** A value of a field as it was sent. */
export type SentValue = string | SentNumber;

export const sentText = (sent: SentValue): string => (typeof sent === 'string' ? sent : sent.text);

/** What a point means in a text of which two readings are possible: `1.001`. */
export const DECIMALS = ['comma', 'point'] as const;
export type Decimal = (typeof DECIMALS)[number];

/** What the reading of a sent value depends on, besides its field. */
export interface Notation {
  decimal: Decimal;
  zone: Zone;
}

/** Of lists, which belong to no level. */
export const notationOfLists = (zone: Zone): Notation => ({ decimal: 'comma', zone });

/** Of stored texts, which hold days alone, and numbers that are read the same everywhere. */
export const AS_STORED: Notation = { decimal: 'comma', zone: { dayOf: () => null } };
