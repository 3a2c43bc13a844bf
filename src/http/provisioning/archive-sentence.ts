import { ARCHIVE_SENTENCES } from './archive-portuguese';
import { inPortugueseBy, translator, type Translate } from './translator';

const known: { translate?: Translate } = {};

/** What the archive says about a definition, in Portuguese. */
export const archiveSentence = (english: string): string => inPortugueseBy((known.translate ??= translator(ARCHIVE_SENTENCES)), english);
