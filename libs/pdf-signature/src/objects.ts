/** ISO 32000-1, 7.3: what a PDF is made of, read and written without loss. */
export class PdfName {
  constructor(readonly text: string) {}
}
/** The bytes of a string, whichever way it was written. */
export class PdfString {
  constructor(readonly bytes: Buffer) {}
}
export class PdfRef {
  constructor(
    readonly number: number,
    readonly generation: number,
  ) {}
}
/** Written as it stands: a number such as 1.50, or what was laid out by us. */
export class PdfRaw {
  constructor(readonly text: string) {}
}
export type PdfDict = Map<string, PdfValue>;
export type PdfValue = null | boolean | number | PdfName | PdfString | PdfRef | PdfRaw | PdfValue[] | PdfDict;

export class PdfStream {
  constructor(
    readonly dict: PdfDict,
    /** Where its data starts, in the file. */
    readonly offset: number,
  ) {}
}

export const name = (text: string) => new PdfName(text);
export const dict = (entries: Readonly<Record<string, PdfValue | undefined>>): PdfDict =>
  new Map(Object.entries(entries).filter((entry): entry is [string, PdfValue] => entry[1] !== undefined));

export const isDict = (value: unknown): value is PdfDict => value instanceof Map;
export const isName = (value: unknown, text: string): boolean => value instanceof PdfName && value.text === text;
export const numberOf = (value: PdfValue | undefined): number | undefined => {
  if (typeof value === 'number') return value;
  return value instanceof PdfRaw ? Number(value.text) : undefined;
};
export const integerOf = (value: PdfValue | undefined): number | undefined => {
  const number = numberOf(value);
  return Number.isSafeInteger(number) ? number : undefined;
};

const isRegular = (code: number) => code > 0x20 && code < 0x7f && !'#()<>[]{}/%'.includes(String.fromCharCode(code));
const hex2 = (code: number) => code.toString(16).padStart(2, '0').toUpperCase();
const nameToken = (text: string) =>
  `/${[...Buffer.from(text, 'latin1')].map((code) => (isRegular(code) ? String.fromCharCode(code) : `#${hex2(code)}`)).join('')}`;

/** Text in brackets where that is readable; anything that could end or escape it goes as hexadecimal digits. */
const stringToken = (bytes: Buffer) =>
  bytes.every((code) => code >= 0x20 && code < 0x7f && code !== 0x5c && code !== 0x28 && code !== 0x29)
    ? `(${bytes.toString('latin1')})`
    : `<${bytes.toString('hex').toUpperCase()}>`;

/** Rounded: a coordinate needs no more, and an exponent is no PDF number. */
const numberToken = (value: number) => (Number.isInteger(value) ? value.toFixed(0) : value.toFixed(4).replace(/\.?0+$/, ''));

/** The value as PDF text, one byte a character. */
export function serialise(value: PdfValue): string {
  if (value === null) return 'null';
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return numberToken(value);
  if (value instanceof PdfName) return nameToken(value.text);
  if (value instanceof PdfString) return stringToken(value.bytes);
  if (value instanceof PdfRef) return `${value.number} ${value.generation} R`;
  if (value instanceof PdfRaw) return value.text;
  if (Array.isArray(value)) return `[${value.map(serialise).join(' ')}]`;
  return `<<${[...value].map(([key, item]) => `${nameToken(key)} ${serialise(item)}`).join('\n')}>>`;
}
