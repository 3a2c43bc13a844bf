import { relinkedDueDayContract } from './relinked-due-day.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('DocumentRepository', relinkedDueDayContract);
