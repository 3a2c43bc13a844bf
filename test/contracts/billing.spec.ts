import { billingContract } from './billing.contract';
import { onEveryArchive } from './support/implementations';

onEveryArchive('Billing', billingContract);
