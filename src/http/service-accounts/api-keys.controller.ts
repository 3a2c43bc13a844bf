import { Body, Controller, Delete, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CreateKey } from '#application/service-accounts/create-key.use-case';
import { EndKey } from '#application/service-accounts/end-key.use-case';
import type { MadeKey } from '#application/service-accounts/key-administration';
import { ListKeys } from '#application/service-accounts/list-keys.use-case';
import { ReplaceKey } from '#application/service-accounts/replace-key.use-case';
import { TimeZone } from '#application/support/time-zone';
import type { Scope } from '#domain/access/scope';
import { Operation } from '../openapi/operation';
import { Answer } from '../server/answer';
import type { IdempotentRun } from '../server/idempotent-run';
import { Call, CurrentScope } from '../validation/parameters';
import { CREATE_KEY } from './examples';
import { AccountPath, ApiKeyAnswer, CreateKeyBody, KeyPath, MadeKeyAnswer, ReplaceKeyBody } from './service-accounts.dto';

const ALL = ':idConta/Chaves';
const ONE = `${ALL}/:idChave`;
const NAMES = { permissions: 'permissoes' };

@ApiTags('Service accounts')
@Controller('api/ContaServico')
export class ApiKeysController {
  constructor(
    private readonly createKey: CreateKey,
    private readonly listKeys: ListKeys,
    private readonly replaceKey: ReplaceKey,
    private readonly endKey: EndKey,
    private readonly timeZone: TimeZone,
  ) {}

  @Operation({
    number: null,
    summary: 'Create a key of a service account',
    description:
      '`Authorization: Bearer <key>` authenticates every operation; a program that only knows operation 1.1 logs in with the key as the password. A call may do what the account may ' +
      'and the key is for, both as they are then, in the client of the account. You make no key that may do more than you. The key is `acv_`, eight letters, `_`, 43 random letters and ' +
      'four that check them (CRC-32 of what stands before, modulo 62⁴, in base 62: digits, capitals, small letters), so that secret scanners find it.',
    permission: 'user:manage',
    reach: 'anywhere',
    dryRun: 'unknown',
    repeatable: true,
    names: NAMES,
    query: AccountPath,
    body: { type: CreateKeyBody, example: CREATE_KEY },
    answer: { status: 201, description: 'The key, which is shown this once.', type: MadeKeyAnswer },
    refusals: {
      codes: ['USER_NOT_FOUND'],
      input: ['FORMAT', 'NOT_AN_OPTION', 'REQUIRED', 'UNKNOWN_ID'],
      rules: ['BEYOND_OWN', 'SERVICE_NEVER_MANAGES'],
    },
  })
  @Post(ALL)
  create(
    @CurrentScope() scope: Scope,
    @Query() { idConta }: AccountPath,
    @Body() body: CreateKeyBody,
    @Call() call: IdempotentRun,
  ): Promise<Answer> {
    return call.once(
      (made: MadeKey) => new Answer(MadeKeyAnswer.of(made, this.timeZone)),
      (receipt) => this.createKey.execute(scope, idConta, CreateKeyBody.toInput(body), receipt),
    );
  }

  @Operation({
    number: null,
    summary: 'The keys of a service account',
    description: 'Newest first, with ended ones; without the keys themselves.',
    permission: 'user:manage',
    reach: 'anywhere',
    query: AccountPath,
    answer: { status: 200, description: 'The keys.', type: [ApiKeyAnswer] },
    refusals: { codes: ['USER_NOT_FOUND'] },
  })
  @Get(ALL)
  async list(@CurrentScope() scope: Scope, @Query() { idConta }: AccountPath): Promise<ApiKeyAnswer[]> {
    return (await this.listKeys.execute(scope, idConta)).map((key) => ApiKeyAnswer.from(key, this.timeZone));
  }

  @Operation({
    number: null,
    summary: 'End a key',
    description: 'The next call with it is refused, and so is that of a session that it opened.',
    permission: 'user:manage',
    reach: 'anywhere',
    dryRun: 'unknown',
    query: KeyPath,
    answer: { status: 200, description: 'Done.', schema: { type: 'string' } },
    refusals: { codes: ['USER_NOT_FOUND', 'API_KEY_NOT_FOUND'] },
  })
  @Delete(ONE)
  async end(@CurrentScope() scope: Scope, @Query() { idConta, idChave }: KeyPath): Promise<string> {
    await this.endKey.execute(scope, idConta, idChave);
    return 'Chave encerrada com sucesso.';
  }

  @Operation({
    number: null,
    summary: 'Replace a key by a new one',
    description:
      'The new one is for the same, and good for as many days. The old one goes on for some hours, so that the program can be given the new one meanwhile.',
    permission: 'user:manage',
    reach: 'anywhere',
    dryRun: 'unknown',
    repeatable: true,
    names: NAMES,
    query: KeyPath,
    body: { type: ReplaceKeyBody, optional: true, example: { sobreposicaoHoras: 48 } },
    answer: { status: 201, description: 'The new key, which is shown this once.', type: MadeKeyAnswer },
    refusals: { codes: ['USER_NOT_FOUND', 'API_KEY_NOT_FOUND'], input: ['UNKNOWN_ID'], rules: ['BEYOND_OWN', 'SERVICE_NEVER_MANAGES'] },
  })
  @Post(`${ONE}/trocar`)
  replace(
    @CurrentScope() scope: Scope,
    @Query() { idConta: userId, idChave: keyId }: KeyPath,
    @Body() body: ReplaceKeyBody,
    @Call() call: IdempotentRun,
  ): Promise<Answer> {
    const overlapHours = ReplaceKeyBody.hoursOf(body);
    return call.once(
      (made: MadeKey) => new Answer(MadeKeyAnswer.of(made, this.timeZone)),
      (receipt) => this.replaceKey.execute(scope, { userId, keyId, overlapHours }, receipt),
    );
  }
}
