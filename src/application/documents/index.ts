import { CreateDocument } from './create-document.use-case';
import { DeleteDocument } from './delete-document.use-case';
import { FileAcceptance } from './file-acceptance';
import { ListLinking } from './list-linking';
import { ListShareLinks } from './list-share-links.use-case';
import { RevokeShares } from './revoke-shares.use-case';
import { SearchDocuments } from './search-documents.use-case';
import { ShareFiles } from './share-files.use-case';
import { SharedDocuments } from './shared-documents';

export const documentUseCases = [
  CreateDocument,
  DeleteDocument,
  FileAcceptance,
  ListLinking,
  ListShareLinks,
  RevokeShares,
  SearchDocuments,
  ShareFiles,
  SharedDocuments,
];
