const MARKS = /\p{M}/gu;
const BLANKS = /\s+/gu;

/** Trims and makes every run of blanks one space. */
export function foldBlanks(text: string): string {
  return text.trim().replace(BLANKS, ' ');
}

/** The form in which texts are compared: without accents, lower case, blanks folded (operation 4.4). */
export function fold(text: string): string {
  return foldBlanks(text.normalize('NFD').replace(MARKS, '').toLowerCase());
}

/** The same of a beginning, at whose end a blank counts. */
export function foldBeginning(text: string): string {
  return fold(`${text}x`).slice(0, -1);
}

/** Well-formed, without NUL: what every engine stores and gives back unchanged. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
