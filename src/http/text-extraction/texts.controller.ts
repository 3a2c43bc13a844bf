import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GetFileText } from '#application/text-extraction/get-file-text.use-case';
import { GetNote } from '#application/text-extraction/get-note.use-case';
import { GetPreview } from '#application/text-extraction/get-preview.use-case';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import type { HttpRequest, HttpResponse } from '../server/request-context';
import { CurrentScope } from '../validation/parameters';
import { FileQuery } from '../files/files.dto';
import { sendNote } from '../files/note-page';
import { FileTextAnswer, FileTextQuery, PreviewQuery } from './texts.dto';
import { sendBytes } from '../files/send-bytes';

const ASK_AGAIN_SECONDS = 2;

/** What is made of files: their text, and pictures of their first pages. */
@ApiTags('File')
@Controller('api/Arquivo')
export class ReadingsController {
  constructor(
    private readonly getFileText: GetFileText,
    private readonly getNote: GetNote,
    private readonly getPreview: GetPreview,
  ) {}

  @Operation({
    number: null,
    summary: 'Fetch the text of a file, page by page',
    description:
      'Of PDF files with text, of DOCX, XLSX, PPTX, ODT, ODS and ODP, of TXT, CSV, HTML, XML and EML; where the service is set to read files. It is read soon after the file is stored; `estado` says how far that is. Of pictures and scanned pages there is text where the archive file has it recognised at the level.',
    permission: 'file:view',
    reach: 'place',
    query: FileTextQuery,
    answer: { status: 200, description: 'The page and the state.', type: FileTextAnswer },
    refusals: { codes: ['FILE_NOT_FOUND'] },
  })
  @Get(':idImagem/Cliente/:idCliente/texto')
  async text(@CurrentScope() scope: Scope, @Query() { idImagem, pagina = 1 }: FileTextQuery): Promise<FileTextAnswer> {
    return FileTextAnswer.from(idImagem, pagina, await this.getFileText.execute(scope, idImagem, pagina));
  }

  @Operation({
    number: null,
    summary: 'Fetch a preview of a file',
    description:
      'A WebP picture of the first page of a PDF file or a picture; where the service is set to read files. 202 while it is being made: the large one when it is asked for first. 404 `SEM_MINIATURA` where there is none.',
    permission: 'file:view',
    reach: 'place',
    query: PreviewQuery,
    answer: { status: 200, description: 'The picture.', bytes: true },
    also: [{ status: 202, description: 'It is being made.', types: [], headers: { 'Retry-After': 'Seconds after which to ask again.' } }],
    refusals: { codes: ['FILE_NOT_FOUND', 'PREVIEW_NOT_FOUND'] },
  })
  @Get(':idImagem/Cliente/:idCliente/miniatura')
  async preview(
    @CurrentScope() scope: Scope,
    @Query() query: PreviewQuery,
    @Req() request: HttpRequest,
    @Res() response: HttpResponse,
  ): Promise<void> {
    const picture = await this.getPreview.execute(scope, query.idImagem, PreviewQuery.kindOf(query));
    if (!picture) {
      response.statusCode = 202;
      response.setHeader('Retry-After', String(ASK_AGAIN_SECONDS));
      return void response.end();
    }
    // Kept by the browser alone, and asked for anew each time: rights may have been withdrawn.
    response.setHeader('Cache-Control', 'private, no-cache');
    await sendBytes(request, response, picture);
  }

  @Operation({
    number: null,
    summary: 'Fetch an electronic invoice as a page',
    description:
      'The XML of an NF-e, NFC-e, CT-e, MDF-e, NFS-e or an event of one as an HTML page that people can read and print, in Portuguese: made by the ' +
      'service, without scripts and without ' +
      'anything from elsewhere. It checks neither the signature nor the state at the tax authority. 404 `NAO_E_NOTA` for other files; 422 ' +
      '`NOTA_ILEGIVEL` for XML that is not well formed, declares entities, is nested too deeply or too large (10 MiB).',
    permission: 'file:view',
    reach: 'place',
    query: FileQuery,
    answer: { status: 200, description: 'The page.', files: ['text/html'] },
    refusals: { codes: ['FILE_NOT_FOUND', 'NOTE_NOT_FOUND', 'NOTE_REFUSED'] },
  })
  @Get(':idImagem/Cliente/:idCliente/nota')
  async note(@CurrentScope() scope: Scope, @Query() { idImagem }: FileQuery, @Res() response: HttpResponse): Promise<void> {
    const note = await this.getNote.execute(scope, idImagem);
    response.setHeader('Cache-Control', 'private, no-cache');
    sendNote(response, note);
  }
}
