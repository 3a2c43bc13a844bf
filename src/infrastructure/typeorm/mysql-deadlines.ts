import type { Duplex } from 'node:stream';
import { QueryFailedError, QueryResult, QueryRunnerAlreadyReleasedError, type DataSource, type QueryRunner } from 'typeorm';
import { busyWith } from '#domain/errors';
import { Deadlines } from '../dependencies/deadlines';
import { DependencyWatch } from '../dependencies/dependency-watch';
import { connectionLost } from './database-errors';

export interface DatabaseDeadlines {
  /** Maximum wait for a free pool connection. */
  waitMs: number;
  /** Maximum wait for an answer. The server aborts queries sooner. */
  statementMs: number;
}

interface Connection {
  stream: Duplex;
  on(event: 'error', listener: () => void): void;
  release(): void;
  query(sql: string, parameters: unknown[] | undefined, done: (error: Error | null, raw?: unknown) => void): void;
}

/** Arguments of TypeORM's runners: text, values, and whether a structured result is wanted. */
type Statement = [sql: string, parameters?: unknown[], structured?: boolean];

// TypeORM does not type what a subclass of its query runner needs.
/* eslint-disable @typescript-eslint/no-explicit-any */
type RunnerClass = new (driver: any, mode: string) => any;

/**
 * mysql2 waits without limit for a pool connection and for an answer. Here both have deadlines. A connection with an overdue answer is
 * closed, since the answer would be taken for that of the next statement; connections opened before the server stopped answering are closed
 * at their next use.
 */
export function keepMysqlDeadlines(dataSource: DataSource, { waitMs, statementMs }: DatabaseDeadlines): DependencyWatch {
  const driver = dataSource.driver as any;
  const Base = dataSource.createQueryRunner().constructor as RunnerClass;
  const openedAt = new WeakMap<Connection, number>();

  /** A connection opened after the last outage; the pool returns old ones first, then opens new ones. */
  const take = async (): Promise<Connection> => {
    for (;;) {
      const connection = await (driver.obtainMasterConnection() as Promise<Connection>).catch(asBusy);
      const known = openedAt.get(connection);
      if (known === undefined) {
        // Errors of idle connections are ignored; without a listener they would end the process.
        connection.on('error', () => undefined);
        openedAt.set(connection, performance.now());
      }
      if (known === undefined || known > watch.lostAt) return connection;
      connection.stream.destroy(overdue());
    }
  };

  const free = new Deadlines(waitMs);
  const answered = new Deadlines(statementMs);

  /** Calls the driver directly, without TypeORM's subscribers, loggers and slow-query checks, which are not used. */
  class PunctualQueryRunner extends Base {
    private taking: Promise<Connection> | undefined;
    free = free;

    connect(): Promise<Connection> {
      return (this.taking ??= this.inTime());
    }

    query(...statement: Statement): Promise<unknown> {
      return watch.run(() => this.ask(answered, statement));
    }

    async ask(deadlines: Deadlines, [sql, parameters, structured]: Statement): Promise<unknown> {
      if ((this as any).isReleased) throw new QueryRunnerAlreadyReleasedError();
      const connection = await this.connect();
      const answer = new Promise((resolve, reject) => {
        const wait = deadlines.begin(() => connection.stream.destroy(overdue()));
        const done = (error: Error | null, raw?: unknown) => {
          deadlines.end(wait);
          if (error) reject(error);
          else resolve(raw);
        };
        try {
          connection.query(sql, parameters, done);
        } catch (error) {
          done(error as Error);
        }
      });
      try {
        const raw = await answer;
        return structured ? resultOf(raw) : raw;
      } catch (error) {
        // Created here for a useful stack trace: the answer arrives outside the caller's stack.
        throw new QueryFailedError(sql, parameters, error as Error);
      }
    }

    private inTime(): Promise<Connection> {
      return new Promise((resolve, reject) => {
        let late = false;
        const wait = this.free.begin(() => {
          late = true;
          reject(busyWith('database'));
        });
        const came = (connection: Connection) => {
          this.free.end(wait);
          // The caller has given up.
          if (late) return connection.release();
          (this as any).databaseConnection = connection;
          resolve(connection);
        };
        take().then(came, (error: Error) => {
          this.free.end(wait);
          reject(error);
        });
      });
    }
  }

  const probe = async (withinMs: number) => {
    const runner = new PunctualQueryRunner(driver, 'master');
    runner.free = new Deadlines(Math.min(waitMs, withinMs / 4));
    try {
      await runner.ask(new Deadlines(withinMs), ['SELECT 1']);
    } finally {
      await (runner as unknown as QueryRunner).release();
    }
  };
  // A pool full of slow statements is no outage while any of them may still be answered.
  const watch = new DependencyWatch('the database', probe, connectionLost, { crowdMs: statementMs });
  driver.createQueryRunner = (mode: string): QueryRunner => new PunctualQueryRunner(driver, mode) as unknown as QueryRunner;
  return watch;
}

function resultOf(raw: unknown): QueryResult {
  const result = new QueryResult();
  result.raw = raw;
  if (Array.isArray(raw)) result.records = raw;
  else result.affected = (raw as { affectedRows?: number }).affectedRows;
  return result;
}

const overdue = () => Object.assign(new Error('the database did not answer in time'), { code: 'ETIMEDOUT' });

function asBusy(error: unknown): never {
  throw (error as Error).message === 'Queue limit reached.' ? busyWith('database', error) : error;
}
