import { ApplyArchive } from './apply-archive.use-case';
import { DiscardExtra } from './discard-extra.use-case';
import { ExportArchive } from './export-archive.use-case';
import { ImportTurn } from './import-turn';
import { ManageUsers } from './manage-users.use-case';
import { NoteRestoration } from './note-restoration.use-case';
import { ReadClient } from './read-client.use-case';
import { RestoreClient } from './restore-client.use-case';
import { VerifyFiles } from './verify-files.use-case';

export const archiveUseCases = [
  ApplyArchive,
  DiscardExtra,
  ExportArchive,
  ImportTurn,
  ManageUsers,
  NoteRestoration,
  ReadClient,
  RestoreClient,
  VerifyFiles,
];
