import { ArchiveController } from './archive.controller';

export const archiveControllers = [ArchiveController];
