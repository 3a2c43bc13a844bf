import type { RecordedBill } from '#application/ports/client-records';
import { BillLineRow, BillRow } from '../rows';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

export async function insertBill(unitOfWork: TypeOrmUnitOfWork, clientId: string, { lines, ...bill }: RecordedBill): Promise<void> {
  await unitOfWork.insert(BillRow, [{ ...bill, clientId }]);
  await unitOfWork.insert(
    BillLineRow,
    lines.map((line, position) => ({ ...line, billId: bill.id, clientId, position })),
  );
}
