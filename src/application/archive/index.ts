import { ApplyArchive } from './apply-archive.use-case';
import { ExportArchive } from './export-archive.use-case';
import { ManageUsers } from './manage-users.use-case';
import { VerifyFiles } from './verify-files.use-case';

export const archiveUseCases = [ApplyArchive, ExportArchive, ManageUsers, VerifyFiles];
