import { DEMO_ARCHIVE } from '#src/cli/demo/demo-archive';
import { InMemoryAccounts } from './in-memory-accounts';
import { InMemoryArchiveInstaller } from './in-memory-archive-installer';
import { InMemoryBoxes, InMemorySignatureOrigins } from './in-memory-boxes';
import { InMemoryDatabase } from './in-memory-database';
import { InMemoryDocumentSearch } from './in-memory-document-search';
import { InMemoryDocuments } from './in-memory-documents';
import { InMemoryListRows } from './in-memory-list-rows';
import { InMemoryObjectJournal } from './in-memory-object-journal';
import { InMemorySessions } from './in-memory-sessions';
import { InMemorySharedFiles, InMemoryShares } from './in-memory-shares';
import { InMemoryStructures } from './in-memory-structures';
import { InMemoryUnitOfWork } from './in-memory-unit-of-work';
import { PlainPasswords, SettableClock } from './small-fakes';

/** All database ports of one archive, in memory; with the demo archive's structure unless it is to be empty. */
export async function inMemoryArchive({ empty = false } = {}) {
  const [database, clock] = [new InMemoryDatabase(), new SettableClock()];
  const installer = new InMemoryArchiveInstaller(database, new PlainPasswords());
  if (!empty) await installer.install(DEMO_ARCHIVE);
  return {
    database,
    installer,
    unitOfWork: new InMemoryUnitOfWork(database),
    journal: new InMemoryObjectJournal(database),
    documents: new InMemoryDocuments(database),
    search: new InMemoryDocumentSearch(database),
    shares: new InMemoryShares(database),
    sharedFiles: new InMemorySharedFiles(database),
    listRows: new InMemoryListRows(database),
    boxes: new InMemoryBoxes(database),
    signatureOrigins: new InMemorySignatureOrigins(database),
    structures: new InMemoryStructures(database),
    accounts: new InMemoryAccounts(database, clock),
    sessions: new InMemorySessions(database),
    deactivate: (userId: string) =>
      database.write(({ accounts }) => {
        const account = accounts.get(userId);
        if (account) accounts.set(userId, { ...account, active: false });
      }),
    close: async () => undefined,
  };
}

export type InMemoryArchive = Awaited<ReturnType<typeof inMemoryArchive>>;
