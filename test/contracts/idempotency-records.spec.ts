import { idempotencyRecordsContract } from './idempotency-records.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('IdempotencyRecords', idempotencyRecordsContract);
