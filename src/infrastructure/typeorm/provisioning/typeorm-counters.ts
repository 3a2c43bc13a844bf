import { Injectable } from '@nestjs/common';
import { Counters, type Raised } from '#application/ports/portable-archive';
import { Sql } from '../sql';

/** Documents per statement. */
const BATCH = 5_000;

/** Raw SQL: they use the engine's own tables. */
@Injectable()
export class TypeOrmCounters extends Counters {
  constructor(private readonly sql: Sql) {
    super();
  }

  async raise(by: number): Promise<Raised[]> {
    const tables = await this.sql.rows<{ name: string }>(
      this.sql.isSqlite
        ? "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%AUTOINCREMENT%' AND name <> 'schema_migration' ORDER BY name"
        : `SELECT table_name AS name FROM information_schema.columns
           WHERE table_schema = DATABASE() AND extra LIKE '%auto_increment%' AND table_name <> 'schema_migration' ORDER BY table_name`,
    );
    const raised: Raised[] = [];
    for (const { name } of tables)
      raised.push({ name, next: await (this.sql.isSqlite ? this.inSqlite(name, by) : this.inMysql(name, by)) });
    return raised;
  }

  async raiseVersions(by: number, progress: (code: number) => void): Promise<void> {
    const newest = await this.sql.first<{ code: number | null }>('SELECT MAX(code) AS code FROM document');
    for (let after = 0; after < Number(newest?.code ?? 0); after += BATCH) {
      await this.sql.write('UPDATE document SET version = version + ? WHERE code > ? AND code <= ?', [by, after, after + BATCH]);
      progress(Math.min(after + BATCH, Number(newest?.code)));
    }
  }

  async newestEvent(): Promise<Date | null> {
    const row = await this.sql.first<{ at: number | null }>(
      'SELECT MAX(event.at) AS at FROM event_log JOIN event ON event.client_id = event_log.client_id AND event.position = event_log.size',
    );
    return row?.at ? new Date(Number(row.at)) : null;
  }

  /** The information schema caches the number for a day, so it is read from the table itself. */
  private async inMysql(table: string, by: number): Promise<number> {
    const made = await this.sql.first<Record<string, string>>(`SHOW CREATE TABLE ${table}`);
    const next = Number(/ AUTO_INCREMENT=(\d+)/.exec(made?.['Create Table'] ?? '')?.[1] ?? 1) + by;
    await this.sql.write(`ALTER TABLE ${table} AUTO_INCREMENT = ${next}`);
    return next;
  }

  private async inSqlite(table: string, by: number): Promise<number> {
    const { affected } = await this.sql.write('UPDATE sqlite_sequence SET seq = seq + ? WHERE name = ?', [by, table]);
    if (affected === 0) await this.sql.write('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [table, by]);
    const row = await this.sql.first<{ seq: number }>('SELECT seq FROM sqlite_sequence WHERE name = ?', [table]);
    return Number(row?.seq) + 1;
  }
}
