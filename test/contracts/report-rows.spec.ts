import { reportRowsContract } from './report-rows.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('ReportRows', reportRowsContract);
