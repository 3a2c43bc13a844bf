import { ARCHIVE_SENTENCES } from './archive-portuguese';
import { inPortugueseBy, translator } from './translator';

const translate = translator(ARCHIVE_SENTENCES);

/** What the archive says about a definition, in Portuguese. */
export const archiveSentence = (english: string): string => inPortugueseBy(translate, english);
