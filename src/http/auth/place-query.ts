import { Guid } from '../validation/decorators';

/** Query names of a place; operation 4.4 spells them with capitals. */
export interface PlaceQuery {
  idUnidade?: string;
  idCliente?: string;
  idArvoreOrganizacional?: string;
  IdUnidade?: string;
  IdCliente?: string;
  IdArvoreOrganizacional?: string;
}

/** Unit, client and level: the place of a document. */
export class DocumentPlaceQuery implements PlaceQuery {
  @Guid({ description: 'Service unit that serves the client.', required: true })
  idUnidade!: string;

  @Guid({ description: 'Client that owns the document.', required: true })
  idCliente!: string;

  @Guid({ description: 'Level of the organisational tree.', required: true })
  idArvoreOrganizacional!: string;
}
