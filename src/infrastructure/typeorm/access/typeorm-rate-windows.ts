import { Injectable } from '@nestjs/common';
import { RateWindows, type RateWindow } from '#application/ports/access';
import { isDuplicate } from '../database-errors';
import { places, Sql } from '../sql';

interface WindowRow {
  seconds: number;
  calls: number;
  started_at: number;
  read_at: number;
}

/** Even a window of one second is kept for later calls. */
const KEPT_MS = 86_400_000;
const MOST_REMEMBERED = 10_000;

/** Raw SQL: on the path of every rate-limited call. */
@Injectable()
export class TypeOrmRateWindows extends RateWindows {
  /** Callers whose rows are there. */
  private readonly begun = new Set<string>();

  constructor(private readonly sql: Sql) {
    super();
  }

  async count(clientId: string, seconds: readonly number[], calls: readonly number[] = seconds.map(() => 1)): Promise<RateWindow[]> {
    const caller = `${clientId} ${seconds.join()}`;
    if (!this.begun.has(caller)) await this.begin(clientId, seconds);
    // One transaction, so that each caller reads its own count and not that of a later caller.
    const windows = await this.sql.together(async () => {
      await this.add(clientId, seconds, calls);
      return this.read(clientId, seconds);
    });
    if (this.begun.size >= MOST_REMEMBERED) this.begun.clear();
    this.begun.add(caller);
    const forgotten = windows.filter((window) => window.calls === 0).map((window) => window.seconds);
    if (forgotten.length === 0) return windows;
    this.begun.delete(caller);
    const counted = await this.count(clientId, forgotten, forgotten.map((length) => calls[seconds.indexOf(length)] ?? 1)); // prettier-ignore
    return windows.map((window) => counted.find((each) => each.seconds === window.seconds) ?? window);
  }

  async forgetOld(before: Date, limit: number): Promise<number> {
    const over = 'started_at + seconds * 1000 < ?';
    const ended = before.getTime() - KEPT_MS;
    const rows = await this.sql.rows<{ client_id: string }>(`SELECT client_id FROM rate_window WHERE ${over} LIMIT ?`, [ended, limit]);
    if (rows.length === 0) return 0;
    const callers = rows.map((row) => row.client_id);
    // Condition repeated: a caller may have called again.
    return (await this.sql.write(`DELETE FROM rate_window WHERE client_id IN (${places(callers)}) AND ${over}`, [...callers, ended]))
      .affected;
  }

  private async read(clientId: string, seconds: readonly number[]): Promise<RateWindow[]> {
    const rows = await this.sql.rows<WindowRow>(
      `SELECT seconds, calls, started_at, ${this.sql.now} AS read_at FROM rate_window
       WHERE client_id = ? AND seconds IN (${places(seconds)})`,
      [clientId, ...seconds],
    );
    return seconds.map((length) => {
      const row = rows.find((candidate) => candidate.seconds === length);
      const { calls, started_at: startedAt, read_at: readAt } = row ?? { calls: 0, started_at: 0, read_at: 0 };
      return { seconds: length, calls, startedAt, endsInMs: row ? Math.max(0, startedAt + length * 1000 - readAt) : 0 };
    });
  }

  /** `calls` is assigned first: within one UPDATE, MySQL sees earlier assignments, SQLite does not. */
  private async add(clientId: string, seconds: readonly number[], calls: readonly number[]): Promise<void> {
    const { now } = this.sql;
    const started = `${now} - ${now} % (seconds * 1000)`;
    const added = `CASE seconds ${seconds.map(() => 'WHEN ? THEN ?').join(' ')} END`;
    const values = seconds.flatMap((length, index) => [length, calls[index] ?? 1]);
    await this.sql.write(
      `UPDATE rate_window SET calls = CASE WHEN started_at = ${started} THEN calls + ${added} ELSE ${added} END, started_at = ${started}
       WHERE client_id = ? AND seconds IN (${places(seconds)})`,
      [...values, ...values, clientId, ...seconds],
    );
  }

  /** Before counting, so that no call is counted twice; an UPDATE of rows that are not there would lock where they belong. */
  private async begin(clientId: string, seconds: readonly number[]): Promise<void> {
    const sql = `SELECT seconds FROM rate_window WHERE client_id = ? AND seconds IN (${places(seconds)})`;
    const rows = await this.sql.rows<{ seconds: number }>(sql, [clientId, ...seconds]);
    for (const length of seconds.filter((each) => !rows.some((row) => row.seconds === each))) {
      try {
        await this.sql.insert('rate_window', ['client_id', 'seconds', 'started_at', 'calls'], [[clientId, length, 0, 0]]);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
    }
  }
}
