import { CreateKey } from './create-key.use-case';
import { CreateServiceAccount } from './create-service-account.use-case';
import { EndKey } from './end-key.use-case';
import { KeyAdministration } from './key-administration';
import { ListKeys } from './list-keys.use-case';
import { TakeOver } from './take-over.use-case';
import { ReplaceKey } from './replace-key.use-case';

export const serviceAccountUseCases = [CreateKey, CreateServiceAccount, EndKey, KeyAdministration, ListKeys, ReplaceKey, TakeOver];
