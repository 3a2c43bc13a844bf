/**
 * An English sentence and its Portuguese one. `{}` stands for anything, which is `{0}`, `{1}`, … in Portuguese; `{~}` for words of ours
 * that are put into Portuguese themselves.
 */
export type Sentence = readonly [english: string, portuguese: string];

interface Pattern {
  pattern: RegExp;
  /** For each placeholder, whether its text is translated too. */
  isOurs: readonly boolean[];
  portuguese: string;
}

/** Null: no translation. */
export type Translate = (english: string) => string | null;

const HOLE = /\{~?\}/g;

function compiled([english, portuguese]: Sentence): Pattern {
  const holes = english.match(HOLE) ?? [];
  const source = english
    .split(HOLE)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('(.*?)');
  return { pattern: new RegExp(`^${source}$`), isOurs: holes.map((hole) => hole === '{~}'), portuguese };
}

/** Puts messages that these sentences know into Portuguese. What is more general comes last. */
export function translator(sentences: readonly Sentence[]): Translate {
  const prepare = () => ({
    exact: new Map(sentences.filter(([english]) => !english.match(HOLE))),
    patterns: sentences.filter(([english]) => english.match(HOLE)).map(compiled),
  });
  // Most processes never translate anything.
  let known: ReturnType<typeof prepare> | undefined;
  const translate: Translate = (english) => {
    const { exact, patterns } = (known ??= prepare());
    const said = exact.get(english);
    if (said !== undefined) return said;
    for (const { pattern, isOurs, portuguese } of patterns) {
      const holes = pattern.exec(english)?.slice(1);
      if (!holes) continue;
      const filled = holes.map((hole, index) => (isOurs[index] ? (translate(hole) ?? hole) : hole));
      return portuguese.replace(/\{(\d)\}/g, (_, index: string) => filled[Number(index)] ?? '');
    }
    return null;
  };
  return translate;
}

/** The whole text, or else line by line; what is not known stays as it is. */
export const inPortugueseBy = (translate: Translate, english: string): string =>
  translate(english) ?? english.split('\n').map((line) => translate(line) ?? line).join('\n'); // prettier-ignore
