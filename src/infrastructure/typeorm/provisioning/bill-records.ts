import { In, MoreThan, MoreThanOrEqual } from 'typeorm';
import type { RecordedBill, RecordedBillLine, RecordedCustody } from '#application/ports/portable-archive';
import { insertBill } from '../billing/bill-rows';
import { batches, grouped, paged } from '../batches';
import { BillLineEntity, BillEntity, BoxCustodyEntity } from '../entities';
import type { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

/** Bills of a client, ordered by id, and the custody of its boxes. */
export class BillRecords {
  constructor(private readonly unitOfWork: TypeOrmUnitOfWork) {}

  all(clientId: string): AsyncIterable<RecordedBill> {
    return paged('', (id, limit) => this.after(clientId, id, limit), ({ id }) => id); // prettier-ignore
  }

  async add(clientId: string, bills: readonly RecordedBill[]): Promise<void> {
    for (const batch of batches(bills)) {
      const known = await this.unitOfWork.manager.findBy(BillEntity, { id: In(batch.map(({ id }) => id)) });
      const ids = new Set(known.map(({ id }) => id));
      for (const bill of batch) if (!ids.has(bill.id)) await insertBill(this.unitOfWork, clientId, bill);
    }
  }

  async *custody(clientId: string): AsyncGenerator<RecordedCustody> {
    const order = { boxId: 'ASC', startedAt: 'ASC', code: 'ASC' } as const;
    const rows = await this.unitOfWork.manager.find(BoxCustodyEntity, { where: { clientId }, order });
    for (const { unitId, boxId, startedAt, endedAt } of rows) yield { unitId, boxId, startedAt, endedAt };
  }

  async addCustody(clientId: string, custody: readonly RecordedCustody[]): Promise<void> {
    const { manager } = this.unitOfWork;
    for (const each of custody) {
      const { boxId, unitId, startedAt, endedAt } = each;
      const first = await manager.findOne(BoxCustodyEntity, {
        where: { clientId, boxId, unitId, startedAt: MoreThanOrEqual(startedAt) },
        order: { startedAt: 'ASC', code: 'ASC' },
      });
      if (first?.startedAt.getTime() === startedAt.getTime()) continue;
      if (first && endedAt === null) await manager.update(BoxCustodyEntity, { code: first.code, clientId }, { startedAt });
      else await this.unitOfWork.insert(BoxCustodyEntity, [{ ...each, clientId }]);
    }
  }

  private async after(clientId: string, after: string, limit: number): Promise<RecordedBill[]> {
    const { manager } = this.unitOfWork;
    const bills = await manager.find(BillEntity, { where: { clientId, id: MoreThan(after) }, order: { id: 'ASC' }, take: limit });
    const lines = await manager.find(BillLineEntity, {
      where: { clientId, billId: In(bills.map(({ id }) => id)) },
      order: { billId: 'ASC', position: 'ASC' },
    });
    const linesOf = grouped(lines, ({ billId }) => billId);
    return bills.map(({ clientId: _client, ...bill }) => ({ ...bill, lines: linesOf(bill.id).map(toLine) }));
  }
}

const toLine = ({ billId: _bill, clientId: _client, position: _position, ...line }: BillLineEntity): RecordedBillLine => line;
