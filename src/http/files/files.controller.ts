import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { contentTypeOf } from '#libs/file-signature';
import { GetFile } from '#application/files/get-file.use-case';
import { ListDocumentFiles } from '#application/files/list-document-files.use-case';
import type { Scope } from '#domain/access/scope';
import type { EdgeRequest, EdgeResponse } from '../shared/edge-request';
import { Operation } from '../shared/operation';
import { Granted, Query } from '../shared/parameters';
import { DocumentFilesAnswer, DocumentFilesQuery, FileAnswer, FileQuery } from './files.dto';
import { documentFilesParts, fileParts, sendParts } from './json-with-files';
import { sendBytes } from './send-bytes';

@ApiTags('File')
@Controller('api/Arquivo')
export class FilesController {
  constructor(
    private readonly listDocumentFiles: ListDocumentFiles,
    private readonly getFile: GetFile,
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
  })
  @Get('Get')
  async list(@Granted() scope: Scope, @Query() { idDocumento }: DocumentFilesQuery, @Res() response: EdgeResponse): Promise<void> {
    await sendParts(response, documentFilesParts(await this.listDocumentFiles.execute(scope, idDocumento)));
  }

  @Operation({
    number: '2.5',
    version: 'V1',
    summary: 'Fetch a file of a client',
    description:
      'JSON with the bytes in Base64; or, when `Accept` prefers anything but JSON, the bytes themselves, with `ETag` (SHA-256), `Range` and `HEAD`.',
    permission: 'file:view',
    reach: 'place',
    query: FileQuery,
    answer: { status: 200, description: 'The file.', type: FileAnswer, bytes: true },
    refusals: [404, 416],
  })
  @Get(':idImagem/Cliente/:idCliente')
  async fetch(
    @Granted() scope: Scope,
    @Query() { idImagem }: FileQuery,
    @Req() request: EdgeRequest,
    @Res() response: EdgeResponse,
  ): Promise<void> {
    const readable = await this.getFile.execute(scope, idImagem);
    response.setHeader('Vary', 'Accept');
    if (prefersJson(request, readable.file.extension)) await sendParts(response, fileParts(readable));
    else await sendBytes(request, response, readable);
  }
}

/** The file itself is the other choice, under its own type or as plain bytes; where both are as welcome, as to most programs, JSON it is. */
function prefersJson(request: EdgeRequest, extension: string): boolean {
  const own = contentTypeOf(extension).split(';')[0] as string;
  return request.accepts(['application/json', own, 'application/octet-stream']) === 'application/json';
}
