import { DependencyDown, WriteConflict } from '#application/errors';
import { LONGEST_WRITE_MS, UnitOfWork } from '#application/ports/unit-of-work';
import type { InMemoryDatabase } from './in-memory-database';

/** The COMMIT that was sent and never answered, for the database to roll back or not. */
class Unanswered extends Error {}

export class InMemoryUnitOfWork extends UnitOfWork {
  /** What happens to the next COMMIT. */
  nextCommit: 'answered' | 'done but unanswered' | 'neither done nor answered' = 'answered';

  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async run<T>(work: () => Promise<T>, landed?: () => Promise<boolean>): Promise<T> {
    if (this.database.inTransaction) return work();
    const fate = this.nextCommit;
    this.nextCommit = 'answered';
    const begunAt = Date.now();
    const done: { result?: T } = {};
    try {
      await this.database.transaction(async () => {
        done.result = await work();
        if (Date.now() - begunAt > LONGEST_WRITE_MS) throw new DependencyDown('the transaction took too long');
        if (fate === 'neither done nor answered') throw new Unanswered();
      });
      if (fate === 'done but unanswered') throw new Unanswered();
    } catch (error) {
      if (!(error instanceof Unanswered) || !landed) throw error;
      if (!(await landed())) throw new WriteConflict('the transaction did not take place', { cause: error });
    }
    return done.result as T;
  }

  /** A consistent view: no concurrent writes. */
  snapshot<T>(work: () => Promise<T>): Promise<T> {
    return this.run(work);
  }
}
