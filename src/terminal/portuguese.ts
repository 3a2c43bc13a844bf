import { ARCHIVE_SENTENCES } from '#http/provisioning/archive-portuguese';
import { inPortugueseBy, translator } from '#http/provisioning/translator';
import { CONFIGURATION_SENTENCES } from './configuration-problems-portuguese';
import { language } from './language';

export const inPortuguese = translator([...CONFIGURATION_SENTENCES, ...ARCHIVE_SENTENCES]);

/** What the archive and the configuration say, which know English alone, in the language of the run; line by line. */
export function sentence(english: string): string {
  if (language() === 'en') return english;
  return inPortugueseBy(inPortuguese, english);
}
