import { documentRepositoryContract } from './document.repository.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('DocumentRepository', documentRepositoryContract);
