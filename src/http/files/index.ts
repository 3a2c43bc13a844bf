import { FilesController } from './files.controller';
import { ReadingsController } from './readings.controller';
import { SharedFileController } from './shared-file.controller';

export const fileControllers = [FilesController, ReadingsController, SharedFileController];
