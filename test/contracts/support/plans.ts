import type { QueryResult } from 'typeorm';
import { TypeOrmUnitOfWork } from '#infrastructure/typeorm/typeorm-unit-of-work';

/** Keeps the statements that adapters run, to ask for their plans. */
export class PlannedUnitOfWork extends TypeOrmUnitOfWork {
  readonly statements: { sql: string; parameters: unknown[] }[] = [];

  override query(sql: string, parameters: unknown[] = []): Promise<QueryResult> {
    this.statements.push({ sql, parameters });
    return super.query(sql, parameters);
  }

  /** What SQLite, which plans without statistics by the indexes that there are, says of the statements since the last time. */
  async plans(): Promise<string[]> {
    const found: string[] = [];
    for (const { sql, parameters } of this.statements.splice(0)) {
      const { raw } = await super.query(`EXPLAIN QUERY PLAN ${sql}`, parameters);
      found.push(...(raw as { detail: string }[]).map(({ detail }) => detail));
    }
    return found;
  }
}
