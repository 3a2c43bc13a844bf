import { DatabaseSync } from '@photostructure/sqlite';

type Bind = number | string | bigint | Uint8Array | null;

/** Maps SQLite's extended result codes to the names that TypeORM expects. */
const CODES: Record<number, string> = {
  5: 'SQLITE_BUSY',
  13: 'SQLITE_FULL',
  275: 'SQLITE_CONSTRAINT_CHECK',
  787: 'SQLITE_CONSTRAINT_FOREIGNKEY',
  1299: 'SQLITE_CONSTRAINT_NOTNULL',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
};

function toBind(parameter: unknown): Bind {
  if (parameter === undefined || parameter === null) return null;
  if (typeof parameter === 'boolean') return parameter ? 1 : 0;
  if (typeof parameter === 'bigint' || typeof parameter === 'string') return parameter;
  if (typeof parameter === 'number' && Number.isFinite(parameter)) return parameter;
  if (ArrayBuffer.isView(parameter)) return new Uint8Array(parameter.buffer, parameter.byteOffset, parameter.byteLength);
  throw new TypeError(`SQLite cannot bind ${Object.prototype.toString.call(parameter)}`);
}

function withCode<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    const failure = error as { errcode?: number; code?: string };
    // Busy has several extended codes, which differ in their upper bytes.
    const code = failure.errcode === undefined ? undefined : (CODES[failure.errcode] ?? CODES[failure.errcode & 0xff]);
    if (code) failure.code = code;
    throw error;
  }
}

/** How long opening and closing wait for another process; the event loop stands still meanwhile. */
const PATIENCE_MS = 5000;

/** What `PRAGMA optimize` looks at: all tables that have grown; and whether it only tells what it would do. */
const GROWN = 0x10002;
const TOLD_ONLY = 1;

type Prepared = ReturnType<InstanceType<typeof DatabaseSync>['prepare']>;

class SqliteStatement {
  readonly reader: boolean;
  private readonly columns: readonly string[];

  constructor(private readonly statement: Prepared) {
    this.columns = statement.columns().map(({ name }) => name);
    this.reader = this.columns.length > 0;
    // For the package, to name a member of a row costs more than to read its value: rows get their names here.
    if (this.reader) statement.setReturnArrays(true);
  }

  all(...parameters: unknown[]): unknown[] {
    const rows = withCode(() => this.statement.all(...(parameters.map(toBind) as never[])));
    return rows.map((values) => this.named(values as readonly unknown[]));
  }

  run(...parameters: unknown[]): unknown {
    return withCode(() => this.statement.run(...(parameters.map(toBind) as never[])));
  }

  private named(values: readonly unknown[]): Record<string, unknown> {
    const row: Record<string, unknown> = {};
    for (let index = 0; index < values.length; index++) row[this.columns[index] as string] = values[index];
    return row;
  }
}

/** The better-sqlite3 interface that TypeORM calls, implemented with node:sqlite, which needs no compiler. */
export class SqliteDriver {
  private readonly database: InstanceType<typeof DatabaseSync>;
  private readonly isReadOnly: boolean;

  constructor(file: string, options: { timeout?: number; readonly?: boolean } = {}) {
    this.isReadOnly = options.readonly ?? false;
    this.database = new DatabaseSync(file, { timeout: options.timeout ?? PATIENCE_MS, readOnly: this.isReadOnly });
  }

  /** While another process holds the file, statements fail at once. */
  neverWait(): void {
    this.exec('PRAGMA busy_timeout = 0');
  }

  prepare(sql: string): SqliteStatement {
    return withCode(() => new SqliteStatement(this.database.prepare(sql)));
  }

  pragma(sql: string): unknown[] {
    return withCode(() => this.database.prepare(`PRAGMA ${sql}`).all());
  }

  exec(sql: string): void {
    withCode(() => this.database.exec(sql));
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

  /** Single statements cannot be finalised, so SQLite would keep the log until exit: it is checkpointed first. */
  close(): void {
    try {
      if (!this.isReadOnly) this.database.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}; PRAGMA wal_checkpoint(TRUNCATE)`);
    } catch {
      // Busy: the log is recovered at the next opening.
    }
    this.database.close();
  }
}
