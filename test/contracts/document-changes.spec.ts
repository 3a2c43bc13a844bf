import { documentChangesContract } from './document-changes.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('DocumentRepository, changes,', documentChangesContract);
