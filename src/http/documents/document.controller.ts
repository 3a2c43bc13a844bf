import { Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { GetDocument } from '#application/documents/get-document.use-case';
import { RestoreDocument } from '#application/documents/restore-document.use-case';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { Answer } from '../server/answer';
import { documentETag } from '../server/document-etag';
import { CurrentScope } from '../validation/parameters';
import { DocumentAnswer } from './document.dto';
import { DocumentOfClientQuery } from './share-links.dto';

@ApiTags('Document')
@Controller('api/Documento')
export class DocumentController {
  constructor(
    private readonly getDocument: GetDocument,
    private readonly restoreDocument: RestoreDocument,
    private readonly timeZone: TimeZone,
  ) {}

  @Operation({
    number: null,
    summary: 'One document',
    description: 'Its place, its fields in their configured order, and its files without their bytes. `ETag` names its version, for 4.1.',
    permission: 'document:view',
    reach: 'place',
    query: DocumentOfClientQuery,
    answer: { status: 200, description: 'The document.', type: DocumentAnswer },
    headers: { ETag: 'Version of the document.' },
    refusals: { codes: ['DOCUMENT_NOT_FOUND'] },
  })
  @Get(':idDocumento/cliente/:idCliente')
  async get(@CurrentScope() scope: Scope, @Query() { idDocumento }: DocumentOfClientQuery): Promise<Answer> {
    const described = await this.getDocument.execute(scope, idDocumento);
    return new Answer(DocumentAnswer.from(described, this.timeZone), { headers: { ETag: documentETag(described.document) } });
  }

  @Operation({
    number: null,
    summary: 'Restore a deleted document',
    description:
      'Undoes 4.7 while the bytes are kept: fields, links to rows of lists, files. Share links stay removed, and so do former versions of signed files. A `chaveExterna` that another document has taken since is refused.',
    permission: 'document:delete',
    reach: 'place',
    dryRun: 'unknown',
    names: { externalKey: 'chaveExterna' },
    query: DocumentOfClientQuery,
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    headers: { ETag: 'Version of the document.' },
    refusals: { codes: ['DOCUMENT_NOT_FOUND', 'DOCUMENT_NOT_DELETED', 'BYTES_GONE'], rules: ['EXTERNAL_KEY_TAKEN'] },
  })
  @Post(':idDocumento/cliente/:idCliente/restaurar')
  async restore(@CurrentScope() scope: Scope, @Query() { idDocumento }: DocumentOfClientQuery): Promise<Answer> {
    const document = await this.restoreDocument.execute(scope, idDocumento);
    return new Answer('Documento restaurado com sucesso!', { headers: { ETag: documentETag(document) } });
  }
}
