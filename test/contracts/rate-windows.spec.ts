import { rateWindowsContract } from './rate-windows.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('RateWindows', rateWindowsContract);
