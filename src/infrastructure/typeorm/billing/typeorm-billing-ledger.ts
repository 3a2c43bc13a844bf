import { Injectable } from '@nestjs/common';
import { AlreadyBilled, BillingLedger } from '#application/ports/bills';
import { Amount } from '#domain/bills/amount';
import type { Bill } from '#domain/bills/bill';
import type { Contract, Package, ServiceLine } from '#domain/bills/contract';
import type { History } from '#domain/bills/price';
import type { ContractRow, ServiceRow } from '../archive/contract-rows';
import { isDuplicate } from '../database-errors';
import { places, Sql } from '../sql';
import { insertBill } from './bill-rows';

const packageOf = (quantity: number | null, price: number | null): Package | null =>
  quantity === null || price === null ? null : { quantity: Amount.ofUnits(quantity), price: Amount.ofUnits(price) };

const toService = (row: ServiceRow): ServiceLine => ({
  id: row.id,
  kind: row.kind,
  description: row.description,
  initial: packageOf(row.initial_quantity, row.initial_price),
  periodic: packageOf(row.periodic_quantity, row.periodic_price),
  unit: packageOf(row.unit_quantity, row.unit_price),
  discount: Amount.ofUnits(row.discount),
  startsOn: row.starts_on,
  endsOn: row.ends_on,
});

@Injectable()
export class TypeOrmBillingLedger extends BillingLedger {
  constructor(private readonly sql: Sql) {
    super();
  }

  async contracts(unitId: string | null): Promise<Contract[]> {
    const ofUnit = unitId === null ? { sql: '', parameters: [] } : { sql: 'AND c.unit_id = ?', parameters: [unitId] };
    const rows = await this.sql.rows<ContractRow & { client_name: string; unit_name: string }>(
      `SELECT c.*, k.name AS client_name, u.name AS unit_name FROM contract c
       JOIN client k ON k.id = c.client_id JOIN service_unit u ON u.id = c.unit_id
       WHERE c.suspended = 0 ${ofUnit.sql} ORDER BY u.name, k.name, c.number, c.id`,
      ofUnit.parameters,
    );
    const services = await this.sql.rows<ServiceRow>(
      `SELECT s.* FROM contract c JOIN contract_service s ON s.contract_id = c.id
       WHERE c.suspended = 0 ${ofUnit.sql} ORDER BY s.contract_id, s.position`,
      ofUnit.parameters,
    );
    const byContract = new Map<string, ServiceLine[]>();
    for (const row of services) byContract.set(row.contract_id, [...(byContract.get(row.contract_id) ?? []), toService(row)]);
    return rows.map((row) => ({
      id: row.id,
      number: row.number,
      clientId: row.client_id,
      clientName: row.client_name,
      unitId: row.unit_id,
      unitName: row.unit_name,
      dueDays: row.due_days,
      startsOn: row.starts_on,
      endsOn: row.ends_on,
      services: byContract.get(row.id) ?? [],
    }));
  }

  async unitNamed(name: string): Promise<string | null> {
    const row = await this.sql.first<{ id: string }>('SELECT u.id FROM service_unit u WHERE u.name = ?', [name]);
    return row?.id ?? null;
  }

  /** The client's row, which an archive file that is applied locks, too. */
  async lock({ id, clientId, unitId }: Contract): Promise<boolean> {
    if (!this.sql.isSqlite) await this.sql.rows('SELECT k.id FROM client k WHERE k.id = ? FOR UPDATE', [clientId]);
    const statement = 'SELECT c.id FROM contract c WHERE c.id = ? AND c.client_id = ? AND c.unit_id = ? AND c.suspended = 0';
    return (await this.sql.first(statement, [id, clientId, unitId])) !== null;
  }

  async billOf({ id, clientId }: Contract, period: string): Promise<string | null> {
    const row = await this.sql.first<{ id: string }>(
      'SELECT b.id FROM bill b WHERE b.client_id = ? AND b.contract_id = ? AND b.period = ?',
      [clientId, id, period],
    );
    return row?.id ?? null;
  }

  async histories(clientId: string, serviceIds: readonly string[]): Promise<ReadonlyMap<string, History>> {
    const rows = await this.sql.rows<{ service_id: string; used: number | string }>(
      `SELECT l.service_id, SUM(l.initial_used) AS used FROM bill_line l
       WHERE l.client_id = ? AND l.service_id IN (${places(serviceIds)}) AND l.initial_used IS NOT NULL GROUP BY l.service_id`,
      [clientId, ...serviceIds],
    );
    return new Map(rows.map((row) => [row.service_id, { initialPaid: true, initialUsed: Amount.ofUnits(BigInt(row.used)) }]));
  }

  async add(bill: Bill): Promise<void> {
    const lines = bill.lines.map(({ quantity, price, unitPrice, initialUsed, ...line }) => ({
      ...line,
      quantity: stored(quantity),
      price: stored(price),
      unitPrice: stored(unitPrice),
      initialUsed: initialUsed && stored(initialUsed),
    }));
    await this.sql.together(async () => {
      try {
        await insertBill(this.sql, bill.clientId, { ...bill, total: stored(bill.total), lines });
      } catch (error) {
        throw isDuplicate(error) ? new AlreadyBilled('bill', { cause: error }) : error;
      }
    });
  }
}

const stored = (amount: Amount) => Number(amount.units);
