import { Injectable } from '@nestjs/common';
import { Bills } from '#application/ports/bills';
import type { Scope } from '#domain/access/scope';
import { Amount } from '#domain/bills/amount';
import type { Bill, BillLine } from '#domain/bills/bill';
import type { ServiceKind } from '#domain/bills/contract';
import { ofClients } from '../scope-condition';
import { Sql } from '../sql';

interface BillRow {
  id: string;
  client_id: string;
  client_name: string;
  unit_id: string;
  contract_id: string;
  contract_number: string;
  period: string;
  billed_at: number;
  due_day: string;
  total: number;
}

interface LineRow {
  service_id: string;
  kind: ServiceKind;
  description: string;
  quantity: number;
  price: number;
  unit_price: number;
  initial_used: number | null;
}

const toLine = (row: LineRow): BillLine => ({
  serviceId: row.service_id,
  kind: row.kind,
  description: row.description,
  quantity: Amount.ofUnits(row.quantity),
  price: Amount.ofUnits(row.price),
  unitPrice: Amount.ofUnits(row.unit_price),
  initialUsed: row.initial_used === null ? null : Amount.ofUnits(row.initial_used),
});

@Injectable()
export class TypeOrmBills extends Bills {
  constructor(private readonly sql: Sql) {
    super();
  }

  async idsOf(scope: Scope, unitId: string, after: string, upTo: string): Promise<string[]> {
    const within = ofClients(scope, 'b');
    const rows = await this.sql.rows<{ id: string }>(
      `SELECT b.id FROM bill b WHERE ${within.sql} AND b.unit_id = ? AND b.period > ? AND b.period <= ? ORDER BY b.period, b.billed_at, b.id`,
      [...within.parameters, unitId, after, upTo],
    );
    return rows.map(({ id }) => id);
  }

  async find(scope: Scope, unitId: string, id: string): Promise<Bill | null> {
    const within = ofClients(scope, 'b');
    const row = await this.sql.first<BillRow>(`SELECT b.* FROM bill b WHERE b.id = ? AND b.unit_id = ? AND ${within.sql}`, [
      id,
      unitId,
      ...within.parameters,
    ]);
    if (!row) return null;
    const lines = await this.sql.rows<LineRow>('SELECT l.* FROM bill_line l WHERE l.bill_id = ? AND l.client_id = ? ORDER BY l.position', [
      id,
      row.client_id,
    ]);
    return {
      id: row.id,
      clientId: row.client_id,
      clientName: row.client_name,
      unitId: row.unit_id,
      contractId: row.contract_id,
      contractNumber: row.contract_number,
      period: row.period,
      billedAt: new Date(row.billed_at),
      dueDay: row.due_day,
      total: Amount.ofUnits(row.total),
      lines: lines.map(toLine),
    };
  }
}
