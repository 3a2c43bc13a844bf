import { Body, Controller, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListShareLinks } from '#application/documents/list-share-links.use-case';
import { RevokeShares } from '#application/documents/revoke-shares.use-case';
import { ShareFiles } from '#application/documents/share-files.use-case';
import type { SharedDocument } from '#application/documents/shared-documents';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import type { FieldProblem } from '#domain/errors';
import { Operation } from '../openapi/operation';
import { Answer } from '../server/answer';
import { Call, CurrentScope, Unread } from '../validation/parameters';
import type { IdempotentRun } from '../server/idempotent-run';
import { readable } from '../validation/decorators';
import {
  deadlineNamed,
  filesNamed,
  ShareFilesBody,
  ShareFilesQuery,
  SharedDocumentAnswer,
  SharedFilesBody,
  SharedFilesQuery,
} from './share-links.dto';

const FILES_OF = 'Documento/:idDocumento/cliente/:idCliente';

@ApiTags('Document')
@Controller('api')
export class ShareLinksController {
  constructor(
    private readonly listShareLinks: ListShareLinks,
    private readonly shareFiles: ShareFiles,
    private readonly revokeShares: RevokeShares,
    private readonly timeZone: TimeZone,
  ) {}

  @Operation({
    number: '4.5',
    version: 'V2',
    summary: "Query share links of a document's files",
    description: 'A file that is not shared, or whose deadline has passed, has neither link nor deadline.',
    permission: 'document:view',
    reach: 'place',
    query: SharedFilesQuery,
    answer: { status: 200, description: 'The files and their links.', type: SharedDocumentAnswer },
    refusals: { codes: ['DOCUMENT_NOT_FOUND', 'FILE_UNKNOWN'] },
  })
  @Get(`${FILES_OF}/compartilhar-arquivos`)
  async list(@CurrentScope() scope: Scope, @Query() query: SharedFilesQuery): Promise<SharedDocumentAnswer> {
    const shared = await this.listShareLinks.execute(scope, query.idDocumento, [...new Set(query.idImagem)]);
    return SharedDocumentAnswer.from(shared, this.timeZone);
  }

  @Operation({
    number: '4.8',
    version: 'V2',
    summary: "Generate share links of a document's files",
    description:
      'Without a deadline the link works until it is removed. Sharing again keeps the link, and sets the deadline if the call names one. Unknown names are refused: without them more would be shared, and for longer.',
    permission: 'document:share',
    reach: 'place',
    dryRun: 'rehearsed',
    narrows: true,
    repeatable: true,
    query: ShareFilesQuery,
    body: { type: ShareFilesBody, joint: true, optional: true, example: { PrazoCompartilhamento: '31/12/2099' } },
    answer: { status: 200, description: 'The files and their links.', type: SharedDocumentAnswer },
    refusals: { codes: ['DOCUMENT_NOT_FOUND', 'FILE_UNKNOWN', 'DEADLINE_PAST', 'NO_FILES'] },
  })
  @Post(`${FILES_OF}/compartilhar-arquivos`)
  async share(
    @CurrentScope() scope: Scope,
    @Query() query: ShareFilesQuery,
    @Body() body: ShareFilesBody,
    @Call() call: IdempotentRun,
    @Unread() unread: readonly FieldProblem[],
  ): Promise<Answer> {
    const input = { documentId: readable(query.idDocumento), fileIds: filesNamed(query, body), unread };
    const expiresAt = deadlineNamed(query, body);
    return call.once(
      (shared: SharedDocument) => new Answer(SharedDocumentAnswer.from(shared, this.timeZone)),
      (receipt) => this.shareFiles.execute(scope, { ...input, expiresAt }, receipt),
    );
  }

  @Operation({
    number: '4.6',
    version: 'V2',
    summary: "Delete share links of a document's files",
    description:
      'From the answer on the link is dead everywhere. Unknown names are refused: without them more links would be removed. Where files lie in S3, an address handed out for a link shortly before lives out its at most 60 seconds.',
    permission: 'document:share',
    reach: 'place',
    dryRun: 'rehearsed',
    narrows: true,
    query: SharedFilesQuery,
    body: { type: SharedFilesBody, joint: true, optional: true, example: {} },
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    refusals: { codes: ['DOCUMENT_NOT_FOUND', 'FILE_UNKNOWN', 'NOTHING_SHARED'] },
  })
  @Patch([`${FILES_OF}/removercompartilhamento-arquivos`, `${FILES_OF}/compartilhar-arquivos`])
  async revoke(
    @CurrentScope() scope: Scope,
    @Query() query: SharedFilesQuery,
    @Body() body: SharedFilesBody,
    @Unread() unread: readonly FieldProblem[],
  ): Promise<string> {
    await this.revokeShares.execute(scope, { documentId: readable(query.idDocumento), fileIds: filesNamed(query, body), unread });
    return 'Compartilhamento removido com sucesso.';
  }
}
