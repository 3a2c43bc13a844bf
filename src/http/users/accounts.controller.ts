import { Body, Controller, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { UnlockUser } from '#application/users/unlock-user.use-case';
import { UpdateUser } from '#application/users/update-user.use-case';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { CurrentScope } from '../validation/parameters';
import { UpdateUserBody } from './update-user.dto';
import { UserPath } from './users.dto';

@ApiTags('User')
@Controller('api/Usuario')
export class AccountsController {
  constructor(
    private readonly updateUser: UpdateUser,
    private readonly unlockUser: UnlockUser,
  ) {}

  @Operation({
    number: null,
    summary: 'Change a user',
    description: 'What is named changes, all else stays; `null` takes a value away. Login, client and permissions are not changed here.',
    permission: 'user:manage',
    reach: 'anywhere',
    dryRun: 'unknown',
    names: { managerId: 'idChefe', inactiveFrom: 'dataAgendamentoInativacao' },
    query: UserPath,
    body: { type: UpdateUserBody, example: { nome: 'Maria da Silva Souza', registrosPorPagina: 100 } },
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    refusals: { codes: ['USER_NOT_FOUND'], input: ['UNKNOWN_ID'], rules: ['DATE_PAST', 'LAST_ADMINISTRATOR'] },
  })
  @Put(':IdUsuario')
  async update(@CurrentScope() scope: Scope, @Query() { IdUsuario }: UserPath, @Body() body: UpdateUserBody): Promise<string> {
    await this.updateUser.execute(scope, IdUsuario, UpdateUserBody.toInput(body));
    return 'Registro alterado com sucesso.';
  }

  @Operation({
    number: null,
    summary: 'Unlock the login of a user',
    description: 'After too many wrong passwords a login is blocked for a while; this ends the block.',
    permission: 'user:manage',
    reach: 'anywhere',
    dryRun: 'unknown',
    query: UserPath,
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    refusals: { codes: ['USER_NOT_FOUND'] },
  })
  @Post(':IdUsuario/Desbloquear')
  async unlock(@CurrentScope() scope: Scope, @Query() { IdUsuario }: UserPath): Promise<string> {
    await this.unlockUser.execute(scope, IdUsuario);
    return 'Usuário desbloqueado com sucesso.';
  }
}
