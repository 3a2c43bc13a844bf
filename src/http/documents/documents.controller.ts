import { Body, Controller, Delete, Get, Headers, Post, Put, Query } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { CreateDocument, type CreatedDocument } from '#application/documents/create-document.use-case';
import type { DocumentPreview } from '#application/documents/document-preview';
import { DeleteDocument } from '#application/documents/delete-document.use-case';
import { SearchDocuments } from '#application/documents/search-documents.use-case';
import { UpdateDocument } from '#application/documents/update-document.use-case';
import type { UploadSession } from '#application/files/upload-session';
import type { FieldProblem } from '#domain/errors';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { Answer } from '../server/answer';
import { documentETag } from '../server/document-etag';
import { Call, CurrentScope, Files, Ignored, Unread } from '../validation/parameters';
import type { IdempotentRun } from '../server/idempotent-run';
import { CHANGING, FILING } from '../errors/refusal-codes';
import { CreateDocumentV1, createdV1 } from './create-document-v1.dto';
import { CreatedV2, CreateDocumentV2 } from './create-document-v2.dto';
import { CreatedV3, CreateDocumentV3 } from './create-document-v3.dto';
import { CreateQuery } from './create-query.dto';
import { DocumentQuery } from './document-place.dto';
import { CREATE_V1, CREATE_V2, CREATE_V3, UPDATE } from './examples';
import { PreviewAnswer } from './preview.dto';
import { SearchAnswer, SearchQuery } from './search-documents.dto';
import { FieldChange, UpdateQuery } from './update-document.dto';

const CREATE_RULES =
  'Properties may come in any order and case; files are streamed while they arrive. Indexer values follow the configuration of the level: ' +
  'a custom field by `label`, a list field by `nomeLista` and `label`. The key fields of a list find its row; a key that is not there adds a row where ' +
  'the list allows it. Where an automatic workflow names the level, the document starts a flow of it. Everything is stored, or nothing.';

const ALSO_200 =
  'With `simular`: what would happen. With `seExistir=retornar`: the ids of the document that has the `chaveExterna`, without links.';

const THREE_TEXTS = { type: 'array', items: { type: 'string' }, minItems: 3, maxItems: 3 };

const NAMES_V2 = {
  values: 'ValoresCampos',
  listName: 'NomeLista',
  label: 'Label',
  value: 'ValorCampo',
  boxCode: 'CodigoCaixa',
  externalKey: 'ChaveExterna',
  files: 'Arquivos',
  extension: 'Extensao',
};

/** An existing document is answered with 200. */
const answered =
  (shape: (created: CreatedDocument) => unknown) =>
  (created: CreatedDocument): Answer =>
    new Answer(shape(created), created.existed ? { status: 200 } : {});

/** With `simular`: the preview, or the existing document. */
const simulated = (
  shape: (created: CreatedDocument) => Answer,
  outcome: DocumentPreview | CreatedDocument,
  ignored: readonly string[],
): Answer => ('existed' in outcome ? shape(outcome) : PreviewAnswer.from(outcome, ignored));

@ApiTags('Document')
@Controller('api')
export class DocumentsController {
  constructor(
    private readonly createDocument: CreateDocument,
    private readonly updateDocument: UpdateDocument,
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
    dryRun: 'own',
    query: CreateQuery,
    repeatable: true,
    body: { type: CreateDocumentV1, joint: true, files: ['arquivos[*].arquivo'], example: CREATE_V1 },
    answer: {
      status: 201,
      description: 'Three texts: the message, the id, the code.',
      schema: THREE_TEXTS,
    },
    also: [
      {
        status: 200,
        description: `${ALSO_200} The latter as three texts, like the usual answer.`,
        types: [PreviewAnswer],
        schema: THREE_TEXTS,
      },
    ],
    refusals: FILING,
  })
  @Post('Documento/Post')
  async createV1(
    @CurrentScope() scope: Scope,
    @Query() place: CreateQuery,
    @Body() body: CreateDocumentV1,
    @Files() files: UploadSession,
    @Call() call: IdempotentRun,
    @Ignored() ignored: readonly string[],
    @Unread() unread: readonly FieldProblem[],
  ): Promise<Answer> {
    const input = CreateDocumentV1.toInput(place, body, files, unread);
    if (place.simular) return simulated(answered(createdV1), await this.createDocument.simulate(scope, input), ignored);
    return call.once(answered(createdV1), (receipt) => this.createDocument.execute(scope, input, receipt));
  }

  @Operation({
    number: '4.3',
    version: 'V2',
    summary: 'Create a document, with sharing',
    description: `${CREATE_RULES} The content of a file must be what its extension says.`,
    permission: 'document:create',
    reach: 'place',
    dryRun: 'own',
    query: CreateQuery,
    repeatable: true,
    names: NAMES_V2,
    body: { type: CreateDocumentV2, joint: true, files: ['Arquivos[*].Arquivo'], example: CREATE_V2 },
    answer: { status: 201, description: 'Ids of the document and its files; links of the shared ones.', type: CreatedV2 },
    also: [{ status: 200, description: ALSO_200, types: [PreviewAnswer, CreatedV2] }],
    refusals: FILING,
  })
  @Post('v2/Documento')
  async createV2(
    @CurrentScope() scope: Scope,
    @Query() place: CreateQuery,
    @Body() body: CreateDocumentV2,
    @Files() files: UploadSession,
    @Call() call: IdempotentRun,
    @Ignored() ignored: readonly string[],
    @Unread() unread: readonly FieldProblem[],
  ): Promise<Answer> {
    const input = CreateDocumentV2.toInput(place, body, files, unread);
    const shape = answered((created) => CreatedV2.from(created));
    if (place.simular) return simulated(shape, await this.createDocument.simulate(scope, input), ignored);
    return call.once(shape, (receipt) => this.createDocument.execute(scope, input, receipt));
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
    dryRun: 'own',
    query: CreateQuery,
    repeatable: true,
    body: { type: CreateDocumentV3, joint: true, files: ['arquivos[*].arquivo'], example: CREATE_V3 },
    answer: { status: 201, description: 'Ids of the document and its files; links of the shared ones.', type: CreatedV3 },
    also: [{ status: 200, description: ALSO_200, types: [PreviewAnswer, CreatedV3] }],
    refusals: { ...FILING, input: [...FILING.input, 'EXACTLY_ONE', 'AT_LEAST_ONE'], rules: [...FILING.rules, 'DOWNLOAD_FAILED'] },
  })
  @Post('v3/Documento')
  async createV3(
    @CurrentScope() scope: Scope,
    @Query() place: CreateQuery,
    @Body() body: CreateDocumentV3,
    @Files() files: UploadSession,
    @Call() call: IdempotentRun,
    @Ignored() ignored: readonly string[],
    @Unread() unread: readonly FieldProblem[],
  ): Promise<Answer> {
    const input = CreateDocumentV3.toInput(place, body, files, unread);
    const shape = answered((created) => CreatedV3.from(created));
    if (place.simular) return simulated(shape, await this.createDocument.simulate(scope, input), ignored);
    return call.once(shape, (receipt) => this.createDocument.execute(scope, input, receipt));
  }

  @Operation({
    number: '4.1',
    version: 'V1',
    summary: 'Change a document of a client',
    description:
      'Changes the named indexer fields and leaves the others; an empty value takes the old one away, unless the field is mandatory. A list is named by its key ' +
      'fields; where the list allows inclusion, its mandatory-import fields must be sent, too, and a key that is not there adds a row. A key that is not ' +
      'in a closed list changes nothing. With `If-Match` (the `ETag` of a search that found one document, of 2.1 or of the last change) the change takes ' +
      'place only while the document is still that version. The answer carries the new `ETag`.',
    permission: 'document:update',
    reach: 'place',
    dryRun: 'own',
    query: UpdateQuery,
    body: { type: FieldChange, joint: true, isArray: true, nonEmpty: true, example: UPDATE },
    names: { values: 'corpo', value: 'valor', label: 'campo' },
    answer: {
      status: 200,
      description: 'Done.',
      schema: { type: 'string' },
    },
    also: [{ status: 200, description: 'With `simular`: what would happen.', types: [PreviewAnswer] }],
    headers: { ETag: 'Version of the document after the change.' },
    refusals: CHANGING,
  })
  @ApiHeader({ name: 'If-Match', required: false, description: '`ETag` of the version that may be changed.' })
  @Put('Documento/Put')
  async update(
    @CurrentScope() scope: Scope,
    @Query() query: UpdateQuery,
    @Body() changes: FieldChange[],
    @Headers('If-Match') version: string | undefined,
    @Ignored() ignored: readonly string[],
    @Unread() unread: readonly FieldProblem[],
  ): Promise<Answer> {
    const input = FieldChange.toInput(query, changes, version, unread);
    if (query.simular) return PreviewAnswer.from(await this.updateDocument.simulate(scope, input), ignored);
    const document = await this.updateDocument.execute(scope, input);
    return new Answer('Registro alterado com sucesso.', { headers: { ETag: documentETag(document) } });
  }

  @Operation({
    number: '4.4',
    version: 'V1',
    summary: 'Search documents of a client',
    description:
      'All conditions must hold. A value matches whole, ignoring case, accents and repeated blanks; numbers and amounts by value, dates by day, CPF and CNPJ ' +
      'by digits. Newest first; past the last page the list is empty. When the page holds exactly one document, `ETag` names its version, for 4.1. Pages are counted from the newest document, so documents that ' +
      'come in while you walk move to the next page; with a `DataCadastroFinal` in the past each comes once.',
    permission: 'document:view',
    reach: 'place',
    query: SearchQuery,
    joint: true,
    names: { unitId: 'IdUnidade', nodeId: 'IdArvoreOrganizacional' },
    answer: { status: 200, description: 'One page of documents.', type: SearchAnswer },
    headers: { ETag: 'Version of the document, when the page holds exactly one.' },
    refusals: { input: ['BOX_UNKNOWN', 'FIELD_NOT_ON_LEVEL', 'ORDER', 'TOO_MANY_DECIMALS', 'TOO_MANY_DIGITS', 'UNKNOWN_ID'] },
  })
  @Get('Documento/Get')
  async search(@CurrentScope() scope: Scope, @Query() query: SearchQuery, @Unread() unread: readonly FieldProblem[]): Promise<Answer> {
    const page = await this.searchDocuments.execute(scope, SearchQuery.toInput(query, unread));
    const [only, ...others] = page.documents;
    return new Answer(SearchAnswer.from(page, query.RemoverEspacos ?? false), {
      ...(only && others.length === 0 && { headers: { ETag: documentETag(only.found) } }),
    });
  }

  @Operation({
    number: '4.7',
    version: 'V1',
    summary: 'Delete a document of a client',
    description:
      'The document must be stored at the level that the call names. It gets the status Excluído; its files and links are unreachable at once. The bytes are kept for a configurable time.',
    permission: 'document:delete',
    reach: 'place',
    dryRun: 'rehearsed',
    narrows: true,
    query: DocumentQuery,
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    refusals: { codes: ['DOCUMENT_UNKNOWN', 'DOCUMENT_ELSEWHERE'] },
  })
  @Delete('Documento/Delete')
  async remove(@CurrentScope() scope: Scope, @Query() { idArvoreOrganizacional, idDocumento }: DocumentQuery): Promise<string> {
    await this.deleteDocument.execute(scope, { nodeId: idArvoreOrganizacional, documentId: idDocumento });
    return 'Documento excluído com sucesso!';
  }
}
