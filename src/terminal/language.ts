import { localeOf } from '#src/config';

export type Language = 'en' | 'pt';

/** A run speaks one language: Portuguese where the system does, English anywhere else. */
export function language(): Language {
  return /^pt(?![a-z])/i.test(localeOf()) ? 'pt' : 'en';
}

/** The message in the language of the run. */
export const t = (english: string, portuguese: string): string => (language() === 'pt' ? portuguese : english);
