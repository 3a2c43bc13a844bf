import { BillingController } from './billing.controller';

export const billingControllers = [BillingController];
