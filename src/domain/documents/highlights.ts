import { fold } from '#domain/text';
import type { TextWord } from './text-query';
import { LONGEST_WORD } from './words';

/** Of the text itself, at most. */
export const HIGHLIGHT_CHARACTERS = 200;
const BEFORE = 70;
const MORE = '…';

/** All letters of Latin scripts that are folded to one of a to z, by the latter. */
const LETTERS = new Map<string, string>();
for (let code = 0x41; code < 0x1f00; code = code === 0x24f ? 0x1e00 : code + 1) {
  const letter = String.fromCodePoint(code);
  const folded = fold(letter);
  if (/^[a-z]$/.test(folded)) LETTERS.set(folded, `${LETTERS.get(folded) ?? ''}${letter}`);
}
const OF_WORDS = `0-9${[...LETTERS.values()].join('')}\\p{M}`;

/** Finds words in texts as they were written; null: none is wanted. */
export function wordPattern(words: readonly TextWord[]): RegExp | null {
  const wanted = words.filter(({ isUnwanted }) => !isUnwanted);
  const spelt = wanted.map(({ word, isBeginning }) => {
    const letters = [...word].map((letter) => `[${LETTERS.get(letter) ?? letter}]\\p{M}*`).join('');
    return isBeginning || word.length === LONGEST_WORD ? `${letters}[${OF_WORDS}]*` : letters;
  });
  return spelt.length === 0 ? null : new RegExp(`(?<![${OF_WORDS}])(?:${spelt.join('|')})(?![${OF_WORDS}])`, 'gu');
}

/** Pieces of a page around its words, these in brackets, as many as are wanted. */
export function highlightsIn(page: string, pattern: RegExp, most: number): string[] {
  const found: string[] = [];
  for (let from = 0; found.length < most;) {
    pattern.lastIndex = from;
    const match = pattern.exec(page);
    if (!match) break;
    const start = wordStart(page, Math.max(from, match.index - BEFORE), match.index);
    const end = wordEnd(page, start + HIGHLIGHT_CHARACTERS, match.index + match[0].length);
    found.push(`${start > 0 ? `${MORE} ` : ''}${marked(page.slice(start, end), pattern)}${end < page.length ? ` ${MORE}` : ''}`);
    from = end;
  }
  return found;
}

/** Brackets of the text become parentheses: those that are left stand around words. */
const marked = (text: string, pattern: RegExp) =>
  text.replaceAll('[', '(').replaceAll(']', ')').replace(pattern, '[$&]').toWellFormed().replace(/\s+/g, ' ').trim();

/** Not in the middle of a word, where there are any. */
function wordStart(page: string, start: number, latest: number): number {
  if (start === 0) return 0;
  const blank = page.slice(start, latest).search(/\s/);
  return blank < 0 ? start : start + blank + 1;
}

function wordEnd(page: string, end: number, earliest: number): number {
  if (end >= page.length) return page.length;
  const least = Math.min(earliest, end);
  const blank = /\s\S*$/.exec(page.slice(least, end));
  return blank ? least + blank.index : end;
}
