import { Body, Controller, Delete, Get, Post, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { contentTypeOf } from '#libs/file-signature';
import { AddFiles } from '#application/files/add-files.use-case';
import { DeleteFile } from '#application/files/delete-file.use-case';
import { GetFile } from '#application/files/get-file.use-case';
import { ListDocumentFiles } from '#application/files/list-document-files.use-case';
import type { UploadSession } from '#application/files/upload-session';
import type { Scope } from '#domain/access/scope';
import type { FieldProblem } from '#domain/errors';
import type { NewFile } from '#domain/files/document-file';
import type { HttpRequest, HttpResponse } from '../server/request-context';
import { Operation } from '../openapi/operation';
import type { Form } from '../upload/read-multipart';
import { Answer } from '../server/answer';
import { documentETag } from '../server/document-etag';
import { Call, CurrentScope, Files, Unread } from '../validation/parameters';
import type { IdempotentRun } from '../server/idempotent-run';
import { readable } from '../validation/decorators';
import {
  AddedFileAnswer,
  DocumentFileQuery,
  DocumentFilesAnswer,
  DocumentFilesQuery,
  FileAnswer,
  FileQuery,
  NewFileBody,
} from './files.dto';
import { ADD_FILES } from './examples';
import { documentFilesParts, fileParts, sendParts } from './json-with-files';
import { sendBytes } from './send-bytes';

const ADD_RULES =
  'At least one file; they come after those that the document has, and are streamed while they arrive. JSON, or `multipart/form-data`, whose parts are the ' +
  'files: the file name of a part gives name and extension, a text field `versao` the version of all.';

const FILES_BODY = {
  type: NewFileBody,
  joint: true,
  isArray: true,
  nonEmpty: true,
  files: ['[*].arquivo'],
  form: (form: Form) => NewFileBody.fromForm(form),
  example: ADD_FILES,
} as const;

@ApiTags('File')
@Controller('api/Arquivo')
export class FilesController {
  constructor(
    private readonly listDocumentFiles: ListDocumentFiles,
    private readonly getFile: GetFile,
    private readonly addFiles: AddFiles,
    private readonly deleteFile: DeleteFile,
  ) {}

  @Operation({
    number: '2.1',
    version: 'V1',
    summary: 'Fetch the files of a document',
    description: 'In the order in which they were sent, each with its bytes in Base64. The answer is streamed, whatever its size.',
    permission: 'file:view',
    reach: 'anywhere',
    query: DocumentFilesQuery,
    answer: { status: 200, description: 'The files.', type: DocumentFilesAnswer },
    headers: { ETag: 'Version of the document.' },
    refusals: { codes: ['DOCUMENT_UNKNOWN'] },
  })
  @Get('Get')
  async list(@CurrentScope() scope: Scope, @Query() { idDocumento }: DocumentFilesQuery, @Res() response: HttpResponse): Promise<void> {
    const { document, files } = await this.listDocumentFiles.execute(scope, idDocumento);
    response.setHeader('ETag', documentETag(document));
    await sendParts(response, documentFilesParts(files));
  }

  @Operation({
    number: '2.2',
    version: 'V1',
    summary: 'Add files to a document',
    description: `${ADD_RULES} A file whose bytes the document already holds, or that comes twice in the call, is refused; then none is stored.`,
    permission: 'file:add',
    reach: 'anywhere',
    dryRun: 'rehearsed',
    repeatable: true,
    query: DocumentFilesQuery,
    body: FILES_BODY,
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    refusals: { codes: ['DOCUMENT_UNKNOWN'], rules: ['FILE_REPEATED', 'CONTENT_DIFFERS'] },
  })
  @Post('Post')
  async add(
    @CurrentScope() scope: Scope,
    @Query() { idDocumento }: DocumentFilesQuery,
    @Body() body: NewFileBody[],
    @Files() files: UploadSession,
    @Call() call: IdempotentRun,
    @Unread() unread: readonly FieldProblem[],
  ): Promise<Answer> {
    const input = { documentId: readable(idDocumento), files: NewFileBody.toInputs(body), mayRepeat: false, upload: files, unread };
    return call.once(
      () => new Answer('Ok!'),
      (receipt) => this.addFiles.execute(scope, input, receipt),
    );
  }

  @Operation({
    number: '2.3',
    version: 'V1',
    summary: 'Add files to a document, returning the image ids',
    description: `${ADD_RULES} The same bytes again are allowed here.`,
    permission: 'file:add',
    reach: 'anywhere',
    dryRun: 'rehearsed',
    repeatable: true,
    query: DocumentFilesQuery,
    body: FILES_BODY,
    answer: { status: 200, description: 'The files, in the order in which they were sent.', type: [AddedFileAnswer] },
    refusals: { codes: ['DOCUMENT_UNKNOWN'], rules: ['CONTENT_DIFFERS'] },
  })
  @Post('Upload')
  async upload(
    @CurrentScope() scope: Scope,
    @Query() { idDocumento }: DocumentFilesQuery,
    @Body() body: NewFileBody[],
    @Files() files: UploadSession,
    @Call() call: IdempotentRun,
    @Unread() unread: readonly FieldProblem[],
  ): Promise<Answer> {
    const input = { documentId: readable(idDocumento), files: NewFileBody.toInputs(body), mayRepeat: true, upload: files, unread };
    return call.once(
      (added: readonly NewFile[]) => new Answer(added.map(({ id, name }): AddedFileAnswer => ({ idImagem: id, nomeImagem: name }))),
      (receipt) => this.addFiles.execute(scope, input, receipt),
    );
  }

  @Operation({
    number: '2.4',
    version: 'V1',
    summary: 'Delete a file of a document',
    description: 'The file and its link are unreachable at once. The bytes are kept for a configurable time.',
    permission: 'file:delete',
    reach: 'anywhere',
    dryRun: 'rehearsed',
    narrows: true,
    query: DocumentFileQuery,
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    refusals: { codes: ['DOCUMENT_UNKNOWN', 'FILE_UNKNOWN'] },
  })
  @Delete('Delete')
  async remove(@CurrentScope() scope: Scope, @Query() { idDocumento, idArquivo }: DocumentFileQuery): Promise<string> {
    await this.deleteFile.execute(scope, idDocumento, idArquivo);
    return 'Ok!';
  }

  @Operation({
    number: '2.5',
    version: 'V1',
    summary: 'Fetch a file of a client',
    description:
      'A file of a document; or of a flow, for users who may see flows. JSON with the bytes in Base64; or, when `Accept` prefers anything but JSON, the bytes themselves, with `ETag` (SHA-256), `Range` and `HEAD`.',
    permission: 'file:view',
    reach: 'place',
    query: FileQuery,
    answer: { status: 200, description: 'The file.', type: FileAnswer, bytes: true },
    refusals: { codes: ['FILE_NOT_FOUND'] },
  })
  @Get(':idImagem/Cliente/:idCliente')
  async fetch(
    @CurrentScope() scope: Scope,
    @Query() { idImagem }: FileQuery,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const readable = await this.getFile.execute(scope, idImagem);
    response.vary('Accept');
    if (prefersJson(request, readable.file.extension)) await sendParts(response, fileParts(readable));
    else await sendBytes(request, response, readable);
  }
}

/** The alternative is the file, under its own type or as `application/octet-stream`. With equal preference JSON is sent. */
function prefersJson(request: HttpRequest, extension: string): boolean {
  const own = contentTypeOf(extension).split(';')[0] as string;
  return request.accepts(['application/json', own, 'application/octet-stream']) === 'application/json';
}
