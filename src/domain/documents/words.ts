import { fold } from '#domain/text';

export const LONGEST_WORD = 60;
const BETWEEN_WORDS = /[^a-z0-9]+/;

/** The words of a text as they are searched for: folded, letters a to z and digits only, cut at 60 characters, each once. */
export function wordsOf(text: string): string[] {
  const words = fold(text).split(BETWEEN_WORDS);
  return [...new Set(words.map((word) => word.slice(0, LONGEST_WORD)))].filter((word) => word !== '');
}
