import { linkedDefinitionsContract } from './linked-definitions.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('ArchiveInstaller, what refers to another,', linkedDefinitionsContract);
