import type { AuditTrail } from '#application/ports/audit-trail';
import type { ObjectJournal } from '#application/ports/files';
import { NOTHING_PURGED, type Purge } from '#application/ports/retention';
import type { UnitOfWork } from '#application/ports/unit-of-work';
import type { Retention } from '#application/retention/retention';
import type { Settings } from '#application/support/settings';
import { Purger } from './purger';

it('a client whose purge fails keeps none of the others from theirs', async () => {
  const done: string[] = [];
  const problems: [string, unknown][] = [];
  const [first, later] = [new Error('too many rows'), new Error('a deadlock')];
  const store = {
    clients: async () => ['a', 'b', 'c', 'd'],
    documents: async (clientId: string) => {
      if (clientId === 'b') throw first;
      if (clientId === 'c') throw later;
      if (done.includes(clientId)) return null;
      done.push(clientId);
      return { purged: { ...NOTHING_PURGED, documents: 1 }, keys: [] };
    },
    flows: async () => null,
    forgetWords: async () => void done.push('words'),
    emptyLog: async () => void done.push('log'),
  } as unknown as Purge;
  const purger = new Purger(
    store,
    { condemn: async () => undefined } as unknown as ObjectJournal,
    { record: async () => undefined } as unknown as AuditTrail,
    { run: (work: () => Promise<unknown>) => work() } as unknown as UnitOfWork,
    { dueBefore: async () => new Date() } as Retention,
    { deletedRetentionDays: 0 } as Settings,
    { problem: (where, error) => void problems.push([where, error]) },
  );
  const purged: number[] = [];
  await expect(purger.purge(undefined, ({ documents }) => purged.push(documents))).rejects.toBe(first);
  expect([done, purged]).toEqual([
    ['a', 'd', 'words', 'log'],
    [1, 2],
  ]);
  expect(problems).toEqual([['purge of client b', first], ['purge of client c', later]]); // prettier-ignore
});
