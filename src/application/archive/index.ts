import { ApplyArchive } from './apply-archive.use-case';
import { DiscardExtra } from './discard-extra.use-case';
import { ExportArchive } from './export-archive.use-case';
import { ManageUsers } from './manage-users.use-case';
import { ReadClient } from './read-client.use-case';
import { RestoreClient } from './restore-client.use-case';
import { VerifyFiles } from './verify-files.use-case';

export const archiveUseCases = [ApplyArchive, DiscardExtra, ExportArchive, ManageUsers, ReadClient, RestoreClient, VerifyFiles];
