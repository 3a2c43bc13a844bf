import { accountsContract } from './accounts.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('Accounts', accountsContract);
