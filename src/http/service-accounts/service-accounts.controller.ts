import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateServiceAccount } from '#application/service-accounts/create-service-account.use-case';
import { ListUsers } from '#application/users/list-users.use-case';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { Answer } from '../server/answer';
import type { IdempotentRun } from '../server/idempotent-run';
import { Call, CurrentScope } from '../validation/parameters';
import { UsersQuery } from '../users/users.dto';
import { CREATE_ACCOUNT } from './examples';
import { AccountAnswer, AccountsAnswer, CreateAccountBody, CreatedAccountAnswer } from './service-accounts.dto';

@ApiTags('Service accounts')
@Controller('api/ContaServico')
export class ServiceAccountsController {
  constructor(
    private readonly createAccount: CreateServiceAccount,
    private readonly listUsers: ListUsers,
  ) {}

  @Operation({
    number: null,
    summary: 'Create a service account: a user that is a program',
    description:
      'It has no password: it calls with its keys. It may do nothing until it gets permissions, like any user by `PUT /api/Usuario/{IdUsuario}/Permissoes`, ' +
      'where it never gets `user:manage`. Status, sessions and erasure are those of users, too.',
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
    return { QtdContas: total, TotalPaginas: pages, Contas: users.map((user) => AccountAnswer.ofAccount(user)) };
  }
}
