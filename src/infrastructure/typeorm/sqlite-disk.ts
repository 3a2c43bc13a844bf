/** As the driver throws it. */
export interface SqliteError extends Error {
  code?: string;
  /** The extended code; the primary one is its lowest byte. */
  errcode?: number;
  /** Why the system refused; Node's own SQLite does not tell. */
  systemErrno?: number;
}

/** Extended codes by the names that TypeORM expects; all others are named by their primary code. */
const NAMES: Readonly<Record<number, string>> = {
  275: 'SQLITE_CONSTRAINT_CHECK',
  787: 'SQLITE_CONSTRAINT_FOREIGNKEY',
  1299: 'SQLITE_CONSTRAINT_NOTNULL',
  1555: 'SQLITE_CONSTRAINT_PRIMARYKEY',
  2067: 'SQLITE_CONSTRAINT_UNIQUE',
};

const PRIMARY: Readonly<Record<number, string>> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  19: 'SQLITE_CONSTRAINT',
  26: 'SQLITE_NOTADB',
};

/** The package tells of a read that fails only what SQLite says to people. */
const SAID: Readonly<Record<string, number>> = {
  'database is locked': 5,
  'attempt to write a readonly database': 8,
  'disk I/O error': 10,
  'database disk image is malformed': 11,
  'database or disk is full': 13,
  'unable to open database file': 14,
  'file is not a database': 26,
};

const FAILURES = new Set(['SQLITE_READONLY', 'SQLITE_IOERR', 'SQLITE_CORRUPT', 'SQLITE_FULL', 'SQLITE_CANTOPEN', 'SQLITE_NOTADB']);
export const isSqliteFailure = (code: string | undefined): boolean => FAILURES.has(code ?? '');

const DAMAGED = new Set(['SQLITE_CORRUPT', 'SQLITE_NOTADB']);
/** Of an index of words alone: `acervo reindex --text` writes it anew. */
const CORRUPT_WORDS = 267;
export const isDamaged = ({ code, errcode }: SqliteError): boolean => DAMAGED.has(code ?? '') && errcode !== CORRUPT_WORDS;

/** What was to be written may be on the disk, or half of it: of a write, of fsync, of the folder's fsync, of a file system that is damaged. */
const HALF_WRITTEN = new Set([778, 1034, 1290, 8458]);
/** A quota refuses before anything is written, as a full disk does. */
const EDQUOT = 122;

/** What this process has in memory may no longer be what is on the disk. */
export function isBeyondRepair(error: SqliteError): boolean {
  return isDamaged(error) || (HALF_WRITTEN.has(error.errcode ?? 0) && error.systemErrno !== EDQUOT);
}

/** What the connections of one database know of the disk below it. */
export class SqliteDisk {
  /** Until it is written to again. */
  failure: SqliteError | undefined;
  private broken: SqliteError | undefined;
  private readonly listeners: ((error: Error) => void)[] = [];

  get isBroken(): boolean {
    return this.broken !== undefined;
  }

  /** Called once, after what is beyond repair: the process must end, and a start recovers what is on the disk. */
  whenBroken(listener: (error: Error) => void): void {
    if (this.broken) listener(this.broken);
    else this.listeners.push(listener);
  }

  /** Runs what asks SQLite; refuses once nothing may go on. */
  guard<T>(ask: () => T): T {
    if (this.broken) throw this.broken;
    try {
      return ask();
    } catch (error) {
      this.note(error as SqliteError);
      throw error;
    }
  }

  private note(error: SqliteError): void {
    error.errcode ??= SAID[error.message];
    const { errcode = 0 } = error;
    error.code = NAMES[errcode] ?? PRIMARY[errcode & 0xff] ?? error.code;
    if (!isSqliteFailure(error.code)) return;
    this.failure = error;
    if (!isBeyondRepair(error)) return;
    this.broken = error;
    for (const listener of this.listeners) listener(error);
  }
}
