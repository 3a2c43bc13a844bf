import { sessionsContract } from './sessions.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('Sessions', sessionsContract);
