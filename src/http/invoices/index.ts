import { InvoicesController } from './invoices.controller';

export const invoiceControllers = [InvoicesController];
