import { DocumentPlaceQuery } from '../shared/place-query';
import { Guid } from '../shared/wire';

export class DocumentQuery extends DocumentPlaceQuery {
  @Guid({ description: 'Document.', required: true })
  idDocumento!: string;
}
