import { DocumentPlaceQuery } from '../auth/place-query';
import { Guid } from '../validation/decorators';

export class DocumentQuery extends DocumentPlaceQuery {
  @Guid({ description: 'Document.', required: true })
  idDocumento!: string;
}
