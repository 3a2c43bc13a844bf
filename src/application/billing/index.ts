import { CloseBilling } from './close-billing.use-case';
import { GetBill } from './get-bill.use-case';
import { ListBills } from './list-bills.use-case';

export const billingUseCases = [CloseBilling, GetBill, ListBills];
