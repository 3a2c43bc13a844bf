import { Body, Controller, Get, Headers, Put, Query } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { ChangeClientArchive } from '#application/provisioning/change-client-archive.use-case';
import { ReadClientArchive } from '#application/provisioning/read-client-archive.use-case';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { Answer } from '../server/answer';
import { ifMatch } from '../server/document-etag';
import { CurrentScope } from '../validation/parameters';
import { ArchiveAnswer, ArchiveBody, ArchivePlanAnswer, ArchiveQuery, ChangeArchiveQuery } from './archive.dto';

/** Problems name places by the words of the archive file. */
const NAMES = { content: 'content', deadline: 'deadline', files: 'files', link: 'link', value: 'value', values: 'values' };
const EXAMPLE = { boxTypes: [{ name: 'Caixa Arquivo' }, { name: 'Container' }, { name: 'Pasta Suspensa' }] };
const etagOf = (version: string) => `"${version}"`;

@ApiTags('Archive')
@Controller('api/Acervo')
export class ArchiveController {
  constructor(
    private readonly readArchive: ReadClientArchive,
    private readonly changeArchive: ChangeClientArchive,
  ) {}

  @Operation({
    number: null,
    summary: "A client's archive file",
    description:
      'How the client is organised, in the words of the archive file of the command line (`docs/archive.schema.json`), with every id: levels with their fields, ' +
      'lists without rows, workflows without the PDFs of their models, box types, its units; contracts with their services for who has `billing:view` there, ' +
      'profiles and users for who has `user:manage` for the whole client. ' +
      'Boxes and webhooks have operations of their own. `ETag` names the version, for `PUT`.',
    permission: 'archive:manage',
    reach: 'whole client',
    query: ArchiveQuery,
    answer: { status: 200, description: 'The archive file.', type: ArchiveAnswer },
    headers: { ETag: 'Version of what may be changed.' },
  })
  @Get(':idCliente')
  async read(@CurrentScope() scope: Scope): Promise<Answer> {
    const { definition, version } = await this.readArchive.execute(scope);
    return new Answer(definition, { headers: { ETag: etagOf(version) } });
  }

  @Operation({
    number: null,
    summary: 'Change a client by its archive file',
    description:
      'Sections that are sent are complete: what they do not name is removed, which needs `remover`. Sections that are left out, also within the client, stay as ' +
      'they are. What has an `id` may be renamed. All or nothing; documents, rows and flows never lose what they need. Changed are levels, fields, lists, ' +
      'workflows, box types that the client has added, and profiles that it has added or alone uses (with `user:manage`, too); any other difference is refused by name, and so are expressions ' +
      '(`pattern`) that the client does not have; at most 1,000 profiles and 1,000 box types are taken. Nobody gives permissions that they do not hold for the whole client. With `If-Match` the change takes place ' +
      'only while the archive file is that version.',
    permission: 'archive:manage',
    reach: 'whole client',
    dryRun: 'own',
    names: NAMES,
    query: ChangeArchiveQuery,
    body: { type: ArchiveBody, bytes: 4 * 1024 * 1024, example: EXAMPLE },
    answer: { status: 200, description: 'What was changed, or with `simular` would be.', type: ArchivePlanAnswer },
    headers: { ETag: 'Version after the change.' },
    refusals: { codes: ['ARCHIVE_CHANGED', 'ARCHIVE_REMOVES'], input: ['DEFINITION'], rules: ['DEFINITION'] },
  })
  @ApiHeader({ name: 'If-Match', required: false, description: '`ETag` of the version that may be changed.' })
  @Put(':idCliente')
  async change(
    @CurrentScope() scope: Scope,
    @Query() { simular = false, remover = false }: ChangeArchiveQuery,
    @Body() body: ArchiveBody,
    @Headers('If-Match') condition: string | undefined,
  ): Promise<Answer> {
    const accepted = ifMatch(condition);
    const changed = await this.changeArchive.execute(scope, {
      value: ArchiveBody.toValue(body),
      dryRun: simular,
      allowRemove: remover,
      accepts: (version) => accepted(etagOf(version)),
    });
    return new Answer(ArchivePlanAnswer.from(changed), { headers: { ETag: etagOf(changed.version) } });
  }
}
