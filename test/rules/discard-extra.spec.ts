import { InMemoryDatabase } from '../fakes/in-memory-database';
import { InMemoryObjectJournal } from '../fakes/in-memory-object-journal';
import { newObjectKey } from '#application/ids';
import type { Settings } from '#application/settings';
import { DiscardExtra } from '#application/archive/discard-extra.use-case';

describe('discarding what no row names', () => {
  it('leaves alone what the service has not put there, and counts the rest', async () => {
    const database = new InMemoryDatabase();
    const journal = new InMemoryObjectJournal(database);
    const keys = [newObjectKey(), 'backups/somebody-else.tar', newObjectKey()];
    const discarded = await new DiscardExtra(journal, { deletedRetentionDays: 0 } as Settings).execute(keys);
    expect(discarded).toBe(2);
    expect((await journal.dueForDeletion(new Date(database.now()), 10)).sort()).toEqual([keys[0], keys[2]].sort());
  });
});
