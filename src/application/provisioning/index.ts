import { ApplyArchive } from './apply-archive.use-case';
import { ArchiveChange } from './archive-change';
import { ChangeClientArchive } from './change-client-archive.use-case';
import { DiscardExtra } from './discard-extra.use-case';
import { ExportArchive } from './export-archive.use-case';
import { ImportTurn } from './import-turn';
import { ManageUsers } from './manage-users.use-case';
import { NoteRestoration } from '../portable-archive/note-restoration.use-case';
import { ReadClient } from '../portable-archive/read-client.use-case';
import { RestoreClient } from '../portable-archive/restore-client.use-case';
import { ReadClientArchive } from './read-client-archive.use-case';
import { Reindex } from './reindex.use-case';
import { VerifyFiles } from '../portable-archive/verify-files.use-case';

export const archiveUseCases = [
  ApplyArchive,
  ArchiveChange,
  ChangeClientArchive,
  DiscardExtra,
  ExportArchive,
  ImportTurn,
  ManageUsers,
  NoteRestoration,
  ReadClient,
  ReadClientArchive,
  Reindex,
  RestoreClient,
  VerifyFiles,
];
