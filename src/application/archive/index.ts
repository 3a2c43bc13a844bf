import { ApplyArchive } from './apply-archive.use-case';
import { DiscardExtra } from './discard-extra.use-case';
import { ExportArchive } from './export-archive.use-case';
import { ManageUsers } from './manage-users.use-case';
import { VerifyFiles } from './verify-files.use-case';

export const archiveUseCases = [ApplyArchive, DiscardExtra, ExportArchive, ManageUsers, VerifyFiles];
