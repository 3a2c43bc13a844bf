import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  DataSource,
  type EntityManager,
  type EntityTarget,
  type FindManyOptions,
  type ObjectLiteral,
  type QueryDeepPartialEntity,
  type QueryResult,
  type QueryRunner,
} from 'typeorm';
import { DependencyDown, WriteConflict } from '#application/support/errors';
import type { NewChange } from '#application/ports/audit-trail';
import { LONGEST_WRITE_MS, UnitOfWork, type Rehearsed } from '#application/ports/unit-of-work';
import { failpoint } from '../support/failpoints';
import { batches } from './batches';
import { isCommitUnknown, isConflict, isUnavailable } from './database-errors';
import { allowSilence } from './session-limits';
import { READING } from './sqlite-driver';

const TRIES = 6;
const SNAPSHOT = 'REPEATABLE READ';
/** Where tests of crashes kill the process. */
const POINTS = {
  commit: { before: () => failpoint('before-commit'), after: () => failpoint('after-commit') },
  seal: { before: () => failpoint('before-seal-commit'), after: () => failpoint('after-seal-commit') },
};
type Step = keyof typeof POINTS;
const CONFIRM_WAITS_MS = [50, 200, 1000, 2000];

/** The COMMIT was sent, but no answer arrived, or the disk failed under it. */
class CommitUnknown extends Error {}

/** Rolls back what a dry run has done. */
class RehearsalOver extends Error {}

interface Rehearsal {
  changes: NewChange[];
  /** What it has begun and left running is no part of it. */
  isOver: boolean;
}

/** Where a call is: within a transaction, a dry run, or both. */
interface Place {
  runner?: QueryRunner;
  rehearsal?: Rehearsal | undefined;
}

/** MySQL answers a header, SQLite the number only. */
export const insertedCodeOf = (raw: unknown) =>
  Number(typeof raw === 'object' ? ((raw as { insertId?: number } | null)?.insertId ?? 0) : raw);

@Injectable()
export class TypeOrmUnitOfWork extends UnitOfWork implements OnApplicationShutdown {
  private readonly running = new AsyncLocalStorage<Place>();
  private readonly watchers = new WeakMap<QueryRunner, ((isKnown: boolean) => void)[]>();

  /** Has no connection of its own: each of its statements takes one. */
  private readonly single: QueryRunner;

  constructor(private readonly dataSource: DataSource) {
    super();
    this.single = dataSource.createQueryRunner();
    this.single.query = (async (sql: string, parameters?: unknown[], structured?: boolean) => {
      const result = await this.query(sql, parameters);
      return structured ? result : result.raw;
    }) as QueryRunner['query'];
  }

  /** An AsyncLocalStorage costs at each promise of the process as long as it is enabled; a later transaction would enable it again. */
  onApplicationShutdown(): void {
    this.running.disable();
  }

  /** The runner of the caller's transaction. */
  get current(): QueryRunner | undefined {
    return this.running.getStore()?.runner;
  }

  get isRehearsal(): boolean {
    return this.rehearsal !== undefined;
  }

  private get rehearsal(): Rehearsal | undefined {
    const rehearsal = this.running.getStore()?.rehearsal;
    return rehearsal?.isOver ? undefined : rehearsal;
  }

  /** Keeps events of the caller's transaction for who asked for the dry run. */
  note(changes: readonly NewChange[]): void {
    this.rehearsal?.changes.push(...changes);
  }

  /**
   * For repositories and the query builder; the data source's own manager would bypass the transaction. Each statement belongs to the
   * caller's transaction or is one of its own.
   */
  get manager(): EntityManager {
    return (this.current ?? this.single).manager;
  }

  /** Locks found rows until the transaction ends, where the engine supports it; SQLite has one transaction at a time. */
  get locking(): Pick<FindManyOptions, 'lock'> {
    return this.dataSource.options.type === 'better-sqlite3' ? {} : { lock: { mode: 'pessimistic_write' } };
  }

  /** Calls back after the COMMIT of the caller's transaction; `isKnown` false: it got no answer. Not after a rollback. */
  afterCommit(tell: (isKnown: boolean) => void): void {
    if (!this.current) throw new Error('outside of a transaction');
    this.watchers.set(this.current, [...(this.watchers.get(this.current) ?? []), tell]);
  }

  /**
   * In the caller's transaction; otherwise in one of its own, which is retried after a conflict.
   * @param shard of Vitess, where a statement that reads is sent as it is
   */
  query(sql: string, parameters: unknown[] = [], shard?: string): Promise<QueryResult> {
    if (this.current) return this.sent(this.current, sql, parameters, shard);
    if (this.isRehearsal && !READING.test(sql)) return this.run(() => this.query(sql, parameters));
    return this.retrying(() => this.alone(sql, parameters, shard));
  }

  /** Inserts rows, some hundred per statement, without reading back; answers the code assigned to the last row. */
  async insert<Row extends ObjectLiteral>(into: EntityTarget<Row>, rows: readonly QueryDeepPartialEntity<Row>[]): Promise<number> {
    let raw: unknown;
    for (const batch of batches(rows)) {
      const insert = this.manager.createQueryBuilder().insert().into(into).values([...batch]).updateEntity(false); // prettier-ignore
      ({ raw } = await insert.execute());
    }
    return insertedCodeOf(raw);
  }

  /** @param step names the failpoints around the COMMIT */
  async run<T>(work: () => Promise<T>, didCommit?: () => Promise<boolean>, step: Step = 'commit'): Promise<T> {
    if (this.current) return work();
    const begunAt = Date.now();
    const inTime = () => {
      if (Date.now() - begunAt > LONGEST_WRITE_MS) throw new DependencyDown('the transaction took too long');
    };
    const { rehearsal } = this;
    const before = rehearsal?.changes.length;
    return this.retrying(async () => {
      const done: { result?: T } = {};
      try {
        const all = async () => {
          rehearsal?.changes.splice(before ?? 0);
          done.result = await work();
          inTime();
          if (rehearsal) throw new RehearsalOver();
        };
        await this.transaction(all, step);
      } catch (error) {
        if (error instanceof RehearsalOver) return done.result as T;
        // Not a failure: the rows may be stored and used by others (ADR 9).
        if (!(error instanceof CommitUnknown)) throw error;
        if (!didCommit) throw new DependencyDown('the outcome of a write is unknown', { cause: error });
        if (!(await this.confirmCommit(didCommit))) throw new WriteConflict('the transaction did not take place', { cause: error });
      }
      return done.result as T;
    });
  }

  async rehearse<T>(work: () => Promise<T>): Promise<Rehearsed<T>> {
    if (this.current) throw new Error('a dry run within a transaction');
    const rehearsal: Rehearsal = { changes: [], isOver: false };
    try {
      return { result: await this.running.run({ rehearsal }, work), changes: rehearsal.changes };
    } finally {
      rehearsal.isOver = true;
    }
  }

  async snapshot<T>(work: () => Promise<T>): Promise<T> {
    const done: { result?: T } = {};
    await this.transaction(async () => void (done.result = await work()), 'commit', SNAPSHOT);
    return done.result as T;
  }

  private async sent(runner: QueryRunner, sql: string, parameters: unknown[], shard?: string): Promise<QueryResult> {
    if (shard === undefined) return runner.query(sql, parameters, true);
    // All three at once: on the connection of a transaction no other statement comes between them.
    const [, answered, returned] = await Promise.allSettled([
      runner.query(`USE \`${shard}\``),
      runner.query(sql, parameters, true),
      runner.query(`USE \`${this.dataSource.driver.database}\``),
    ]);
    if (returned.status === 'rejected') await this.discard(runner);
    if (answered.status === 'rejected') throw answered.reason;
    return answered.value as QueryResult;
  }

  private async alone(sql: string, parameters: unknown[], shard?: string): Promise<QueryResult> {
    const runner = this.dataSource.createQueryRunner();
    try {
      return await this.sent(runner, sql, parameters, shard);
    } catch (error) {
      throw isUnavailable(error) ? new DependencyDown('the database', { cause: error }) : error;
    } finally {
      await runner.release();
    }
  }

  private async retrying<T>(attempt: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      try {
        return await attempt();
      } catch (error) {
        if (!isConflict(error)) throw error;
        if (tries === TRIES) throw new WriteConflict('too many conflicts with other writers', { cause: error });
        await pause(Math.random() * 20 * 2 ** tries);
      }
    }
  }

  private async transaction(work: () => Promise<void>, step: Step, level?: typeof SNAPSHOT): Promise<void> {
    const runner = this.dataSource.createQueryRunner();
    const special = this.dataSource.options.type === 'better-sqlite3' ? undefined : level;
    try {
      if (special) await allowSilence(runner);
      await runner.startTransaction(level);
      await this.running.run({ runner, rehearsal: this.rehearsal }, work);
      await this.commit(runner, step);
    } catch (error) {
      // Explicit on every error: after a lock timeout the server has rolled back one statement only.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => this.discard(runner));
      throw isUnavailable(error) ? new DependencyDown('the database', { cause: error }) : error;
    } finally {
      if (special) await this.discard(runner);
      await runner.release().catch(() => undefined);
    }
  }

  /** A connection that cannot roll back must not be reused: its next transaction would commit the rest of this one. */
  private async discard(runner: QueryRunner): Promise<void> {
    const connection = (await runner.connect().catch(() => null)) as { destroy?(): void } | null;
    connection?.destroy?.();
  }

  private async commit(runner: QueryRunner, step: Step): Promise<void> {
    POINTS[step].before();
    const tell = (isKnown: boolean) => this.watchers.get(runner)?.forEach((watcher) => watcher(isKnown));
    try {
      await runner.commitTransaction();
      tell(true);
      POINTS[step].after();
    } catch (error) {
      if (!isCommitUnknown(error)) throw error;
      tell(false);
      throw new CommitUnknown('commit unanswered', { cause: error });
    }
  }

  private async confirmCommit(didCommit: () => Promise<boolean>): Promise<boolean> {
    let failure: unknown;
    for (const wait of CONFIRM_WAITS_MS) {
      await pause(wait);
      try {
        if (await didCommit()) return true;
        failure = undefined;
      } catch (error) {
        failure = error;
      }
    }
    if (failure) throw failure;
    return false;
  }
}
