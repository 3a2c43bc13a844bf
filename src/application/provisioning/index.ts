import { ArchiveChange } from './archive-change';
import { ChangeClientArchive } from './change-client-archive.use-case';
import { DiscardExtra } from './discard-extra.use-case';
import { ExportArchive } from './export-archive.use-case';
import { ImportTurn } from './import-turn';
import { ManageUsers } from './manage-users.use-case';
import { ReadClientArchive } from './read-client-archive.use-case';
import { Reindex } from './reindex.use-case';

export const provisioningUseCases = [
  ArchiveChange,
  ChangeClientArchive,
  DiscardExtra,
  ExportArchive,
  ImportTurn,
  ManageUsers,
  ReadClientArchive,
  Reindex,
];
