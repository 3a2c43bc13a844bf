import { ApiKeysController } from './api-keys.controller';
import { ServiceAccountsController } from './service-accounts.controller';

export const serviceAccountControllers = [ServiceAccountsController, ApiKeysController];
