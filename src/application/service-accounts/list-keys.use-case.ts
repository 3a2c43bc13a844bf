import { Injectable } from '@nestjs/common';
import { ApiKeys } from '#application/ports/users';
import type { Scope } from '#domain/access/scope';
import type { ApiKey } from '#domain/users/api-key';
import { KeyAdministration } from './key-administration';

/** `GET /api/ContaServico/{idConta}/Chaves`: to who may change the account, like the sessions of a user. */
@Injectable()
export class ListKeys {
  constructor(
    private readonly keys: ApiKeys,
    private readonly administration: KeyAdministration,
  ) {}

  async execute(scope: Scope, userId: string): Promise<ApiKey[]> {
    await this.administration.account(scope, userId);
    return this.keys.ofAccount(scope, userId);
  }
}
