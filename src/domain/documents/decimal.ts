import type { Decimal, SentValue } from './sent-value';

/** Digits before the point, and of a JSON number all that a double carries. */
export const MOST_DIGITS = 15;

/** A number without signs of grouping, and without zeros that mean nothing before its point. */
export interface DecimalParts {
  sign: '' | '-';
  whole: string;
  fraction: string;
}

const SIGNED = /^([+-]?)(?:R\$[ \u00a0]?)?(\d.*)$/;
const PLAIN = /^(\d+)(?:[.,](\d+))?$/;
const GROUPED = { '.': /^([1-9]\d{0,2}(?:\.\d{3})+)(?:,(\d+))?$/, ',': /^([1-9]\d{0,2}(?:,\d{3})+)(?:\.(\d+))?$/ };
/** A thousand, or a decimal number of three places. */
const TWO_READINGS = /^[1-9]\d{0,2}[.,]\d{3}$/;
const JSON_NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** A value has no more characters than that. */
const FARTHEST_POINT = 4000;
const ZERO = 48;

const digit = (value: number) => String.fromCharCode(ZERO + value);
const bare = (whole: string) => whole.replace(/[.,]/g, '').replace(/^0+(?=\d)/, '');

function splitText(digits: string, decimal: Decimal): RegExpExecArray | null {
  // With a decimal point declared, a lone comma before three digits is refused rather than guessed.
  if (decimal === 'point' && TWO_READINGS.test(digits)) return digits.includes(',') ? null : PLAIN.exec(digits);
  return GROUPED['.'].exec(digits) ?? PLAIN.exec(digits) ?? (decimal === 'point' ? GROUPED[','].exec(digits) : null);
}

/**
 * `1234,56`, `1234.56`, `1.234,56`, with `R$` or without. A point before exactly three digits at the end groups thousands if one to three
 * digits stand before it, the first of which is no zero: `1.001` is a thousand and one, `0.125` an eighth.
 */
function readDecimalText(text: string, decimal: Decimal): DecimalParts | null {
  const [, sign, digits = ''] = SIGNED.exec(text) ?? [];
  const match = digits === '' ? null : splitText(digits, decimal);
  return match && { sign: sign === '-' ? '-' : '', whole: bare(match[1] as string), fraction: match[2] ?? '' };
}

function readJsonNumber(text: string): DecimalParts | null {
  const match = JSON_NUMBER.exec(text);
  if (!match) return null;
  const [sign, whole, fraction = '', exponent = '0'] = match.slice(1) as ['' | '-', string, string?, string?];
  const shift = Number(exponent);
  if (Math.abs(shift) > FARTHEST_POINT) return null;
  const digits = shift < 0 ? '0'.repeat(-shift) + whole + fraction : whole + fraction.padEnd(shift, '0');
  const point = shift < 0 ? whole.length : whole.length + shift;
  return { sign, whole: bare(digits.slice(0, point)), fraction: digits.slice(point).replace(/0+$/, '') };
}

export const readDecimal = (sent: SentValue, decimal: Decimal): DecimalParts | null =>
  typeof sent === 'string' ? readDecimalText(sent, decimal) : readJsonNumber(sent.text);

/**
 * The same key for every spelling of one number; keys sort as their numbers. A number with more digits before the point is larger, so their
 * count comes first; below zero all is reversed, and what ends sooner comes last.
 */
export function decimalKey({ sign, whole, fraction }: DecimalParts): string {
  const digits = whole + fraction.replace(/0+$/, '');
  if (sign !== '-' || digits === '0') return `p${digit(whole.length)}${digits}`;
  const reversed = digits.replace(/\d/g, (each) => String(9 - Number(each)));
  return `m${digit(MOST_DIGITS - whole.length)}${reversed}~`;
}

/** The number that a key stands for. */
export function decimalOfKey(key: string): string {
  const [isNegative, length] = [key.startsWith('m'), key.charCodeAt(1) - ZERO];
  const reversed = key.slice(2, -1).replace(/\d/g, (each) => String(9 - Number(each)));
  const [digits, whole] = isNegative ? [reversed, MOST_DIGITS - length] : [key.slice(2), length];
  return `${isNegative ? '-' : ''}${digits.slice(0, whole)}${digits.length > whole ? `.${digits.slice(whole)}` : ''}`;
}

/** In a writing that stored texts are read by. */
export const writeDecimal = ({ sign, whole, fraction }: DecimalParts): string => `${sign}${whole}${fraction && `,${fraction}`}`;
