import { wordsOf } from './words';

export interface TextWord {
  word: string;
  /** Words that begin so are meant, too. */
  isBeginning: boolean;
  /** Documents with it are not wanted. */
  isUnwanted: boolean;
}

/** Published by the service. */
export const TEXT_LIMITS = { characters: 200, terms: 10, beginning: 3 } as const;

/** `phrase`: where words stand in a text is not known; `words`: nothing that can be asked for. */
export type TextFault = 'phrase' | 'words' | 'terms';

/** What is asked of the text of files: words, `begin*`, `-unwanted`. */
export function readTextQuery(text: string): readonly TextWord[] | TextFault {
  if (/["“”]/.test(text)) return 'phrase';
  const words = text.split(/\s+/).filter((term) => term !== '').map(readTerm); // prettier-ignore
  if (words.some((term) => term === null)) return 'words';
  const asked = words.flatMap((term) => term ?? []);
  if (asked.every(({ isUnwanted }) => isUnwanted)) return 'words';
  return asked.length > TEXT_LIMITS.terms ? 'terms' : asked;
}

/** Null: no word, a beginning that half of all words have, or several words of which not all together are unwanted. */
function readTerm(term: string): TextWord[] | null {
  const [isUnwanted, isBeginning] = [term.startsWith('-'), term.endsWith('*')];
  const words = wordsOf(term);
  const last = words.at(-1);
  if (last === undefined || (isBeginning && last.length < TEXT_LIMITS.beginning) || (isUnwanted && words.length > 1)) return null;
  return words.map((word) => ({ word, isBeginning: isBeginning && word === last, isUnwanted }));
}
