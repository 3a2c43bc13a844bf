import { operatorAccountsContract } from './operator-accounts.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('OperatorAccounts', operatorAccountsContract);
