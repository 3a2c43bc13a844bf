import { sqliteArchive } from '../contracts/support/typeorm-archive';
import { newObjectKey } from '#application/support/ids';
import type { Settings } from '#application/support/settings';
import { SERVICE_LOG } from '#domain/audit/audit-event';
import { DiscardExtra } from '#application/provisioning/discard-extra.use-case';

describe('discarding unreferenced objects', () => {
  it('keeps foreign objects, and counts the rest', async () => {
    const { journal, databaseNow, close } = await sqliteArchive({ empty: true });
    const keys = [newObjectKey(), 'backups/somebody-else.tar', newObjectKey()];
    const discarded = await new DiscardExtra(journal, { deletedRetentionDays: 0 } as Settings).execute(keys);
    expect(discarded).toBe(2);
    expect(await journal.dueForDeletion(await databaseNow(), 10)).toEqual(new Map([[SERVICE_LOG, [keys[0], keys[2]].sort()]]));
    await close();
  });
});
