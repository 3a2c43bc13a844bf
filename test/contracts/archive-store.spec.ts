import { archiveStoreContract } from './archive-store.contract';
import { archiveStoreRowsContract } from './archive-store-rows.contract';
import { onEveryDatabase } from './support/implementations';

onEveryDatabase('ArchiveStore', archiveStoreContract);
onEveryDatabase('ArchiveStore, rows and uses', archiveStoreRowsContract);
