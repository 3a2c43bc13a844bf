import { onEveryArchive } from './support/implementations';
import { passwordsContract, usersContract } from './users.contract';

onEveryArchive('Users', usersContract);
onEveryArchive('Passwords', passwordsContract);
