import { Injectable } from '@nestjs/common';
import { RateWindows, type RateWindow } from '#application/ports/rate-windows';
import { isDuplicate } from '../database-errors';
import { places, Sql } from '../sql';

interface WindowRow {
  seconds: number;
  calls: number;
  started_at: number;
  now: number;
}

/** Even a window of one second is kept for later calls. */
const KEPT_MS = 86_400_000;

/** Written statements: on the path of every rate-limited call. */
@Injectable()
export class TypeOrmRateWindows extends RateWindows {
  constructor(private readonly sql: Sql) {
    super();
  }

  async count(clientId: string, seconds: readonly number[]): Promise<RateWindow[]> {
    // One transaction, so that each caller reads its own count and not that of a later caller.
    return this.sql.together(async () => {
      await this.add(clientId, seconds);
      return this.read(clientId, seconds);
    });
  }

  async forgetOld(before: Date, limit: number): Promise<number> {
    const over = 'started_at + seconds * 1000 < ?';
    const ended = before.getTime() - KEPT_MS;
    const rows = await this.sql.rows<{ client_id: string }>(`SELECT w.client_id FROM rate_window w WHERE ${over} LIMIT ?`, [ended, limit]);
    if (rows.length === 0) return 0;
    const callers = rows.map((row) => row.client_id);
    // Condition repeated: a caller may have called again.
    return (await this.sql.write(`DELETE FROM rate_window WHERE client_id IN (${places(callers)}) AND ${over}`, [...callers, ended]))
      .affected;
  }

  private async read(clientId: string, seconds: readonly number[]): Promise<RateWindow[]> {
    const rows = await this.sql.rows<WindowRow>(
      `SELECT w.seconds, w.calls, w.started_at, ${this.sql.now} AS now FROM rate_window w WHERE w.client_id = ? AND w.seconds IN (${places(seconds)})`,
      [clientId, ...seconds],
    );
    return seconds.map((length) => {
      const row = rows.find((candidate) => candidate.seconds === length);
      return { seconds: length, calls: row?.calls ?? 0, endsInMs: row ? Math.max(0, row.started_at + length * 1000 - row.now) : 0 };
    });
  }

  /** `calls` is assigned first: within one UPDATE, MySQL sees earlier assignments, SQLite does not. */
  private async add(clientId: string, seconds: readonly number[]): Promise<void> {
    const { now } = this.sql;
    const started = `${now} - ${now} % (seconds * 1000)`;
    if (!(await this.areBegun(clientId, seconds))) await this.begin(clientId, seconds);
    await this.sql.write(
      `UPDATE rate_window SET calls = CASE WHEN started_at = ${started} THEN calls + 1 ELSE 1 END, started_at = ${started}
       WHERE client_id = ? AND seconds IN (${places(seconds)})`,
      [clientId, ...seconds],
    );
  }

  /** Read before counting, so that no call is counted twice. */
  private async areBegun(clientId: string, seconds: readonly number[]): Promise<boolean> {
    const rows = await this.sql.rows(`SELECT w.seconds FROM rate_window w WHERE w.client_id = ? AND w.seconds IN (${places(seconds)})`, [
      clientId,
      ...seconds,
    ]);
    return rows.length === seconds.length;
  }

  private async begin(clientId: string, seconds: readonly number[]): Promise<void> {
    for (const length of seconds) {
      try {
        await this.sql.insert('rate_window', ['client_id', 'seconds', 'started_at', 'calls'], [[clientId, length, 0, 0]]);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
    }
  }
}
