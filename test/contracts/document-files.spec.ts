import { documentFilesContract } from './document-files.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('DocumentRepository, files,', documentFilesContract);
