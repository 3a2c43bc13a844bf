import type { Scope } from '#domain/access/scope';
import type { Permission } from '#domain/access/permission';
import type { NewUser, StoredUser } from '#domain/users/user';

export interface Profile {
  id: string;
  name: string;
  permissions: readonly Permission[];
}

/** One permission of a user as it is given: a profile over a client, one of its units, one of its levels and those under it. */
export interface UserGrant {
  clientId: string;
  unitId: string | null;
  nodeId: string | null;
  profile: Profile;
}

/** Users made for the clients within the scope. */
export abstract class Users {
  /** False when the login is taken. */
  abstract add(scope: Scope, user: NewUser, grants: readonly UserGrant[]): Promise<boolean>;
  abstract find(scope: Scope, id: string): Promise<StoredUser | null>;
  /** As `find`; locks the user and its grants until the transaction ends. */
  abstract hold(scope: Scope, id: string): Promise<StoredUser | null>;
  /** In the order of their logins; `page` counts from 1. */
  abstract page(scope: Scope, page: number, pageSize: number): Promise<StoredUser[]>;
  abstract count(scope: Scope): Promise<number>;
  /** Of a user within the scope, over any client. */
  abstract grantsOf(scope: Scope, userId: string): Promise<UserGrant[]>;
  /** Instead of those that the user has over the clients within the scope. */
  abstract replaceGrants(scope: Scope, userId: string, grants: readonly UserGrant[]): Promise<void>;
  /** Of the clients within the scope, those that nobody active would administer without this one, who is the actor or does so as a whole. In a transaction: who asks at the same time waits. */
  abstract administeredOnlyBy(scope: Scope, userId: string): Promise<string[]>;
  abstract setActive(scope: Scope, userId: string, active: boolean): Promise<void>;
  abstract profiles(ids: readonly string[]): Promise<Profile[]>;
  abstract defaultProfile(clientId: string): Promise<Profile | null>;
}

/** Passwords; callers check that it is the user or an administrator of the user. */
export abstract class Passwords {
  /** What the expiry of a new password is counted by; null: no such user. */
  abstract monthsOf(userId: string): Promise<{ months: number | null } | null>;
  /** Of the present one; null: no such user. */
  abstract hashOf(userId: string): Promise<string | null>;
  /** Also ends the need to change it, and unblocks the login. */
  abstract replace(userId: string, passwordHash: string, expiresAt: Date | null): Promise<void>;
}
