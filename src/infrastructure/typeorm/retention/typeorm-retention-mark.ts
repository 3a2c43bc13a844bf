import { Injectable } from '@nestjs/common';
import { RetentionMark, type Mark } from '#application/ports/retention';
import { isDuplicate } from '../database-errors';
import { Sql } from '../sql';

interface MarkRow {
  marked_at: number;
  moved_at: number;
  read_at: number;
}

/** The only row. */
const ID = 1;

/** Raw SQL: the row is read together with the database's clock, and created from it. */
@Injectable()
export class TypeOrmRetentionMark extends RetentionMark {
  constructor(private readonly sql: Sql) {
    super();
  }

  async read(): Promise<{ mark: Mark; now: Date }> {
    const row = (await this.row()) ?? (await this.begin());
    return { mark: { at: new Date(row.marked_at), movedAt: new Date(row.moved_at) }, now: new Date(row.read_at) };
  }

  async move(from: Mark, to: Mark): Promise<boolean> {
    const { affected } = await this.sql.write(
      'UPDATE retention_mark SET marked_at = ?, moved_at = ? WHERE id = ? AND marked_at = ? AND moved_at = ?',
      [to.at.getTime(), to.movedAt.getTime(), ID, from.at.getTime(), from.movedAt.getTime()],
    );
    return affected > 0;
  }

  private row(): Promise<MarkRow | null> {
    return this.sql.first<MarkRow>(`SELECT marked_at, moved_at, ${this.sql.now} AS read_at FROM retention_mark WHERE id = ?`, [ID]);
  }

  private async begin(): Promise<MarkRow> {
    try {
      await this.sql.write(`INSERT INTO retention_mark (id, marked_at, moved_at) VALUES (?, ${this.sql.now}, ${this.sql.now})`, [ID]);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    return (await this.row()) as MarkRow;
  }
}
