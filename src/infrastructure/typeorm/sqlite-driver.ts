import { SqliteDisk, type SqliteError } from './sqlite-disk';
import { DatabaseSync, type Connection } from './sqlite-engine';

type Bind = number | string | bigint | Uint8Array | null;

function toBind(parameter: unknown): Bind {
  if (parameter === undefined || parameter === null) return null;
  if (typeof parameter === 'boolean') return parameter ? 1 : 0;
  if (typeof parameter === 'bigint' || typeof parameter === 'string') return parameter;
  if (typeof parameter === 'number' && Number.isFinite(parameter)) return parameter;
  if (ArrayBuffer.isView(parameter)) return new Uint8Array(parameter.buffer, parameter.byteOffset, parameter.byteLength);
  throw new TypeError(`SQLite cannot bind ${Object.prototype.toString.call(parameter)}`);
}

export const READING = /^\s*SELECT\b/i;

/** How long opening and closing wait for another process; the event loop stands still meanwhile. */
const PATIENCE_MS = 5000;

/** What `PRAGMA optimize` looks at: all tables that have grown; and whether it only tells what it would do. */
const GROWN = 0x10002;
const TOLD_ONLY = 1;

type Prepared = ReturnType<Connection['prepare']>;

class SqliteStatement {
  readonly reader: boolean;
  private readonly columns: readonly string[];

  constructor(
    private readonly statement: Prepared,
    private readonly database: Connection,
    private readonly disk: SqliteDisk,
  ) {
    this.columns = statement.columns().map(({ name }) => name);
    this.reader = this.columns.length > 0;
    // For both engines, to name a member of a row costs more than to read its value: rows get their names here.
    if (this.reader) statement.setReturnArrays(true);
  }

  all(...parameters: unknown[]): unknown[] {
    const rows = this.disk.guard(() => this.rows(parameters.map(toBind) as never[]));
    return rows.map((values) => this.named(values as readonly unknown[]));
  }

  private rows(binds: never[]): unknown[] {
    try {
      return this.statement.all(...binds);
    } catch (error) {
      if ((error as SqliteError).errcode === undefined) this.inOneStep()?.get(...binds);
      throw error;
    }
  }

  /**
   * `all` of the package fails without SQLite's codes. `get` has them, but of its first step alone, while a fault may come with any row:
   * here all rows are read in that step. Null for statements that write, which SQLite refuses in this form.
   */
  private inOneStep(): Prepared | null {
    try {
      return this.database.prepare(`WITH asked AS MATERIALIZED (${this.statement.sourceSQL}\n) SELECT COUNT(*) FROM asked`);
    } catch {
      return null;
    }
  }

  run(...parameters: unknown[]): unknown {
    return this.disk.guard(() => this.statement.run(...(parameters.map(toBind) as never[])));
  }

  private named(values: readonly unknown[]): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < values.length; index++) row[this.columns[index] as string] = values[index];
    return row;
  }
}

/** The better-sqlite3 interface that TypeORM calls, implemented with that of node:sqlite. */
export class SqliteDriver {
  private readonly database: Connection;
  private readonly isReadOnly: boolean;

  constructor(
    file: string,
    { timeout = PATIENCE_MS, readonly = false }: { timeout?: number; readonly?: boolean } = {},
    private readonly disk = new SqliteDisk(),
  ) {
    this.isReadOnly = readonly;
    this.database = disk.guard(() => new DatabaseSync(file, { timeout, readOnly: readonly }));
  }

  /** While another process holds the file, statements fail at once. */
  neverWait(): void {
    this.exec('PRAGMA busy_timeout = 0');
  }

  prepare(sql: string): SqliteStatement {
    return this.disk.guard(() => new SqliteStatement(this.database.prepare(sql), this.database, this.disk));
  }

  pragma(sql: string): unknown[] {
    return this.disk.guard(() => this.database.prepare(`PRAGMA ${sql}`).all());
  }

  exec(sql: string): void {
    this.disk.guard(() => this.database.exec(sql));
  }

  /**
   * SQLite plans by the sizes of its tables and indexes as it last saw them; without having seen them it goes through all documents. It looks
   * at those that have grown tenfold, or were never seen: about 0.4 ms for each MB of their indexes. False: there was nothing to do, or
   * another process writes.
   */
  renewStatistics(): boolean {
    const [{ timeout }] = this.pragma('busy_timeout') as [{ timeout: number }];
    try {
      this.exec('PRAGMA busy_timeout = 0; PRAGMA analysis_limit = 400');
      if (this.pragma(`optimize = ${GROWN | TOLD_ONLY}`).length === 0) return false;
      this.exec(`PRAGMA optimize = ${GROWN}`);
      return true;
    } catch {
      return false;
    } finally {
      this.exec(`PRAGMA busy_timeout = ${timeout}`);
    }
  }

  /**
   * Single statements cannot be finalised, so SQLite would keep the log until exit: it is checkpointed first. On a disk that has failed
   * nothing is moved any more, by SQLite's own closing neither: the next start does it.
   */
  close(): void {
    if (this.disk.isBroken) return;
    try {
      if (!this.isReadOnly) this.database.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}; PRAGMA wal_checkpoint(TRUNCATE)`);
    } catch {
      // Busy: the log is recovered at the next opening.
    }
    this.database.close();
  }
}
