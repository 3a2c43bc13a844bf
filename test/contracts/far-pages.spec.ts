import { farPagesContract } from './far-pages.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('DocumentSearch', farPagesContract);
