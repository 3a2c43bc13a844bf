import { Injectable } from '@nestjs/common';
import { ArchiveStore } from '#application/ports/provisioning';
import { Users, type Profile } from '#application/ports/users';
import type { Scope } from '#domain/access/scope';
import { isShown } from '../provisioning/client-archive';

/** `GET /api/Perfil`: the profiles of a client's archive file, by name. */
@Injectable()
export class ListProfiles {
  constructor(
    private readonly users: Users,
    private readonly store: ArchiveStore,
  ) {}

  async execute({ clientId }: Scope): Promise<Profile[]> {
    const [profiles, users, owners] = await Promise.all([
      this.users.allProfiles(),
      this.store.usersOf('profiles'),
      this.store.ownersOf('profiles'),
    ]);
    return profiles.filter(({ id }) => isShown('profiles', clientId, id, { users, owners }));
  }
}
