import type { Details, FieldProblemCode } from '#domain/errors';
import { fold, foldBeginning, foldBlanks, isStorable } from '#domain/text';
import type { Field } from '#domain/trees/field';
import { readDay, writeDay } from './calendar';
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

const NUMBER = /^([+-]?)(\d{1,15})(?:[.,](\d{1,8}))?$/;
const MONEY = /^([+-]?)(?:R\$ ?)?(\d{1,13}|\d{1,3}(?:\.\d{3}){1,4})(?:,(\d{1,4}))?$/;
const TIME = /[T ]([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):?[0-5]\d)?$/;
const YES = new Set(['true', '1', 'sim', 'on']);
const NO = new Set(['false', '0', 'nao', 'off']);

const good = (text: string, key: string): Reading => ({ ok: true, value: { text, key } });
const bad = (code: FieldProblemCode, details?: Details): Reading => ({ ok: false, code, ...(details && { details }) });

const MOST_DIGITS = 15;
const ZERO = 48;
const digit = (value: number) => String.fromCharCode(ZERO + value);

/**
 * The same key for every spelling of one number; keys sort as their numbers. A number with more digits before the point is larger, so their
 * count comes first; below zero all is reversed, and what ends sooner comes last.
 */
function decimalKey(sign: string, whole: string, fraction = ''): string {
  const integer = whole.replaceAll('.', '').replace(/^0+(?=\d)/, '');
  const digits = integer + fraction.replace(/0+$/, '');
  if (sign !== '-' || digits === '0') return `p${digit(integer.length)}${digits}`;
  const reversed = digits.replace(/\d/g, (each) => String(9 - Number(each)));
  return `m${digit(MOST_DIGITS - integer.length)}${reversed}~`;
}

/** The number that a key stands for. */
export function decimalOfKey(key: string): string {
  const [isNegative, length] = [key.startsWith('m'), key.charCodeAt(1) - ZERO];
  const reversed = key.slice(2, -1).replace(/\d/g, (each) => String(9 - Number(each)));
  const [digits, whole] = isNegative ? [reversed, MOST_DIGITS - length] : [key.slice(2), length];
  return `${isNegative ? '-' : ''}${digits.slice(0, whole)}${digits.length > whole ? `.${digits.slice(whole)}` : ''}`;
}

function readDecimal(form: RegExp, field: Field, text: string): Reading {
  const match = form.exec(text);
  if (!match) return bad('FORMAT', { type: field.type });
  const [sign = '', whole, fraction] = match.slice(1) as [string, string, string | undefined];
  const outside = outOfRange(field, Number(`${sign}${whole.replaceAll('.', '')}.${fraction ?? ''}`));
  return outside ?? good(text, decimalKey(sign, whole, fraction));
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

function readDate(text: string): Reading {
  // A time may follow the day; an indexer keeps the day alone.
  const found = readDay(text.replace(TIME, ''));
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

function byType(field: Field, text: string): Reading {
  switch (field.type) {
    case 'text':
      return readText(field, text);
    case 'number':
      return readDecimal(NUMBER, field, text);
    case 'money':
      return readDecimal(MONEY, field, text);
    case 'date':
      return readDate(text);
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

/** Reads a non-empty value under its field's rules (contract "Rules of all creates"). */
export function readFieldValue(field: Field, raw: string): Reading {
  const text = raw.trim();
  if (!isStorable(text)) return bad('FORMAT', { type: field.type });
  if ([...text].length > LONGEST_VALUE) return bad('TOO_LONG', { max: LONGEST_VALUE });
  const reading = byType(field, text);
  if (!reading.ok) return reading;
  if (field.mask !== null && !fitsMask(field.mask, text)) return bad('MASK', { mask: field.mask });
  if (field.pattern !== null && !new RegExp(`^(?:${field.pattern})$`, 'u').test(text)) return bad('PATTERN');
  return reading;
}

/** The key of a text that was stored under the field's rules. */
export function keyOfText(field: Field, text: string): string {
  const reading = byType({ ...field, min: null, max: null }, text);
  return reading.ok ? reading.value.key : fold(text);
}

const isDecimal = ({ type }: Field) => type === 'number' || type === 'money';

/** The one form of all spellings of a value, for others to read; null for a text that is none of the field's. */
export function canonicalText(field: Field, text: string): string | null {
  const reading = byType({ ...field, min: null, max: null }, text);
  if (!reading.ok) return null;
  return isDecimal(field) ? decimalOfKey(reading.value.key) : reading.value.key;
}

export type Criterion = { exact: string } | { prefix: string };

/** How a searched value is compared with stored ones: by the field's type; a text ending in `%` by its beginning (contract 4.4). */
export function readCriterion(field: Field, raw: string): Criterion | null {
  const text = foldBlanks(raw);
  if (field.type === 'text' && text.endsWith('%')) return { prefix: foldBeginning(text.slice(0, -1)) };
  const exact = searchedKey(field, raw);
  return exact === null ? null : { exact };
}

/** The key of a searched value; null for a text that is none of the field's. */
export function searchedKey(field: Field, raw: string): string | null {
  const reading = byType({ ...field, min: null, max: null }, foldBlanks(raw));
  return reading.ok ? reading.value.key : null;
}

/** Why a text that is none cannot be searched for. */
export function faultOfCriterion(field: Field, raw: string): FieldProblemCode {
  const reading = byType({ ...field, min: null, max: null }, foldBlanks(raw));
  return !reading.ok && reading.code === 'DATE_IMPOSSIBLE' ? reading.code : 'FORMAT';
}

/** Compares two keys of one type: negative, zero or positive. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
