import { onEveryArchive } from './support/implementations';
import { retentionContract } from './retention.contract';

onEveryArchive('Retention', retentionContract);
