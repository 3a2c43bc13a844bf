import { Controller, Delete, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { EndSession } from '#application/users/end-session.use-case';
import { ListSessions } from '#application/users/list-sessions.use-case';
import { TimeZone } from '#application/support/time-zone';
import type { Actor } from '#domain/access/actor';
import { Operation } from '../openapi/operation';
import { CurrentUser } from '../validation/parameters';
import { OpenSessionAnswer, SessionPath } from './sessions.dto';
import { UserPath } from './users.dto';

@ApiTags('User')
@Controller('api/Usuario')
export class SessionsController {
  constructor(
    private readonly listSessions: ListSessions,
    private readonly endSession: EndSession,
    private readonly timeZone: TimeZone,
  ) {}

  @Operation({
    number: null,
    summary: "A user's sessions",
    description: 'Those that go on, newest first: everybody sees the own ones, who administers users those of others.',
    permission: 'own',
    reach: 'nothing',
    query: UserPath,
    answer: { status: 200, description: 'The sessions.', type: [OpenSessionAnswer] },
    refusals: { codes: ['USER_NOT_FOUND'] },
  })
  @Get(':IdUsuario/Sessoes')
  async list(@CurrentUser() actor: Actor, @Query() { IdUsuario }: UserPath): Promise<OpenSessionAnswer[]> {
    const sessions = await this.listSessions.execute(actor, IdUsuario);
    return sessions.map((session) => OpenSessionAnswer.from(session, actor.sessionId, this.timeZone));
  }

  @Operation({
    number: null,
    summary: 'End a session of a user',
    description: 'Neither its token nor its renewal works any more. Everybody ends the own ones, who administers users those of others.',
    permission: 'own',
    reach: 'nothing',
    dryRun: 'unknown',
    query: SessionPath,
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    refusals: { codes: ['USER_NOT_FOUND', 'SESSION_NOT_FOUND'] },
  })
  @Delete(':IdUsuario/Sessoes/:idSessao')
  async end(@CurrentUser() actor: Actor, @Query() { IdUsuario, idSessao }: SessionPath): Promise<string> {
    await this.endSession.execute(actor, IdUsuario, idSessao);
    return 'Sessão encerrada com sucesso.';
  }
}
