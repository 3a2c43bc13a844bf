import type { Duplex } from 'node:stream';
import type { DataSource, QueryRunner } from 'typeorm';
import { busyWith } from '#domain/errors';
import { DependencyWatch } from '../dependencies/dependency-watch';
import { connectionLost } from './database-errors';

export interface DatabaseDeadlines {
  /** For a free connection of the pool. */
  waitMs: number;
  /** For the answer to a statement. The server itself gives up questions sooner. */
  statementMs: number;
}

interface Connection {
  stream: Duplex;
  on(event: 'error', listener: () => void): void;
  release(): void;
  promise(): object;
}

// TypeORM does not type what a subclass of its query runner needs.
/* eslint-disable @typescript-eslint/no-explicit-any */
type RunnerClass = new (driver: any, mode: string) => any;

/**
 * mysql2 waits for ever: for a connection of its pool, and for the answer to a statement. Here both end in time. A connection
 * whose answer is overdue is closed, for the answer would be taken for that of the next statement; and whatever was opened
 * before the server fell silent is closed when it is wanted next.
 */
export function keepMysqlDeadlines(dataSource: DataSource, { waitMs, statementMs }: DatabaseDeadlines): DependencyWatch {
  const driver = dataSource.driver as any;
  const Base = dataSource.createQueryRunner().constructor as RunnerClass;
  const openedAt = new WeakMap<Connection, number>();

  /** One that was opened since; the pool gives old ones first and opens new ones after them. */
  const take = async (): Promise<Connection> => {
    for (;;) {
      const connection = await (driver.obtainMasterConnection() as Promise<Connection>).catch(asBusy);
      const known = openedAt.get(connection);
      if (known === undefined) {
        // What breaks while nobody waits for it concerns nobody, but an error that nobody hears ends the process.
        connection.on('error', () => undefined);
        // TypeORM asks for it with each statement, and mysql2 would load a module and wrap the connection each time.
        const promised = connection.promise();
        connection.promise = () => promised;
        openedAt.set(connection, performance.now());
      }
      if (known === undefined || known > watch.lostAt) return connection;
      connection.stream.destroy(overdue());
    }
  };

  class PunctualQueryRunner extends Base {
    private taking: Promise<Connection> | undefined;
    patienceMs = waitMs;

    connect(): Promise<Connection> {
      return (this.taking ??= this.inTime());
    }

    query(...args: unknown[]): Promise<unknown> {
      return watch.run(() => this.ask(statementMs, args));
    }

    async ask(withinMs: number, args: unknown[]): Promise<unknown> {
      const connection = await this.connect();
      const timer = setTimeout(() => connection.stream.destroy(overdue()), withinMs);
      try {
        return await super.query(...args);
      } finally {
        clearTimeout(timer);
      }
    }

    private async inTime(): Promise<Connection> {
      const taking = take();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => (timer = setTimeout(() => reject(busyWith('database')), this.patienceMs)));
      try {
        return ((this as any).databaseConnection = await Promise.race([taking, late]));
      } catch (error) {
        // It may still come: nobody waits for it any more.
        taking.then(
          (connection) => connection.release(),
          () => undefined,
        );
        throw error;
      } finally {
        clearTimeout(timer);
      }
    }
  }

  const probe = async (withinMs: number) => {
    const runner = new PunctualQueryRunner(driver, 'master');
    runner.patienceMs = Math.min(waitMs, withinMs / 4);
    try {
      await runner.ask(withinMs, ['SELECT 1']);
    } finally {
      await (runner as unknown as QueryRunner).release();
    }
  };
  // A pool full of slow statements is no silence while any of them may still be answered.
  const watch = new DependencyWatch('the database', probe, connectionLost, { crowdMs: statementMs });
  driver.createQueryRunner = (mode: string): QueryRunner => new PunctualQueryRunner(driver, mode) as unknown as QueryRunner;
  return watch;
}

const overdue = () => Object.assign(new Error('the database did not answer in time'), { code: 'ETIMEDOUT' });

function asBusy(error: unknown): never {
  throw (error as Error).message === 'Queue limit reached.' ? busyWith('database', error) : error;
}
