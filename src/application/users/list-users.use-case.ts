import { Injectable } from '@nestjs/common';
import { Users } from '#application/ports/users';
import type { Scope } from '#domain/access/scope';
import type { StoredUser } from '#domain/users/user';

/** `GET /api/Usuario`: the users created for the reachable clients. */
@Injectable()
export class ListUsers {
  constructor(private readonly users: Users) {}

  async execute(
    scope: Scope,
    page: number,
    pageSize = scope.actor.pageSize,
  ): Promise<{ users: StoredUser[]; total: number; pages: number }> {
    const [users, total] = await Promise.all([this.users.page(scope, page, pageSize), this.users.count(scope)]);
    return { users, total, pages: Math.max(1, Math.ceil(total / pageSize)) };
  }
}
