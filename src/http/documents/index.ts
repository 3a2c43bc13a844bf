import { DocumentsController } from './documents.controller';
import { ShareLinksController } from './share-links.controller';

export const documentControllers = [DocumentsController, ShareLinksController];
