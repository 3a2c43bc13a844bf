import { listRowsContract } from './list-rows.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('ListRows', listRowsContract);
