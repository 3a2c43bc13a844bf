import type { RecordedBill, RecordedCustody } from '#application/ports/client-records';
import { BILL, BILL_LINE, insertBill } from '../billing/bill-rows';
import { ColumnsOf, moment, momentOrNull, plain } from '../columns-of';
import type { Sql } from '../sql';
import { paged } from '../batches';
import { Grouped, rowsOf } from './grouped';

const CUSTODY = new ColumnsOf<RecordedCustody>({
  unitId: plain('unit_id'),
  boxId: plain('box_id'),
  startedAt: moment('started_at'),
  endedAt: momentOrNull('ended_at'),
});

/** What a client was billed, in the order of ids, and who has kept its boxes. */
export class BillRecords {
  constructor(private readonly sql: Sql) {}

  all(clientId: string): AsyncIterable<RecordedBill> {
    return paged('', (id, limit) => this.after(clientId, id, limit), ({ id }) => id); // prettier-ignore
  }

  async add(clientId: string, bills: readonly RecordedBill[]): Promise<void> {
    const known = await rowsOf<{ id: string }>(
      this.sql,
      bills.map(({ id }) => id),
      (list) => `SELECT b.id FROM bill b WHERE b.id IN (${list})`,
    );
    const ids = new Set(known.map(({ id }) => id));
    for (const bill of bills) if (!ids.has(bill.id)) await insertBill(this.sql, clientId, bill);
  }

  async *custody(clientId: string): AsyncGenerator<RecordedCustody> {
    const rows = await this.sql.rows<object>(
      `SELECT ${CUSTODY.of('c')} FROM box_custody c WHERE c.client_id = ? ORDER BY c.box_id, c.started_at, c.code`,
      [clientId],
    );
    for (const row of rows) yield CUSTODY.read(row);
  }

  async addCustody(clientId: string, custody: readonly RecordedCustody[]): Promise<void> {
    for (const each of custody) {
      const { boxId, unitId, startedAt, endedAt } = each;
      const [first] = await this.sql.rows<{ code: number; started_at: number }>(
        'SELECT c.code, c.started_at FROM box_custody c WHERE c.client_id = ? AND c.box_id = ? AND c.unit_id = ? AND c.started_at >= ? ORDER BY c.started_at, c.code LIMIT 1',
        [clientId, boxId, unitId, startedAt.getTime()],
      );
      if (first?.started_at === startedAt.getTime()) continue;
      if (first && endedAt === null)
        await this.sql.write('UPDATE box_custody SET started_at = ? WHERE code = ?', [startedAt.getTime(), first.code]);
      else await this.sql.insert('box_custody', ['client_id', ...CUSTODY.names], [[clientId, ...CUSTODY.values(each)]]);
    }
  }

  private async after(clientId: string, after: string, limit: number): Promise<RecordedBill[]> {
    const bills = await this.sql.rows<object>(
      `SELECT ${BILL.of('b')} FROM bill b WHERE b.client_id = ? AND b.id > ? ORDER BY b.id LIMIT ?`,
      [clientId, after, limit],
    );
    const heads = bills.map((row) => BILL.read(row));
    const lines = await Grouped.of(
      this.sql,
      heads.map(({ id }) => id),
      (list) =>
        `SELECT l.bill_id AS owner, ${BILL_LINE.of('l')} FROM bill_line l WHERE l.bill_id IN (${list}) ORDER BY l.bill_id, l.position`,
      (row) => BILL_LINE.read(row),
    );
    return heads.map((bill) => ({ ...bill, lines: lines.get(bill.id) }));
  }
}
