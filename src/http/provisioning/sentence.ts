/**
 * An English sentence and its Portuguese one. `{}` stands for anything, which is `{0}`, `{1}`, … in Portuguese; `{~}` for words of ours
 * that are put into Portuguese themselves.
 */
export type Sentence = readonly [english: string, portuguese: string];
