import { FilesController } from './files.controller';
import { SharedFileController } from './shared-file.controller';

export const fileControllers = [FilesController, SharedFileController];
