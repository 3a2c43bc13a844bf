import { setTimeout as pause } from 'node:timers/promises';
import { QueryFailedError, type DataSource, type QueryRunner } from 'typeorm';
import { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';
import { keepNewest } from '#application/access/keep-newest';
import { WriteConflict } from '#application/support/errors';
import { isLocked } from './database-errors';
import { READING, type SqliteDriver } from './sqlite-driver';

/** A mutex with a queue in order of arrival. */
class Mutex {
  private tail: Promise<void> = Promise.resolve();

  async acquire(timeoutMs: number): Promise<() => void> {
    const previous = this.tail;
    let release!: () => void;
    this.tail = new Promise<void>((resolve) => (release = resolve));
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      const complain = () =>
        reject(new WriteConflict(`SQLite was busy for ${timeoutMs} ms: a query inside a transaction probably bypassed its unit of work`));
      timer = setTimeout(complain, timeoutMs);
    });
    try {
      await Promise.race([previous, late]);
    } catch (error) {
      void previous.then(release);
      throw error;
    } finally {
      clearTimeout(timer);
    }
    return release;
  }
}

/** How often it is asked whether another process has let go of the file: asking costs 15 µs. */
const ASK_AGAIN_MS = 5;

/** SQLite's own wait would stop the event loop, and with it everything that does not write. */
async function patiently<T>(attempt: () => T | Promise<T>, deadline: number): Promise<T> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() >= deadline) throw new WriteConflict('another process kept the database locked', { cause: error });
      await pause(ASK_AGAIN_MS);
    }
  }
}

/** SQLite has no queue for its lock: after a long transaction this process stays away from it for as long as others need to see it free. */
const LONG_MS = 100;
const REST_MS = 2 * ASK_AGAIN_MS;

/** TypeORM's; it would lock at the first write only, and fail there if another process has written since the first read. */
const BEGIN = 'BEGIN TRANSACTION';
/** Those that are prepared are kept; a list of values makes one for each length. */
const MOST_PREPARED = 500;
/** So many transactions later it is asked whether a table has grown. */
const COMMITS_BETWEEN_STATISTICS = 200;

/** Reads beside the writing connection: what is committed, without waiting for a transaction that is under way. */
class Reader {
  /** Mirrors `isInitialized` of the data source. */
  isClosed = true;
  private database: SqliteDriver | undefined;
  private readonly prepared = new Map<string, ReturnType<SqliteDriver['prepare']>>();

  constructor(private readonly open: () => SqliteDriver) {}

  all(sql: string, parameters: readonly unknown[] = []): unknown[] {
    try {
      if (this.isClosed) throw new Error('the database is closed');
      this.database ??= this.open();
      const statement = this.prepared.get(sql) ?? this.database.prepare(sql);
      keepNewest(this.prepared, sql, statement, MOST_PREPARED);
      return statement.all(...parameters);
    } catch (error) {
      throw new QueryFailedError(sql, [...parameters], error as Error);
    }
  }

  close(): void {
    this.isClosed = true;
    this.renew();
  }

  /** The next read opens it again: a connection reads statistics when it is opened. */
  renew(): void {
    const { database } = this;
    this.database = undefined;
    this.prepared.clear();
    database?.close();
  }
}

// TypeORM does not type what a subclass of its query runner needs.
/* eslint-disable @typescript-eslint/no-explicit-any */
type RunnerClass = new (driver: any) => any;

/**
 * TypeORM shares one query runner among all callers of a SQLite data source, so concurrent requests would share a transaction (typeorm
 * #1884). Here each caller gets its own runner, and a mutex guards the one connection that writes; reads outside of transactions have a
 * connection of their own.
 */
export function isolateSqliteQueryRunners(dataSource: DataSource, openReader: () => SqliteDriver, lockTimeoutMs: number): void {
  const driver = dataSource.driver as any;
  const Base = dataSource.createQueryRunner().constructor as RunnerClass;
  driver.queryRunner = undefined;
  const mutex = new Mutex();
  const statements = new Map<string, unknown>();
  const reader = new Reader(openReader);
  let commits = 0;
  const committed = () => {
    if (++commits % COMMITS_BETWEEN_STATISTICS === 0 && (driver.databaseConnection as SqliteDriver).renewStatistics()) reader.renew();
  };

  class IsolatedQueryRunner extends Base {
    private unlock: (() => void) | undefined;
    private begin = { sql: BEGIN, deadline: 0, at: 0 };

    constructor(owner: unknown) {
      super(owner);
      (this as any).stmtCache = statements;
    }

    async query(...args: unknown[]): Promise<unknown> {
      const [sql, parameters, isStructured] = args as [string, unknown[] | undefined, boolean | undefined];
      if (this.unlock) return sql === BEGIN ? patiently(() => super.query(this.begin.sql), this.begin.deadline) : super.query(...args);
      const deadline = performance.now() + lockTimeoutMs;
      // After its end the writer refuses; the reader would open the file again.
      if (READING.test(sql) && dataSource.isInitialized) {
        const raw = await patiently(() => reader.all(sql, parameters), deadline);
        return isStructured ? { raw, records: raw } : raw;
      }
      const release = await mutex.acquire(lockTimeoutMs);
      try {
        return await patiently(() => super.query(...args), deadline);
      } finally {
        release();
      }
    }

    /** @param level given for a snapshot, which only reads; any other locks at once, since it writes by what it has read. */
    async startTransaction(level?: unknown): Promise<void> {
      if (this.unlock) return super.startTransaction();
      const deadline = performance.now() + lockTimeoutMs;
      this.unlock = await mutex.acquire(lockTimeoutMs);
      this.begin = { sql: level === undefined ? 'BEGIN IMMEDIATE' : BEGIN, deadline, at: 0 };
      try {
        await super.startTransaction();
        this.begin.at = performance.now();
      } catch (error) {
        (this as any).isTransactionActive = false;
        this.letGo();
        throw error;
      }
    }

    async commitTransaction(): Promise<void> {
      try {
        await super.commitTransaction();
        if (!(this as any).isTransactionActive) committed();
      } finally {
        if (!(this as any).isTransactionActive) this.letGo();
      }
    }

    async rollbackTransaction(): Promise<void> {
      try {
        await super.rollbackTransaction();
      } finally {
        if (!(this as any).isTransactionActive) this.letGo();
      }
    }

    async release(): Promise<void> {
      if (this.unlock) {
        await super.query('ROLLBACK').catch(() => undefined);
        (this as any).isTransactionActive = false;
        (this as any).transactionDepth = 0;
        this.letGo();
      }
      await super.release();
    }

    private letGo(): void {
      const unlock = this.unlock;
      this.unlock = undefined;
      if (!unlock) return;
      const wasLong = this.begin.at > 0 && performance.now() - this.begin.at > LONG_MS;
      if (wasLong) setTimeout(unlock, REST_MS);
      else unlock();
    }
  }

  const [connect, disconnect] = [driver.connect.bind(driver), driver.disconnect.bind(driver)] as (() => Promise<void>)[];
  driver.connect = async () => {
    await connect?.();
    // Opening has waited for others itself: nothing was served yet.
    (driver.databaseConnection as SqliteDriver).neverWait();
    reader.isClosed = false;
  };
  driver.disconnect = () => {
    reader.close();
    return disconnect?.();
  };
  // TypeORM inlines numbers for SQLite: each timestamp would be a new statement to prepare and cache.
  driver.escapeQueryWithParameters = MysqlDriver.prototype.escapeQueryWithParameters;
  driver.createQueryRunner = (): QueryRunner => new IsolatedQueryRunner(driver) as unknown as QueryRunner;
}
