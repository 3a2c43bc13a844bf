import type { INestApplicationContext } from '@nestjs/common';
import { ActAs } from '#application/auth/act-as.use-case';
import { Authenticate, type AccessClaim } from '#application/auth/authenticate.use-case';
import type { Actor, Origin } from '#domain/access/actor';
import { DomainError } from '#domain/errors';
import { t } from '#src/terminal/language';
import { UsageError } from '#src/terminal/usage-error';

/** A session is renewed so long before its end that no line is begun in one that ends meanwhile. */
const MARGIN_MS = 60_000;

/** The user in whose name a command works. Rights are asked for again for each thing that it does. */
export class ActAsSession {
  private constructor(
    private readonly app: INestApplicationContext,
    private readonly login: string,
    private readonly origin: Origin,
    private session: AccessClaim,
  ) {}

  static async of(app: INestApplicationContext, login: string, origin: Origin): Promise<ActAsSession> {
    const session = await app
      .get(ActAs)
      .execute(login, origin)
      .catch((error: unknown) => {
        throw error instanceof DomainError
          ? new UsageError(t(`there is no active user "${login}"`, `não há usuário ativo "${login}"`))
          : error;
      });
    return new ActAsSession(app, login, origin, session);
  }

  async actor(): Promise<Actor> {
    if (this.session.expiresAt.getTime() - Date.now() < MARGIN_MS)
      this.session = await this.app.get(ActAs).execute(this.login, this.origin);
    const actor = await this.app.get(Authenticate).execute(this.session, this.origin);
    if (actor.mustChangePassword) throw new DomainError('PASSWORD_CHANGE_REQUIRED');
    return actor;
  }

  async leave(): Promise<void> {
    const actor = await this.app
      .get(Authenticate)
      .execute(this.session, this.origin)
      .catch(() => null);
    if (actor) await this.app.get(ActAs).end(actor);
  }
}
