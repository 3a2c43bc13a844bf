import { Sql, type Parameter } from '#infrastructure/typeorm/sql';

/** Keeps the statements that an adapter runs, to ask for their plans. */
export class PlannedSql extends Sql {
  readonly statements: { sql: string; parameters: readonly Parameter[] }[] = [];

  override async rows<Row>(sql: string, parameters: readonly Parameter[] = []): Promise<Row[]> {
    this.statements.push({ sql, parameters });
    return super.rows<Row>(sql, parameters);
  }

  /** What SQLite, which plans without statistics by the indexes that there are, says of the statements since the last time. */
  async plans(): Promise<string[]> {
    const found: string[] = [];
    for (const { sql, parameters } of this.statements.splice(0)) {
      const rows = await super.rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, parameters);
      found.push(...rows.map(({ detail }) => detail));
    }
    return found;
  }
}
