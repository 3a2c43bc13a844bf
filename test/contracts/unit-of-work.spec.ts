import { onEveryArchive } from './support/implementations';
import { unitOfWorkContract } from './unit-of-work.contract';

onEveryArchive('UnitOfWork', unitOfWorkContract);
