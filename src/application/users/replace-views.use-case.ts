import { Injectable } from '@nestjs/common';
import { SavedViews } from '#application/ports/users';
import type { Actor } from '#domain/access/actor';
import { DomainError, refuseAll } from '#domain/errors';
import { fold } from '#domain/text';
import { MOST_VIEWS, type SavedView } from '#domain/users/saved-view';

export interface ReplaceViewsInput {
  views: readonly SavedView[];
  /** Whether the caller wants to replace this version. */
  accepts: (version: number) => boolean;
}

/** `PUT /api/Usuario/{IdUsuario}/Visoes`: one's own. They change nothing of the archive: no event tells of them. */
@Injectable()
export class ReplaceViews {
  constructor(private readonly saved: SavedViews) {}

  /** Answers the new version. */
  async execute(actor: Actor, userId: string, { views, accepts }: ReplaceViewsInput): Promise<number> {
    if (userId !== actor.userId) throw new DomainError('USER_NOT_FOUND');
    if (views.length > MOST_VIEWS) throw new DomainError('VIEWS_FULL', [], { max: MOST_VIEWS });
    const names = views.map(({ name }) => fold(name));
    const repeated = names.flatMap((name, index) => (names.indexOf(name) < index ? [index] : []));
    refuseAll(repeated.map((index) => ({ path: [index, 'name'], code: 'REPEATED' })));
    for (;;) {
      const { version } = await this.saved.of(userId);
      if (!accepts(version)) throw new DomainError('VIEWS_CHANGED');
      if (await this.saved.replace(userId, version, views)) return version + 1;
    }
  }
}
