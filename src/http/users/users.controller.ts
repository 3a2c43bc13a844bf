import { Body, Controller, Delete, Get, Patch, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ChangePassword } from '#application/users/change-password.use-case';
import { ChangeStatus } from '#application/users/change-status.use-case';
import { CreateUser } from '#application/users/create-user.use-case';
import { EraseUser } from '#application/users/erase-user.use-case';
import { GetUser } from '#application/users/get-user.use-case';
import { ListUsers } from '#application/users/list-users.use-case';
import { SetPermissions } from '#application/users/set-permissions.use-case';
import type { Actor } from '#domain/access/actor';
import type { Scope } from '#domain/access/scope';
import type { FieldProblem } from '#domain/errors';
import { Answer } from '../server/answer';
import { Operation } from '../openapi/operation';
import { Call, CurrentScope, CurrentUser, Unread } from '../validation/parameters';
import type { IdempotentRun } from '../server/idempotent-run';
import { readable } from '../validation/decorators';
import { CreateUserBody } from './create-user.dto';
import { CREATE_USER, GRANTS } from './examples';
import { GrantBody, PasswordBody, StatusBody, UserAnswer, UserPath, UsersAnswer, UsersQuery, UserWithGrantsAnswer } from './users.dto';

const CHANGED = 'Registro alterado com sucesso.';
const ONE = ':IdUsuario';

@ApiTags('User')
@Controller('api/Usuario')
export class UsersController {
  constructor(
    private readonly createUser: CreateUser,
    private readonly changePassword: ChangePassword,
    private readonly changeStatus: ChangeStatus,
    private readonly setPermissions: SetPermissions,
    private readonly listUsers: ListUsers,
    private readonly getUser: GetUser,
    private readonly eraseUser: EraseUser,
  ) {}

  @Operation({
    number: '9.1',
    version: 'V1',
    summary: 'Create a user',
    description:
      'Every value may travel as text, too, and "" is none. With `clienteMaster` 1 the user has the default profile of the client on its whole tree, with 0 nothing until ' +
      'permissions are set. Nobody gives more than what they hold themselves.',
    permission: 'user:manage',
    reach: 'anywhere',
    dryRun: 'rehearsed',
    repeatable: true,
    names: {
      password: 'senha',
      wholeClient: 'clienteMaster',
      managerId: 'idChefe',
      inactiveFrom: 'dataAgendamentoInativacao',
    },
    body: { type: CreateUserBody, joint: true, example: CREATE_USER },
    answer: {
      status: 201,
      description: 'The message with the id.',
      schema: { type: 'string' },
    },
    refusals: { input: ['UNKNOWN_ID'], rules: ['BEYOND_OWN', 'DATE_PAST', 'LOGIN_TAKEN', 'NO_DEFAULT_PROFILE', 'PASSWORD_WEAK'] },
  })
  @Post('AdicionarUsuario')
  async create(
    @CurrentScope() scope: Scope,
    @Body() body: CreateUserBody,
    @Call() call: IdempotentRun,
    @Unread() unread: readonly FieldProblem[],
  ): Promise<Answer> {
    if (unread.length > 0) await this.createUser.refuse(scope, CreateUserBody.toClaims(body), unread);
    return call.once(
      (id: string) => new Answer(`Usuário adicionado com sucesso. IdUsuario: ${id}`),
      (receipt) => this.createUser.execute(scope, CreateUserBody.toInput(body), receipt),
    );
  }

  @Operation({
    number: '9.2',
    version: 'V1',
    summary: "Change a user's password",
    description: "Everybody changes the own password, who administers users that of others. It ends that user's sessions.",
    permission: 'own',
    reach: 'nothing',
    dryRun: 'rehearsed',
    beforePasswordChange: true,
    names: { newPassword: 'novaSenha' },
    query: UserPath,
    body: { type: PasswordBody, joint: true, example: { novaSenha: 'Segredo@2027' } },
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    refusals: {
      codes: ['USER_NOT_FOUND', 'PASSWORD_CHANGE_REQUIRED'],
      rules: ['PASSWORD_WEAK', 'PASSWORD_SAME', 'SERVICE_WITHOUT_PASSWORD'],
    },
  })
  @Patch(`${ONE}/AlterarSenhaUsuario`)
  async password(
    @CurrentUser() actor: Actor,
    @Query() { IdUsuario }: UserPath,
    @Body() { novaSenha }: PasswordBody,
    @Unread() unread: readonly FieldProblem[],
  ): Promise<string> {
    if (unread.length > 0) this.changePassword.refuse(readable(novaSenha), unread);
    await this.changePassword.execute(actor, IdUsuario, novaSenha);
    return CHANGED;
  }

  @Operation({
    number: '9.3',
    version: 'V1',
    summary: "Change a user's status",
    description: 'A active, I inactive: its sessions end at once. A day that was set for the inactivation is forgotten.',
    permission: 'user:manage',
    reach: 'anywhere',
    dryRun: 'rehearsed',
    query: UserPath,
    body: { type: StatusBody, example: { novoStatus: 'I' } },
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    names: { status: 'novoStatus' },
    refusals: { codes: ['USER_NOT_FOUND'], rules: ['LAST_ADMINISTRATOR', 'BEYOND_OWN'] },
  })
  @Patch(`${ONE}/AlterarStatusUsuario`)
  async status(@CurrentScope() scope: Scope, @Query() { IdUsuario }: UserPath, @Body() { novoStatus }: StatusBody): Promise<string> {
    await this.changeStatus.execute(scope, IdUsuario, novoStatus === 'A');
    return CHANGED;
  }

  @Operation({
    number: null,
    summary: 'Set what a user may do: profile per client, unit and level',
    description:
      'Takes the place of what the user had. Nobody gives more than what they hold themselves. Effective with the next call of the user.',
    permission: 'user:manage',
    reach: 'anywhere',
    dryRun: 'unknown',
    names: { profileId: 'idPerfil' },
    query: UserPath,
    body: { type: GrantBody, isArray: true, example: GRANTS },
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    refusals: { codes: ['USER_NOT_FOUND'], input: ['UNKNOWN_ID'], rules: ['BEYOND_OWN'] },
  })
  @Put(`${ONE}/Permissoes`)
  async permissions(@CurrentScope() scope: Scope, @Query() { IdUsuario }: UserPath, @Body() grants: GrantBody[]): Promise<string> {
    await this.setPermissions.execute(scope, IdUsuario, GrantBody.toInputs(grants));
    return CHANGED;
  }

  @Operation({
    number: null,
    summary: 'Users of the clients within reach',
    description: 'In the order of their logins. Accounts of programs are in `GET /api/ContaServico`.',
    permission: 'user:manage',
    reach: 'anywhere',
    query: UsersQuery,
    answer: { status: 200, description: 'One page of users.', type: UsersAnswer },
  })
  @Get()
  async list(@CurrentScope() scope: Scope, @Query() query: UsersQuery): Promise<UsersAnswer> {
    const { Pagina = 1, TamanhoPagina } = query;
    const filter = { ...UsersQuery.filterOf(query), service: false };
    const { users, total, pages } = await this.listUsers.execute(scope, Pagina, TamanhoPagina, filter);
    return { QtdUsuarios: total, TotalPaginas: pages, Usuarios: users.map((user) => UserAnswer.from(user)) };
  }

  @Operation({
    number: null,
    summary: 'A user with its permissions',
    description: 'Of the clients within reach alone: the other permissions of the user are not shown.',
    permission: 'user:manage',
    reach: 'anywhere',
    query: UserPath,
    answer: { status: 200, description: 'The user.', type: UserWithGrantsAnswer },
    refusals: { codes: ['USER_NOT_FOUND'] },
  })
  @Get(ONE)
  async get(@CurrentScope() scope: Scope, @Query() { IdUsuario }: UserPath): Promise<UserWithGrantsAnswer> {
    return UserWithGrantsAnswer.of(await this.getUser.execute(scope, IdUsuario));
  }

  @Operation({
    number: null,
    summary: 'Erase a user: name, login, e-mail and everything else that tells who it is',
    description:
      'Cannot be undone. Sessions end at once, permissions and saved views are gone, the login is free again. What the user did stays, under an anonymous name. ' +
      'Where the audit trail shall not tell either which events were of one user, an operator erases their author.',
    permission: 'user:manage',
    reach: 'anywhere',
    dryRun: 'unknown',
    query: UserPath,
    names: { userId: 'IdUsuario' },
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    refusals: { codes: ['USER_NOT_FOUND'], rules: ['LAST_ADMINISTRATOR'] },
  })
  @Delete(ONE)
  async erase(@CurrentScope() scope: Scope, @Query() { IdUsuario }: UserPath): Promise<string> {
    await this.eraseUser.execute(scope, IdUsuario);
    return 'Usuário anonimizado com sucesso.';
  }
}
