import { fileStorageContract } from './file-storage.contract';
import { onEveryStorage } from './support/implementations';

onEveryStorage(fileStorageContract);
