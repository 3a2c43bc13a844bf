import { DocumentController } from './document.controller';
import { DocumentsController } from './documents.controller';
import { FindDocumentsController } from './find-documents.controller';
import { ShareLinksController } from './share-links.controller';

export const documentControllers = [DocumentsController, DocumentController, FindDocumentsController, ShareLinksController];
