import { onEveryArchive } from './support/implementations';
import { objectJournalContract } from './object-journal.contract';

onEveryArchive('ObjectJournal', objectJournalContract);
