import { Injectable } from '@nestjs/common';
import { isObjectKey } from '#application/support/ids';
import { ObjectJournal } from '#application/ports/files';
import { SERVICE_LOG } from '#domain/audit/audit-event';
import { DAY_MS, Settings } from '#application/support/settings';

const BATCH = 500;

/**
 * Condemns objects that no row names, as they exist in a bucket after the database was restored to an earlier time. They are kept as long
 * as deleted files, in case the wrong database was restored; then the sweeper removes them.
 */
@Injectable()
export class DiscardExtra {
  constructor(
    private readonly journal: ObjectJournal,
    private readonly settings: Settings,
  ) {}

  /** Answers the number of discarded objects; foreign objects are left alone. */
  async execute(keys: readonly string[]): Promise<number> {
    const own = keys.filter(isObjectKey);
    for (let from = 0; from < own.length; from += BATCH) {
      await this.journal.condemn(SERVICE_LOG, own.slice(from, from + BATCH), this.settings.deletedRetentionDays * DAY_MS, 'extra object');
    }
    return own.length;
  }
}
