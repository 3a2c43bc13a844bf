import { documentSearchContract } from './document-search.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('DocumentSearch', documentSearchContract);
