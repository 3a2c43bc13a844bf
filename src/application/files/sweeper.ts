import { Injectable } from '@nestjs/common';
import { FileStorage, ObjectJournal } from '#application/ports/files';
import { Retention } from '#application/retention/retention';
import { Purger } from './purger';

const BATCH = 100;

export interface Swept {
  condemned: number;
  removed: number;
}

/** A live row references an object that is due for deletion: deletion stops until an operator has looked. */
export class SweepHalted extends Error {
  constructor(readonly keys: readonly string[]) {
    super(`objects due for deletion are still in use: ${keys.join(', ')}`);
    this.name = 'SweepHalted';
  }
}

/**
 * Removes the objects that are due in the journal. Condemning is a conditional update, committed before anything is
 * deleted, so it excludes a late claim and vice versa. Every step is idempotent and may run in several processes at once.
 */
@Injectable()
export class Sweeper {
  constructor(
    private readonly journal: ObjectJournal,
    private readonly storage: FileStorage,
    private readonly retention: Retention,
    private readonly purger: Purger,
  ) {}

  /** Stops between two steps when the signal fires; reports progress after each batch. */
  async sweep(signal?: AbortSignal, progress?: (swept: Swept) => void): Promise<Swept> {
    const swept: Swept = { condemned: 0, removed: 0 };
    const due = await this.retention.dueBefore();
    for (let count = BATCH; count === BATCH && !signal?.aborted; swept.condemned += count) {
      count = await this.journal.condemnAbandoned(due, BATCH);
    }
    while (!signal?.aborted) {
      const keys = await this.journal.dueForDeletion(due, BATCH);
      if (keys.size === 0) return swept;
      const inUse = await this.journal.referenced([...keys.values()].flat());
      if (inUse.size > 0) throw new SweepHalted([...inUse]);
      for (const [clientId, own] of keys) swept.removed += await this.remove(clientId, own, signal);
      progress?.(swept);
    }
    return swept;
  }

  private async remove(clientId: string, keys: readonly string[], signal?: AbortSignal): Promise<number> {
    const removed: string[] = [];
    for (const key of keys) {
      if (signal?.aborted) break;
      await this.storage.remove(key);
      removed.push(key);
    }
    if (removed.length > 0) await this.purger.forget(clientId, removed);
    return removed.length;
  }
}
