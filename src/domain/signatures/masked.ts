import { isCpf, bareTaxId } from '#domain/documents/tax-ids';

const SHOWN = 3;

/** A masked document number: the middle of a CPF, else the last characters of a long enough number. */
export function masked(document: string): string {
  const bare = bareTaxId(document);
  if (isCpf(bare)) return `***.${bare.slice(3, 6)}.${bare.slice(6, 9)}-**`;
  const marks = [...document];
  let left = marks.filter((mark) => /[\p{L}\p{N}]/u.test(mark)).length;
  const shown = left >= 2 * SHOWN ? SHOWN : 0;
  return marks.map((mark) => (/[\p{L}\p{N}]/u.test(mark) && left-- > shown ? '*' : mark)).join('');
}
