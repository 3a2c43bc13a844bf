import { normaliseExtension } from '#libs/file-signature';
import { WrittenNumber } from '#libs/json-ingest';
import { readMoment as readMomentOf } from '#application/documents/moments';
import type { TimeZone } from '#application/support/time-zone';
import { readDayIn, type Day } from '#domain/documents/calendar';
import { SentNumber } from '#domain/documents/sent-value';

/** Not a value of this type. */
export const REFUSED = Symbol('refused');
/** A file that was refused during reading. */
export const REFUSED_ALREADY = Symbol('refused already');
type Read<T> = T | typeof REFUSED;
/** A well-formed date of a day that does not exist. */
export const NO_SUCH_DAY = Symbol('no such day');
type ReadDate<T> = Read<T> | typeof NO_SUCH_DAY;

/** Normalised id. */
export const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const DAY = /^\d{4}-\d{2}-\d{2}$/;
const SENT_GUID = /^(?:\{([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))$/;
const INTEGER = /^[+-]?\d{1,16}$/;

/** A number or a boolean becomes its text as sent. */
export function textOf(sent: unknown): unknown {
  if (sent instanceof WrittenNumber) return sent.text;
  return typeof sent === 'number' || typeof sent === 'boolean' ? String(sent) : sent;
}

/** A value of an indexer field: a number stays one, for fields of numbers. */
export function valueOf(sent: unknown): unknown {
  if (sent instanceof WrittenNumber) return new SentNumber(sent.text);
  return typeof sent === 'number' ? new SentNumber(String(sent)) : textOf(sent);
}

/** Converts numbers for all types but text. An inconvertible value stays as sent, for the rules to refuse. */
export function converted(sent: unknown, read: (sent: unknown) => unknown): unknown {
  const plain = sent instanceof WrittenNumber ? sent.value : sent;
  const value = read(plain);
  return value === REFUSED ? plain : value;
}

export function readGuid(raw: unknown): Read<string> {
  const match = typeof raw === 'string' ? SENT_GUID.exec(raw.trim().toLowerCase()) : null;
  return match?.[1] ?? match?.[2] ?? REFUSED;
}

export function readInteger(raw: unknown): Read<number> {
  const value = typeof raw === 'string' && INTEGER.test(raw.trim()) ? Number(raw) : raw;
  return Number.isSafeInteger(value) ? (value as number) : REFUSED;
}

export function readFlag(raw: unknown): Read<boolean> {
  const word = typeof raw === 'string' ? raw.trim().toLowerCase() : raw;
  if (word === true || word === 1 || word === 'true' || word === '1') return true;
  if (word === false || word === 0 || word === 'false' || word === '0') return false;
  return REFUSED;
}

/** The local day of a date in any form. */
export function readWireDay(raw: unknown, timeZone: TimeZone): ReadDate<Day> {
  const day = typeof raw === 'string' ? readDayIn(raw.trim(), timeZone) : undefined;
  return day === undefined ? REFUSED : (day ?? NO_SUCH_DAY);
}

/** See `moments.ts`. */
export function readMoment(raw: unknown, edge: 'start' | 'end', timeZone: TimeZone): ReadDate<Date> {
  if (typeof raw !== 'string') return REFUSED;
  const moment = readMomentOf(raw.trim(), edge, timeZone);
  return moment === undefined ? REFUSED : (moment ?? NO_SUCH_DAY);
}

export function readExtension(raw: unknown): Read<string> {
  return (typeof raw === 'string' && normaliseExtension(raw.trim())) || REFUSED;
}
