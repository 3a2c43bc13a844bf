import { storedFilesContract } from './stored-files.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('StoredFiles', storedFilesContract);
