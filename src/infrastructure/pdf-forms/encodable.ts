import type { PDFFont } from '@cantoo/pdf-lib';

const sets = new WeakMap<PDFFont, ReadonlySet<number>>();
const MARKS = /\p{M}/gu;

function charactersOf(font: PDFFont): ReadonlySet<number> {
  let set = sets.get(font);
  if (!set) {
    set = new Set(font.getCharacterSet());
    sets.set(font, set);
  }
  return set;
}

/** The text with what the font lacks replaced: by the letter without its accent, else by a question mark. Lines stay. */
export function encodable(text: string, font: PDFFont): string {
  const known = charactersOf(font);
  const replaced = (character: string) => {
    if (character === '\n' || known.has(character.codePointAt(0) as number)) return character;
    if (/\s/u.test(character)) return ' ';
    const bare = character.normalize('NFKD').replace(MARKS, '');
    return bare !== '' && [...bare].every((each) => known.has(each.codePointAt(0) as number)) ? bare : '?';
  };
  return [...text.normalize('NFC').replace(/\r\n?/g, '\n')].map(replaced).join('');
}
