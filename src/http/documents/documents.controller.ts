import { Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateDocument } from '#application/documents/create-document.use-case';
import { DeleteDocument } from '#application/documents/delete-document.use-case';
import { SearchDocuments } from '#application/documents/search-documents.use-case';
import type { Intake } from '#application/files/intake';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../shared/operation';
import { Body, Files, Granted, Query } from '../shared/parameters';
import { DocumentPlaceQuery } from '../shared/place-query';
import { CreateDocumentV1, createdV1 } from './create-document-v1.dto';
import { CreatedV2, CreateDocumentV2 } from './create-document-v2.dto';
import { CreatedV3, CreateDocumentV3 } from './create-document-v3.dto';
import { DocumentQuery } from './document-place.dto';
import { CREATE_V1, CREATE_V2, CREATE_V3 } from './examples';
import { SearchAnswer, SearchQuery } from './search-documents.dto';

const CREATE_RULES =
  'Properties may come in any order and case; files are streamed while they arrive. Indexer values follow the configuration of the level: ' +
  'a custom field by `label`, a list field by `nomeLista` and `label`. The key fields of a list find its row; a key that is not there adds a row where ' +
  'the list allows it. Everything is stored, or nothing.';

@ApiTags('Document')
@Controller('api')
export class DocumentsController {
  constructor(
    private readonly createDocument: CreateDocument,
    private readonly searchDocuments: SearchDocuments,
    private readonly deleteDocument: DeleteDocument,
  ) {}

  @Operation({
    number: '4.2',
    version: 'V1',
    summary: 'Create a document of a client',
    description: CREATE_RULES,
    permission: 'document:create',
    reach: 'place',
    query: DocumentPlaceQuery,
    body: { type: CreateDocumentV1, files: ['arquivos[*].arquivo'], example: CREATE_V1 },
    answer: {
      status: 201,
      description: 'Three texts: the message, the id, the code.',
      schema: { type: 'array', items: { type: 'string' }, minItems: 3, maxItems: 3 },
      example: ['Registro adicionado com sucesso.', 'IdDocumento: 4298ca74-82ac-4fc2-95b3-33c176ff4323', 'CodigoDocumento: 106609146'],
    },
    refusals: [413, 422],
  })
  @Post('Documento/Post')
  async createV1(
    @Granted() scope: Scope,
    @Query() place: DocumentPlaceQuery,
    @Body() body: CreateDocumentV1,
    @Files() files: () => Intake,
  ): Promise<string[]> {
    return createdV1(await this.createDocument.execute(scope, CreateDocumentV1.toInput(place, body, files())));
  }

  @Operation({
    number: '4.3',
    version: 'V2',
    summary: 'Create a document, with sharing',
    description: `${CREATE_RULES} The content of a file must be what its extension says.`,
    permission: 'document:create',
    reach: 'place',
    query: DocumentPlaceQuery,
    body: { type: CreateDocumentV2, files: ['Arquivos[*].Arquivo'], example: CREATE_V2 },
    answer: { status: 201, description: 'Ids of the document and its files; links of the shared ones.', type: CreatedV2 },
    refusals: [413, 422],
  })
  @Post('v2/Documento')
  async createV2(
    @Granted() scope: Scope,
    @Query() place: DocumentPlaceQuery,
    @Body() body: CreateDocumentV2,
    @Files() files: () => Intake,
  ): Promise<CreatedV2> {
    return CreatedV2.from(await this.createDocument.execute(scope, CreateDocumentV2.toInput(place, body, files())));
  }

  @Operation({
    number: '4.9',
    version: 'V3',
    summary: 'Create a document, with file link',
    description:
      `${CREATE_RULES} The content of a file must be what its extension says. A file given by \`linkArquivo\` is downloaded from a public ` +
      'http or https address, following at most 3 redirects.',
    permission: 'document:create',
    reach: 'place',
    query: DocumentPlaceQuery,
    body: { type: CreateDocumentV3, files: ['arquivos[*].arquivo'], example: CREATE_V3 },
    answer: { status: 201, description: 'Ids of the document and its files; links of the shared ones.', type: CreatedV3 },
    refusals: [413, 422],
  })
  @Post('v3/Documento')
  async createV3(
    @Granted() scope: Scope,
    @Query() place: DocumentPlaceQuery,
    @Body() body: CreateDocumentV3,
    @Files() files: () => Intake,
  ): Promise<CreatedV3> {
    return CreatedV3.from(await this.createDocument.execute(scope, CreateDocumentV3.toInput(place, body, files())));
  }

  @Operation({
    number: '4.4',
    version: 'V1',
    summary: 'Search documents of a client',
    description:
      'All conditions must hold. A value matches whole, ignoring case, accents and repeated blanks; numbers and amounts by value, dates by day, CPF and CNPJ ' +
      'by digits. Newest first; past the last page the list is empty.',
    permission: 'document:view',
    reach: 'place',
    query: SearchQuery,
    answer: { status: 200, description: 'One page of documents.', type: SearchAnswer },
  })
  @Get('Documento/Get')
  async search(@Granted() scope: Scope, @Query() query: SearchQuery): Promise<SearchAnswer> {
    return SearchAnswer.from(await this.searchDocuments.execute(scope, SearchQuery.toInput(query)), query.RemoverEspacos ?? false);
  }

  @Operation({
    number: '4.7',
    version: 'V1',
    summary: 'Delete a document of a client',
    description:
      'The document gets the status Excluído; its files and links are unreachable at once. The bytes are kept for a configurable time.',
    permission: 'document:delete',
    reach: 'place',
    query: DocumentQuery,
    answer: { status: 200, description: 'Done.', schema: { type: 'string' }, example: 'Documento excluído com sucesso!' },
  })
  @Delete('Documento/Delete')
  async remove(@Granted() scope: Scope, @Query() { idDocumento }: DocumentQuery): Promise<string> {
    await this.deleteDocument.execute(scope, idDocumento);
    return 'Documento excluído com sucesso!';
  }
}
