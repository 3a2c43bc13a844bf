import { Injectable } from '@nestjs/common';
import { admits } from '#application/access/networks';
import { type AccessClaim, ApiKeys, type Caller, Sessions } from '#application/ports/users';
import { Diagnostics } from '#application/ports/unit-of-work';
import { Structures } from '#application/ports/structure';
import type { Actor, Grant, Origin } from '#domain/access/actor';
import { withinKey } from '#domain/access/key-terms';
import { DomainError } from '#domain/errors';

export type { AccessClaim } from '#application/ports/users';

/** A call with a key of a service account. */
export interface KeyClaim {
  keyHash: string;
}

export type CallClaim = AccessClaim | KeyClaim;

/** Finds who calls: the token is not expired, the session not ended, the user active; or the key is, and may be used from there. */
@Injectable()
export class Authenticate {
  constructor(
    private readonly sessions: Sessions,
    private readonly keys: ApiKeys,
    private readonly structures: Structures,
    private readonly diagnostics: Diagnostics,
  ) {}

  /** `agoMs`: how long ago a slow call arrived. Expiry is judged at that time; sessions ended and grants removed since then do count. */
  async execute(claim: CallClaim, origin: Origin, agoMs = 0): Promise<Actor> {
    const caller = 'keyHash' in claim ? await this.sessions.ofKey(claim.keyHash) : await this.sessions.user(claim, agoMs);
    if (!caller) throw new DomainError('TOKEN_INVALID');
    const { key, ...user } = caller;
    if (!key) return { ...user, origin };
    if (!admits(key.networks, origin.address)) throw new DomainError('TOKEN_INVALID');
    // A call that only reads must not fail, because this cannot be written.
    if (key.isUseDue) await this.keys.noteUse(key).catch((error: unknown) => this.diagnostics.problem('the use of a key', error));
    return { ...user, grants: await this.grantsOf(caller), origin };
  }

  /** Of the account and within the key, both as they are now. */
  private async grantsOf({ grants, key }: Caller): Promise<readonly Grant[]> {
    if (!key) return grants;
    const version = grants.find(({ clientId }) => clientId === key.clientId)?.structureVersion;
    const isAsked = key.nodeId !== null && version !== undefined;
    return withinKey(grants, key, isAsked ? await this.structures.load(key.clientId, version) : null);
  }
}
