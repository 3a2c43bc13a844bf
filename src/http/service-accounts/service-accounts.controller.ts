import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateServiceAccount } from '#application/service-accounts/create-service-account.use-case';
import { TakeOver } from '#application/service-accounts/take-over.use-case';
import { TimeZone } from '#application/support/time-zone';
import { ListUsers } from '#application/users/list-users.use-case';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { Answer } from '../server/answer';
import type { IdempotentRun } from '../server/idempotent-run';
import { Call, CurrentScope } from '../validation/parameters';
import { UsersQuery } from '../users/users.dto';
import { CREATE_ACCOUNT, TAKE_OVER } from './examples';
import {
  AccountAnswer,
  AccountPath,
  AccountsAnswer,
  CreateAccountBody,
  CreatedAccountAnswer,
  ResponsibleBody,
} from './service-accounts.dto';

@ApiTags('Service accounts')
@Controller('api/ContaServico')
export class ServiceAccountsController {
  constructor(
    private readonly createAccount: CreateServiceAccount,
    private readonly listUsers: ListUsers,
    private readonly takeOver: TakeOver,
    private readonly timeZone: TimeZone,
  ) {}

  @Operation({
    number: null,
    summary: 'Create a service account: a user that is a program',
    description:
      'It has no password: it calls with its keys. It may do nothing until it gets permissions, like any user by `PUT /api/Usuario/{IdUsuario}/Permissoes`, ' +
      'whose `user:manage` and `webhook:manage` never count for it. Status, sessions and erasure are those of users, too.',
    permission: 'user:manage',
    reach: 'client in body',
    dryRun: 'unknown',
    repeatable: true,
    names: { responsibleId: 'idResponsavel' },
    body: { type: CreateAccountBody, example: CREATE_ACCOUNT },
    answer: { status: 201, description: 'The account.', type: CreatedAccountAnswer },
    refusals: { input: ['UNKNOWN_ID'], rules: ['LOGIN_TAKEN'] },
  })
  @Post()
  create(@CurrentScope() scope: Scope, @Body() body: CreateAccountBody, @Call() call: IdempotentRun): Promise<Answer> {
    return call.once(
      (idConta: string) => new Answer({ idConta } satisfies CreatedAccountAnswer),
      (receipt) => this.createAccount.execute(scope, CreateAccountBody.toInput(body), receipt),
    );
  }

  @Operation({
    number: null,
    summary: 'Service accounts of the clients within reach',
    description: 'In the order of their logins. `GET /api/Usuario/{IdUsuario}` shows the permissions of one.',
    permission: 'user:manage',
    reach: 'anywhere',
    query: UsersQuery,
    answer: { status: 200, description: 'One page of accounts.', type: AccountsAnswer },
  })
  @Get()
  async list(@CurrentScope() scope: Scope, @Query() query: UsersQuery): Promise<AccountsAnswer> {
    const { Pagina = 1, TamanhoPagina } = query;
    const filter = { ...UsersQuery.filterOf(query), service: true };
    const { users, total, pages } = await this.listUsers.execute(scope, Pagina, TamanhoPagina, filter);
    return { QtdContas: total, TotalPaginas: pages, Contas: users.map((user) => AccountAnswer.ofAccount(user, this.timeZone)) };
  }

  @Operation({
    number: null,
    summary: 'Say who answers for a service account',
    description:
      'When a person is deactivated or erased, the accounts for which they answer have nobody (`idResponsavel` null) and end 90 days later (`dataInativacao`), unless somebody takes them over.',
    permission: 'user:manage',
    reach: 'anywhere',
    dryRun: 'unknown',
    names: { responsibleId: 'idResponsavel' },
    query: AccountPath,
    body: { type: ResponsibleBody, example: TAKE_OVER },
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    refusals: { codes: ['USER_NOT_FOUND'], input: ['UNKNOWN_ID'] },
  })
  @Put(':idConta/Responsavel')
  async responsible(@CurrentScope() scope: Scope, @Query() { idConta }: AccountPath, @Body() body: ResponsibleBody): Promise<string> {
    await this.takeOver.execute(scope, idConta, body.idResponsavel);
    return 'Registro alterado com sucesso.';
  }
}
