import { CreateDocument } from './create-document.use-case';
import { DocumentFiling } from './document-filing';
import { DeleteDocument } from './delete-document.use-case';
import { GetDocument } from './get-document.use-case';
import { FindDocuments } from './find-documents.use-case';
import { GroupedCreates } from './grouped-creates';
import { ListLinking } from './list-linking';
import { ListShareLinks } from './list-share-links.use-case';
import { RestoreDocument } from './restore-document.use-case';
import { RevokeShares } from './revoke-shares.use-case';
import { SearchDocuments } from './search-documents.use-case';
import { ShareFiles } from './share-files.use-case';
import { SharedDocuments } from './shared-documents';
import { TextSearch } from './text-search';
import { UpdateDocument } from './update-document.use-case';

export const documentUseCases = [
  CreateDocument,
  DeleteDocument,
  DocumentFiling,
  GetDocument,
  FindDocuments,
  GroupedCreates,
  ListLinking,
  ListShareLinks,
  RestoreDocument,
  RevokeShares,
  SearchDocuments,
  ShareFiles,
  SharedDocuments,
  TextSearch,
  UpdateDocument,
];
