import { GetFileText } from './get-file-text.use-case';
import { GetNote } from './get-note.use-case';
import { GetPreview } from './get-preview.use-case';
import { ReadingHealth } from './reading-health';
import { ReadingPump } from './reading-pump';

export const textExtractionUseCases = [GetFileText, GetNote, GetPreview, ReadingHealth, ReadingPump];
