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

type Prepared = ReturnType<InstanceType<typeof DatabaseSync>['prepare']>;

class SqliteStatement {
  readonly reader: boolean;

  constructor(private readonly statement: Prepared) {
    this.reader = statement.columns().length > 0;
  }

  all(...parameters: unknown[]): unknown[] {
    return withCode(() => this.statement.all(...(parameters.map(toBind) as never[])));
  }

  run(...parameters: unknown[]): unknown {
    return withCode(() => this.statement.run(...(parameters.map(toBind) as never[])));
  }
}

/** The better-sqlite3 interface that TypeORM calls, implemented with node:sqlite, which needs no compiler. */
export class SqliteDriver {
  private readonly database: InstanceType<typeof DatabaseSync>;

  constructor(file: string, options: { timeout?: number; readonly?: boolean } = {}) {
    this.database = new DatabaseSync(file, { timeout: options.timeout ?? 5000, readOnly: options.readonly ?? false });
  }

  prepare(sql: string): SqliteStatement {
    return withCode(() => new SqliteStatement(this.database.prepare(sql)));
  }

  pragma(sql: string): unknown[] {
    return this.database.prepare(`PRAGMA ${sql}`).all();
  }

  exec(sql: string): void {
    this.database.exec(sql);
  }

  /** Single statements cannot be finalised, so SQLite would keep the log until exit: it is checkpointed first. */
  close(): void {
    try {
      this.database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch {
      // Read-only or busy: the log is recovered at the next opening.
    }
    this.database.close();
  }
}
