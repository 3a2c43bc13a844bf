import type { RecordedBill } from '#application/ports/portable-archive';
import { BillLineEntity, BillEntity } from '../entities';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

export async function insertBill(unitOfWork: TypeOrmUnitOfWork, clientId: string, { lines, ...bill }: RecordedBill): Promise<void> {
  await unitOfWork.insert(BillEntity, [{ ...bill, clientId }]);
  await unitOfWork.insert(
    BillLineEntity,
    lines.map((line, position) => ({ ...line, billId: bill.id, clientId, position })),
  );
}
