import { Body, Controller, Get, Headers, Put, Query } from '@nestjs/common';
import { ApiHeader, ApiTags } from '@nestjs/swagger';
import { GetViews } from '#application/users/get-views.use-case';
import { ReplaceViews } from '#application/users/replace-views.use-case';
import type { Actor } from '#domain/access/actor';
import { Operation } from '../openapi/operation';
import { Answer } from '../server/answer';
import { ifMatch } from '../server/document-etag';
import { CurrentUser } from '../validation/parameters';
import { ViewAnswer, ViewBody, ViewsPath } from './views.dto';

const etagOf = (version: number) => `"${version}"`;
const EXAMPLE = [{ nome: 'Notas de agosto', consulta: 'ordem=-cadastro' }];

@ApiTags('User')
@Controller('api/Usuario')
export class ViewsController {
  constructor(
    private readonly getViews: GetViews,
    private readonly replaceViews: ReplaceViews,
  ) {}

  @Operation({
    number: null,
    summary: "A user's saved views",
    description:
      'Searches of documents under names, as the console shows them on every device. Everybody sees and changes the own ones alone.',
    permission: 'own',
    reach: 'nothing',
    query: ViewsPath,
    answer: { status: 200, description: 'The views.', type: [ViewAnswer] },
    headers: { ETag: 'Version of the views.' },
    refusals: { codes: ['USER_NOT_FOUND'] },
  })
  @Get(':IdUsuario/Visoes')
  async get(@CurrentUser() actor: Actor, @Query() { IdUsuario }: ViewsPath): Promise<Answer> {
    const { version, views } = await this.getViews.execute(actor, IdUsuario);
    return new Answer(
      views.map((view) => ViewAnswer.from(view)),
      { headers: { ETag: etagOf(version) } },
    );
  }

  @Operation({
    number: null,
    summary: "Replace a user's saved views",
    description:
      'All of them, at most 100, in this order. With `If-Match` only while they are that version: read them again after 412, and send them with your own change.',
    permission: 'own',
    reach: 'nothing',
    dryRun: 'unknown',
    names: { name: 'nome' },
    query: ViewsPath,
    body: { type: ViewBody, isArray: true, example: EXAMPLE },
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    headers: { ETag: 'Version of the views from now on.' },
    refusals: { codes: ['USER_NOT_FOUND', 'VIEWS_CHANGED', 'VIEWS_FULL'], input: ['REPEATED'] },
  })
  @ApiHeader({ name: 'If-Match', required: false, description: '`ETag` of the version that may be replaced.' })
  @Put(':IdUsuario/Visoes')
  async replace(
    @CurrentUser() actor: Actor,
    @Query() { IdUsuario }: ViewsPath,
    @Body() body: ViewBody[],
    @Headers('If-Match') condition: string | undefined,
  ): Promise<Answer> {
    const accepted = ifMatch(condition);
    const version = await this.replaceViews.execute(actor, IdUsuario, {
      views: body.map((view) => ViewBody.toView(view)),
      accepts: (current) => accepted(etagOf(current)),
    });
    return new Answer('Visões salvas com sucesso.', { headers: { ETag: etagOf(version) } });
  }
}
