import { externalKeysContract } from './external-keys.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('DocumentRepository, external keys,', externalKeysContract);
