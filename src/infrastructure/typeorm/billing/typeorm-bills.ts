import { Injectable } from '@nestjs/common';
import { And, In, LessThanOrEqual, MoreThan } from 'typeorm';
import { Bills } from '#application/ports/billing';
import type { Scope } from '#domain/access/scope';
import { Amount } from '#domain/bills/amount';
import type { Bill, BillLine } from '#domain/bills/bill';
import type { ServiceKind } from '#domain/bills/contract';
import { BillLineEntity, BillEntity } from '../entities';
import { withinClients } from '../scope-condition';
import { TypeOrmUnitOfWork } from '../typeorm-unit-of-work';

const toLine = (row: BillLineEntity): BillLine => ({
  serviceId: row.serviceId,
  kind: row.kind,
  description: row.description,
  quantity: Amount.ofUnits(row.quantity),
  price: Amount.ofUnits(row.price),
  unitPrice: Amount.ofUnits(row.unitPrice),
  initialUsed: row.initialUsed === null ? null : Amount.ofUnits(row.initialUsed),
});

@Injectable()
export class TypeOrmBills extends Bills {
  constructor(private readonly unitOfWork: TypeOrmUnitOfWork) {
    super();
  }

  async idsOf(scope: Scope, unitId: string, after: string, upTo: string): Promise<string[]> {
    const rows = await this.unitOfWork.manager.find(BillEntity, {
      select: { id: true },
      where: { clientId: withinClients(scope), unitId, period: And(MoreThan(after), LessThanOrEqual(upTo)) },
      order: { period: 'ASC', billedAt: 'ASC', id: 'ASC' },
    });
    return rows.map(({ id }) => id);
  }

  async find(scope: Scope, unitId: string, id: string): Promise<Bill | null> {
    const { manager } = this.unitOfWork;
    const bill = await manager.findOneBy(BillEntity, { id, unitId, clientId: withinClients(scope) });
    if (!bill) return null;
    const lines = await manager.find(BillLineEntity, { where: { billId: id, clientId: bill.clientId }, order: { position: 'ASC' } });
    return { ...bill, total: Amount.ofUnits(bill.total), lines: lines.map(toLine) };
  }

  async newestQuantity({ client }: Scope, kind: ServiceKind): Promise<{ period: string; quantity: Amount } | null> {
    const { manager } = this.unitOfWork;
    const { clientId, units } = client.structure;
    const where = { clientId, unitId: In(units.map(({ id }) => id)) };
    const newest = await manager.findOne(BillEntity, { select: { period: true }, where, order: { period: 'DESC' } });
    if (!newest) return null;
    const bills = await manager.find(BillEntity, { select: { id: true }, where: { ...where, period: newest.period } });
    const total = await manager.sum(BillLineEntity, 'quantity', { clientId, kind, billId: In(bills.map(({ id }) => id)) });
    return total === null ? null : { period: newest.period, quantity: Amount.ofUnits(Number(total)) };
  }
}
