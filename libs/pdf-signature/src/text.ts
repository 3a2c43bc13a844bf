import { PdfString } from './objects';

/** Removes control and direction characters, so that the text is shown as it is. */
const plain = (text: string) =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+/gu, ' ')
    .trim();

/** ISO 32000-1, 7.9.2.2: ASCII as it is, anything else as UTF-16BE with its mark. */
export function textString(text: string): PdfString {
  const clean = plain(text);
  if (/^[\x20-\x7e]*$/.test(clean)) return new PdfString(Buffer.from(clean, 'latin1'));
  return new PdfString(Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(clean, 'utf16le').swap16()]));
}

export function textOf(bytes: Buffer): string {
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
      .swap16()
      .toString('utf16le');
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.toString('utf8', 3);
  return bytes.toString('latin1');
}

/** ISO 32000-1, 7.9.4. */
export function dateString(date: Date): PdfString {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(0, 14);
  return new PdfString(Buffer.from(`D:${digits}+00'00'`, 'latin1'));
}

export function dateOf(text: string): Date | undefined {
  const match = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(?:(\d\d)'?)?)?/.exec(text);
  if (!match) return undefined;
  const part = (index: number, otherwise: number) => Number(match[index] ?? otherwise);
  const utc = Date.UTC(part(1, 0), part(2, 1) - 1, part(3, 1), part(4, 0), part(5, 0), part(6, 0));
  const offset = (match[7] === '-' ? -1 : 1) * (part(8, 0) * 60 + part(9, 0)) * 60_000;
  const date = new Date(utc - offset);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** 0x80 to 0x9F of WinAnsi (ISO 32000-1, annex D.2); the rest is Latin-1. */
const WIN_ANSI = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';

/** The text as the page's fonts can show it; what they cannot is '?'. */
export function winAnsi(text: string): Buffer {
  const codes = [...plain(text)].map((character) => {
    const code = character.codePointAt(0)!;
    if ((code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code <= 0xff)) return code;
    const index = WIN_ANSI.indexOf(character);
    return index < 0 || character === '\0' ? 0x3f : 0x80 + index;
  });
  return Buffer.from(codes);
}
