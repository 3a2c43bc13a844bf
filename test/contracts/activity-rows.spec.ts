import { activityRowsContract } from './activity-rows.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('ActivityRows', activityRowsContract);
