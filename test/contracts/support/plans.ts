import type { QueryResult } from 'typeorm';
import type { Sql } from '#infrastructure/typeorm/sql';
import { TypeOrmUnitOfWork } from '#infrastructure/typeorm/typeorm-unit-of-work';

/** One line of a plan of MySQL or MariaDB. */
export interface PlanRow {
  table: string | null;
  type: string | null;
  key: string | null;
  rows: number | null;
  Extra: string | null;
}

export const inWords = (plan: readonly PlanRow[]) =>
  plan.map(({ table, type, key, rows }) => `${table}:${type}:${key}:${rows}`).join(' | ');

/** Whether a whole table, or more than a quarter of the index of one that large, is read. */
export const fullScansOf =
  (tables: RegExp, size: number) =>
  ({ table, type, rows }: PlanRow) =>
    tables.test(table ?? '') && (type === 'ALL' || (type === 'index' && (rows ?? 0) > size / 4));

/** How many entries of indexes the connection of a unit of work has read, in MySQL or MariaDB. */
export async function entriesRead(sql: Sql): Promise<number> {
  const rows = await sql.rows<{ Variable_name: string; Value: string }>("SHOW SESSION STATUS LIKE 'Handler_read%'");
  return rows.filter(({ Variable_name: name }) => !name.includes('rnd')).reduce((sum, { Value }) => sum + Number(Value), 0);
}

/** Keeps the statements that adapters run, to ask for their plans. */
export class PlannedUnitOfWork extends TypeOrmUnitOfWork {
  readonly statements: { sql: string; parameters: unknown[] }[] = [];

  override query(sql: string, parameters: unknown[] = []): Promise<QueryResult> {
    this.statements.push({ sql, parameters });
    return super.query(sql, parameters);
  }

  /** What SQLite says of the statements since the last time: without statistics, by which small tables are scanned, it plans by the indexes that there are. */
  async plans(): Promise<string[]> {
    const found: string[] = [];
    await super.query('DELETE FROM sqlite_stat1');
    await super.query('ANALYZE sqlite_schema');
    for (const { sql, parameters } of this.statements.splice(0)) {
      const { raw } = await super.query(`EXPLAIN QUERY PLAN ${sql}`, parameters);
      found.push(...(raw as { detail: string }[]).map(({ detail }) => detail));
    }
    return found;
  }
}
