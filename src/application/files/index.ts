import { AddFiles } from './add-files.use-case';
import { AddressFile } from './address-file.use-case';
import { DeleteFile } from './delete-file.use-case';
import { FileAcceptance } from './file-acceptance';
import { UploadSessions } from './upload-sessions';
import { GetFile } from './get-file.use-case';
import { ListDocumentFiles } from './list-document-files.use-case';
import { OpenSharedFile } from './open-shared-file.use-case';
import { OwnedFiles } from './owned-files';
import { Purger } from './purger';
import { ReadableFiles } from './readable-files';
import { StagedKeys } from './staged-keys';
import { Sweeper } from './sweeper';

export const fileUseCases = [
  AddFiles,
  AddressFile,
  DeleteFile,
  FileAcceptance,
  UploadSessions,
  GetFile,
  ListDocumentFiles,
  OpenSharedFile,
  OwnedFiles,
  Purger,
  ReadableFiles,
  StagedKeys,
  Sweeper,
];
