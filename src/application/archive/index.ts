import { ApplyArchive } from './apply-archive.use-case';
import { DiscardExtra } from './discard-extra.use-case';
import { ExportArchive } from './export-archive.use-case';
import { ImportTurn } from './import-turn';
import { ManageUsers } from './manage-users.use-case';
import { NoteRestoration } from '../bags/note-restoration.use-case';
import { ReadClient } from '../bags/read-client.use-case';
import { RestoreClient } from '../bags/restore-client.use-case';
import { Reindex } from './reindex.use-case';
import { VerifyFiles } from '../bags/verify-files.use-case';

export const archiveUseCases = [
  ApplyArchive,
  DiscardExtra,
  ExportArchive,
  ImportTurn,
  ManageUsers,
  NoteRestoration,
  ReadClient,
  Reindex,
  RestoreClient,
  VerifyFiles,
];
