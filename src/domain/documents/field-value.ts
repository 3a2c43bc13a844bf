import type { Details, FieldProblemCode } from '#domain/errors';
import { fold, foldBeginning, foldBlanks, isStorable } from '#domain/text';
import { NO_RULES, type Field, type FieldType } from '#domain/trees/field';
import { readDayIn, writeDay, type Zone } from './calendar';
import { decimalKey, decimalOfKey, MOST_DIGITS, readDecimal, writeDecimal } from './decimal';
import { AS_STORED, sentText, type Decimal, type Notation, type SentValue } from './sent-value';
import { bareTaxId, isCnpj, isCpf } from './tax-ids';

export const LONGEST_VALUE = 4000;
/** Characters by which a search by the beginning can tell values apart. */
export const LONGEST_BEGINNING = 150;

/** A value of an indexer field: as it is shown, and as it is compared. */
export interface FieldValue {
  text: string;
  key: string;
}

export type Reading = { ok: true; value: FieldValue } | { ok: false; code: FieldProblemCode; details?: Details };

const YES = new Set(['true', '1', 'sim', 'on']);
const NO = new Set(['false', '0', 'nao', 'off']);

const good = (text: string, key: string): Reading => ({ ok: true, value: { text, key } });
const bad = (code: FieldProblemCode, details?: Details): Reading => ({ ok: false, code, ...(details && { details }) });

const isDecimal = ({ type }: Field) => type === 'number' || type === 'money';
/** Digits after the point. */
export const PLACES = { number: 8, money: 4 } as const;

/** A number that is stored as it was written, unless it would be read as another one there. */
function readNumber(field: Field, places: number, sent: SentValue, decimal: Decimal): Reading {
  const parts = readDecimal(sent, decimal);
  if (!parts) return bad('FORMAT', { type: field.type });
  if (parts.whole.length > MOST_DIGITS) return bad('TOO_MANY_DIGITS', { max: MOST_DIGITS });
  if (parts.fraction.length > places) return bad('TOO_MANY_DECIMALS', { max: places });
  const outside = outOfRange(field, Number(`${parts.sign}${parts.whole}.${parts.fraction}`));
  const key = decimalKey(parts);
  const again = readDecimal(sentText(sent), AS_STORED.decimal);
  // Programs write zeros to the end of a number's scale: `8.50000` has more places than the field, which text is refused for.
  const isAsWritten = again && again.fraction.length <= places && decimalKey(again) === key;
  return outside ?? good(isAsWritten ? sentText(sent) : writeDecimal(parts), key);
}

function outOfRange(field: Field, size: number): Reading | null {
  if (field.min !== null && size < field.min) return bad('OUT_OF_RANGE', { bound: field.min, side: 'min' });
  if (field.max !== null && size > field.max) return bad('OUT_OF_RANGE', { bound: field.max, side: 'max' });
  return null;
}

function readText(field: Field, text: string): Reading {
  const length = [...text].length;
  if (field.min !== null && length < field.min) return bad('TOO_SHORT', { min: field.min });
  if (field.max !== null && length > field.max) return bad('TOO_LONG', { max: field.max });
  return good(text, fold(text));
}

/** Of a point in time an indexer keeps the day. */
function readDate(text: string, zone: Zone): Reading {
  const found = readDayIn(text, zone);
  if (found === undefined) return bad('FORMAT', { type: 'date' });
  if (found === null) return bad('DATE_IMPOSSIBLE');
  return good(writeDay(found), found);
}

function readTaxId(field: Field, text: string): Reading {
  const bare = bareTaxId(text);
  const wellFormed = (field.type !== 'cnpj' && /^\d{11}$/.test(bare)) || (field.type !== 'cpf' && /^[0-9A-Z]{12}\d{2}$/.test(bare));
  if (!wellFormed) return bad('FORMAT', { type: field.type });
  return (bare.length === 11 ? isCpf(bare) : isCnpj(bare)) ? good(text, bare) : bad('CHECK_DIGITS', { type: field.type });
}

function readCheckbox(text: string): Reading {
  const answer = fold(text);
  if (YES.has(answer)) return good('true', 'true');
  if (NO.has(answer)) return good('false', 'false');
  return bad('FORMAT', { type: 'checkbox' });
}

function readOption(field: Field, text: string): Reading {
  const wanted = fold(text);
  const option = field.options.find((candidate) => fold(candidate) === wanted);
  return option === undefined ? bad('NOT_AN_OPTION', { options: field.options.join(', ') }) : good(option, wanted);
}

function byType(field: Field, sent: SentValue, { decimal, zone }: Notation): Reading {
  const text = sentText(sent);
  switch (field.type) {
    case 'text':
      return readText(field, text);
    case 'number':
    case 'money':
      return readNumber(field, PLACES[field.type], sent, decimal);
    case 'date':
      return readDate(text, zone);
    case 'cpf':
    case 'cnpj':
    case 'cnpj-or-cpf':
      return readTaxId(field, text);
    case 'checkbox':
      return readCheckbox(text);
    case 'options':
      return readOption(field, text);
  }
}

function fitsMask(mask: string, text: string): boolean {
  const characters = [...text];
  const places = [...mask];
  return (
    characters.length === places.length &&
    places.every((place, index) => {
      const character = characters[index] as string;
      if (place === 'X') return /^\p{L}$/u.test(character);
      if (place === '9') return /^\d$/.test(character);
      return place === character;
    })
  );
}

/** Without the blanks around it. */
const trimmed = (sent: SentValue, trim: (text: string) => string): SentValue => (typeof sent === 'string' ? trim(sent) : sent);

/** Reads a non-empty value under its field's rules. */
export function readFieldValue(field: Field, raw: SentValue, notation: Notation): Reading {
  const sent = trimmed(raw, (text) => text.trim());
  const text = sentText(sent);
  if (!isStorable(text)) return bad('FORMAT', { type: field.type });
  if ([...text].length > LONGEST_VALUE) return bad('TOO_LONG', { max: LONGEST_VALUE });
  const reading = byType(field, sent, notation);
  if (!reading.ok) return reading;
  const shown = isDecimal(field) ? reading.value.text : text;
  if (field.mask !== null && !fitsMask(field.mask, shown)) return bad('MASK', { mask: field.mask });
  if (field.pattern !== null && !new RegExp(`^(?:${field.pattern})$`, 'u').test(shown)) return bad('PATTERN');
  return reading;
}

/** A number as it would be stored in a field of that type; a text as it is. */
export function textToStore(type: FieldType, sent: SentValue): string {
  if (typeof sent === 'string') return sent;
  const reading = byType({ code: 0, id: '', label: '', type, ...NO_RULES }, sent, AS_STORED);
  return reading.ok ? reading.value.text : sent.text;
}

const unbounded = (field: Field): Field => ({ ...field, min: null, max: null });

/** The key of a text that was stored under the field's rules. */
export function keyOfText(field: Field, text: string): string {
  const reading = byType(unbounded(field), text, AS_STORED);
  return reading.ok ? reading.value.key : fold(text);
}

/** The number that a value was read as; null for one of another type. */
export const numberOf = (field: Field, key: string): number | null => (isDecimal(field) && key !== '' ? Number(decimalOfKey(key)) : null);

/** The one form of all spellings of a stored value, for others to read; null for a text that is none of the field's. */
export function canonicalText(field: Field, text: string): string | null {
  const reading = byType(unbounded(field), text, AS_STORED);
  if (!reading.ok) return null;
  return isDecimal(field) ? decimalOfKey(reading.value.key) : reading.value.key;
}

export type Criterion = { exact: string } | { prefix: string };

/** How a searched value is compared with stored ones: by the field's type; a text ending in `%` by its beginning (operation 4.4). */
export function readCriterion(field: Field, sent: SentValue, notation: Notation): Criterion | null {
  const text = foldBlanks(sentText(sent));
  if (field.type === 'text' && text.endsWith('%')) return { prefix: foldBeginning(text.slice(0, -1)) };
  const exact = searchedKey(field, sent, notation);
  return exact === null ? null : { exact };
}

const searched = (field: Field, sent: SentValue, notation: Notation) => byType(unbounded(field), trimmed(sent, foldBlanks), notation);

/** The key of a searched value; null for a text that is none of the field's. */
export function searchedKey(field: Field, sent: SentValue, notation: Notation): string | null {
  const reading = searched(field, sent, notation);
  return reading.ok ? reading.value.key : null;
}

const FAULTS_OF_SEARCHED: readonly FieldProblemCode[] = ['DATE_IMPOSSIBLE', 'TOO_MANY_DECIMALS', 'TOO_MANY_DIGITS'];

/** Why a value that is none cannot be searched for. */
export function faultOfCriterion(field: Field, sent: SentValue, notation: Notation): { code: FieldProblemCode; details: Details } {
  const reading = searched(field, sent, notation);
  if (reading.ok || !FAULTS_OF_SEARCHED.includes(reading.code)) return { code: 'FORMAT', details: { type: field.type } };
  return { code: reading.code, details: { ...reading.details } };
}

/** Compares two keys of one type: negative, zero or positive. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
