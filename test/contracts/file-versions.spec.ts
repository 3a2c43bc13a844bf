import { fileVersionsContract } from './file-versions.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('FileVersions and Signatures', fileVersionsContract);
