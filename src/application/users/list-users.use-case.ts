import { Injectable } from '@nestjs/common';
import { Users, type UserFilter } from '#application/ports/users';
import type { Scope } from '#domain/access/scope';
import type { StoredUser } from '#domain/users/user';

/** `GET /api/Usuario`, `GET /api/ContaServico`: the users, or the service accounts, created for the reachable clients. */
@Injectable()
export class ListUsers {
  constructor(private readonly users: Users) {}

  async execute(
    scope: Scope,
    page: number,
    pageSize = scope.actor.pageSize,
    filter: UserFilter = {},
  ): Promise<{ users: StoredUser[]; total: number; pages: number }> {
    const [users, total] = await Promise.all([this.users.page(scope, page, pageSize, filter), this.users.count(scope, filter)]);
    return { users, total, pages: Math.max(1, Math.ceil(total / pageSize)) };
  }
}
