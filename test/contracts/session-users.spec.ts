import { sessionUsersContract } from './session-users.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('Sessions and their users', sessionUsersContract);
