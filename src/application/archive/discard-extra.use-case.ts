import { Injectable } from '@nestjs/common';
import { isObjectKey } from '#application/ids';
import { ObjectJournal } from '#application/ports/object-journal';
import { DAY_MS, Settings } from '#application/settings';

const BATCH = 500;

/**
 * Objects that no row names: what a bucket has more than a database that was restored to an earlier time. They are kept as
 * long as deleted files are, so that whoever chose the wrong database still finds them; then the sweeper removes them.
 */
@Injectable()
export class DiscardExtra {
  constructor(
    private readonly journal: ObjectJournal,
    private readonly settings: Settings,
  ) {}

  /** The number of discarded objects; foreign objects stay. */
  async execute(keys: readonly string[]): Promise<number> {
    const own = keys.filter(isObjectKey);
    for (let from = 0; from < own.length; from += BATCH) {
      await this.journal.condemn(own.slice(from, from + BATCH), this.settings.deletedRetentionDays * DAY_MS, 'extra object');
    }
    return own.length;
  }
}
