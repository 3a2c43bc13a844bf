import { Injectable } from '@nestjs/common';
import { SavedViews, type SavedViewList } from '#application/ports/users';
import type { Actor } from '#domain/access/actor';
import { DomainError } from '#domain/errors';

/** `GET /api/Usuario/{IdUsuario}/Visoes`: one's own. */
@Injectable()
export class GetViews {
  constructor(private readonly views: SavedViews) {}

  async execute(actor: Actor, userId: string): Promise<SavedViewList> {
    if (userId !== actor.userId) throw new DomainError('USER_NOT_FOUND');
    return this.views.of(userId);
  }
}
