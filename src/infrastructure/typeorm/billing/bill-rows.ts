import type { RecordedBill, RecordedBillLine } from '#application/ports/client-records';
import { ColumnsOf, moment, plain } from '../columns-of';
import type { Sql } from '../sql';

export const BILL = new ColumnsOf<Omit<RecordedBill, 'lines'>>({
  id: plain('id'),
  clientName: plain('client_name'),
  unitId: plain('unit_id'),
  contractId: plain('contract_id'),
  contractNumber: plain('contract_number'),
  period: plain('period'),
  billedAt: moment('billed_at'),
  dueDay: plain('due_day'),
  total: plain('total'),
});

export const BILL_LINE = new ColumnsOf<RecordedBillLine>({
  serviceId: plain('service_id'),
  kind: plain('kind'),
  description: plain('description'),
  quantity: plain('quantity'),
  price: plain('price'),
  unitPrice: plain('unit_price'),
  initialUsed: plain('initial_used'),
});

export async function insertBill(sql: Sql, clientId: string, bill: RecordedBill): Promise<void> {
  await sql.insert('bill', ['client_id', ...BILL.names], [[clientId, ...BILL.values(bill)]]);
  await sql.insert(
    'bill_line',
    ['bill_id', 'client_id', 'position', ...BILL_LINE.names],
    bill.lines.map((line, position) => [bill.id, clientId, position, ...BILL_LINE.values(line)]),
  );
}
