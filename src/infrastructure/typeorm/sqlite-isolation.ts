import { QueryFailedError, type DataSource, type QueryRunner } from 'typeorm';
import { MysqlDriver } from 'typeorm/driver/mysql/MysqlDriver';
import { keepNewest } from '#application/keep-newest';
import { WriteConflict } from '#application/errors';
import type { SqliteDriver } from './sqlite-driver';

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

const READING = /^\s*SELECT\b/i;
/** Those that are prepared are kept; a list of values makes one for each length. */
const MOST_PREPARED = 500;
/** So many transactions later it is asked whether a table has grown. */
const COMMITS_BETWEEN_STATISTICS = 200;

/** Reads beside the writing connection: what is committed, without waiting for a transaction that is under way. */
class Reader {
  /** As is the data source. */
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
export function isolateSqliteQueryRunners(dataSource: DataSource, openReader: () => SqliteDriver, lockTimeoutMs = 15_000): void {
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

    constructor(owner: unknown) {
      super(owner);
      (this as any).stmtCache = statements;
    }

    async query(...args: unknown[]): Promise<unknown> {
      if (this.unlock) return super.query(...args);
      const [sql, parameters, isStructured] = args as [string, unknown[] | undefined, boolean | undefined];
      // After its end the writer refuses; the reader would open the file again.
      if (READING.test(sql) && dataSource.isInitialized) {
        const raw = reader.all(sql, parameters);
        return isStructured ? { raw, records: raw } : raw;
      }
      const release = await mutex.acquire(lockTimeoutMs);
      try {
        return await super.query(...args);
      } finally {
        release();
      }
    }

    async startTransaction(level?: unknown): Promise<void> {
      if (this.unlock) return super.startTransaction(level);
      this.unlock = await mutex.acquire(lockTimeoutMs);
      try {
        await super.startTransaction(level);
      } catch (error) {
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
      unlock?.();
    }
  }

  const [connect, disconnect] = [driver.connect.bind(driver), driver.disconnect.bind(driver)] as (() => Promise<void>)[];
  driver.connect = async () => {
    await connect?.();
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
