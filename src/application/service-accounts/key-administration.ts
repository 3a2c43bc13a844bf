import { Injectable } from '@nestjs/common';
import { newApiKey, digestOfKey } from '#application/auth/api-key-text';
import { ApiKeys, Users } from '#application/ports/users';
import { DAY_MS } from '#application/support/settings';
import { newId } from '#application/support/ids';
import { UserAdministration } from '#application/users/user-administration';
import { holds } from '#domain/access/grant-coverage';
import { isOfPrograms, type KeyPlace } from '#domain/access/key-terms';
import type { Scope } from '#domain/access/scope';
import { DomainError, refuseAll, unknownId, type FieldProblem } from '#domain/errors';
import type { ClientStructure } from '#domain/trees/client-structure';
import type { ApiKey } from '#domain/users/api-key';
import type { StoredUser } from '#domain/users/user';

/** What a key is made for. */
export interface NewKey extends Omit<KeyPlace, 'clientId'> {
  name: string;
  networks: readonly string[];
  lifeMs: number;
}

/** `text` is shown this once. */
export interface MadeKey {
  key: ApiKey;
  text: string;
}

export const LONGEST_LIFE_MS = 365 * DAY_MS;

/** Shared by all operations on keys. */
@Injectable()
export class KeyAdministration {
  constructor(
    private readonly keys: ApiKeys,
    private readonly users: Users,
    private readonly administration: UserAdministration,
  ) {}

  /** A service account that the caller may change; locked inside a transaction. */
  async account(scope: Scope, userId: string): Promise<StoredUser> {
    const { user } = await this.administration.administered(scope, userId);
    if (!user.service) throw new DomainError('USER_NOT_FOUND');
    return user;
  }

  /** An active person of the client. */
  async isResponsible(scope: Scope, clientId: string, userId: string): Promise<boolean> {
    const user = await this.users.find(scope, userId);
    return user !== null && user.clientId === clientId && !user.service && user.active;
  }

  /** Whoever makes a key knows it: it may do nothing that they may not do themselves, now or when its account is given more. */
  check(scope: Scope, { clientId }: StoredUser, { permissions, nodeId }: Pick<NewKey, 'permissions' | 'nodeId'>): void {
    const structure = scope.structureOf(clientId);
    if (!structure) throw new DomainError('NOT_PERMITTED');
    if (nodeId !== null) refuseLevel(scope, structure, nodeId);
    const problems = permissions.map((permission, index): FieldProblem | null => {
      const path = ['permissions', index];
      if (!isOfPrograms(permission)) return { path, code: 'SERVICE_NEVER_MANAGES' };
      const isHeld = structure.units.every(({ id: unitId }) =>
        holds(scope.actor.grants, { clientId, unitId, nodeId, permissions: [permission] }, structure),
      );
      return isHeld ? null : { path, code: 'BEYOND_OWN' };
    });
    refuseAll(
      [],
      problems.filter((problem) => problem !== null),
    );
  }

  /** In a transaction. */
  async make(scope: Scope, { id: userId, clientId }: StoredUser, { lifeMs, ...terms }: NewKey): Promise<MadeKey> {
    const { text, prefix } = newApiKey();
    const id = newId();
    const key = { ...terms, lifeMs: Math.min(lifeMs, LONGEST_LIFE_MS), id, userId, clientId, prefix, createdBy: scope.actor.userId };
    await this.keys.add(scope, key, digestOfKey(text) as string);
    return { key: (await this.keys.find(scope, userId, id)) as ApiKey, text };
  }
}

/** As for any place: only who sees the whole client is told that it has no such level. */
function refuseLevel(scope: Scope, structure: ClientStructure, nodeId: string): void {
  const node = structure.node(nodeId);
  if (!node && scope.holdsTree(structure.clientId, null)) throw unknownId(['nodeId']);
  if (!node || !scope.reachesNode(structure.clientId, node.code)) throw new DomainError('NOT_PERMITTED');
}
