import { shareRepositoryContract } from './share.repository.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('ShareRepository', shareRepositoryContract);
