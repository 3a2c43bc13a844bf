import { NoteRestoration } from './note-restoration.use-case';
import { ReadClient } from './read-client.use-case';
import { RestoreClient } from './restore-client.use-case';
import { VerifyFiles } from './verify-files.use-case';

export const portableArchiveUseCases = [NoteRestoration, ReadClient, RestoreClient, VerifyFiles];
