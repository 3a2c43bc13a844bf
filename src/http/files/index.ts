import { FileAddressesController } from './file-addresses.controller';
import { FilesController } from './files.controller';
import { ReadingsController } from '../text-extraction/texts.controller';
import { SharedFileController } from './shared-file.controller';

export const fileControllers = [FilesController, FileAddressesController, ReadingsController, SharedFileController];
