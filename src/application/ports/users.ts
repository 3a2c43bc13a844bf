import type { Scope } from '#domain/access/scope';
import type { Permission } from '#domain/access/permission';
import type { NewUser, StoredUser, UserProfile } from '#domain/users/user';

export interface Profile {
  id: string;
  name: string;
  permissions: readonly Permission[];
}

/** One grant of a user: a profile over a client, one of its units, or one of its levels with its subtree. */
export interface UserGrant {
  clientId: string;
  unitId: string | null;
  nodeId: string | null;
  profile: Profile;
}

/** What of a user can be changed; absent: stays. */
export type UserChange = Partial<
  Pick<
    UserProfile,
    | 'name'
    | 'email'
    | 'landline'
    | 'mobile'
    | 'managerId'
    | 'managerGroupId'
    | 'pageSize'
    | 'workScheduleId'
    | 'calendarId'
    | 'culture'
    | 'notifiedOfDue'
    | 'passwordMonths'
    | 'mustChangePassword'
    | 'inactiveFrom'
  >
>;

export interface UserFilter {
  /** Part of login or name, folded. */
  text?: string;
  active?: boolean;
}

/** Users created for the clients within the scope. */
export abstract class Users {
  /** False when the login is taken. */
  abstract add(scope: Scope, user: NewUser, grants: readonly UserGrant[]): Promise<boolean>;
  abstract find(scope: Scope, id: string): Promise<StoredUser | null>;
  /** As `find`; locks the user and its grants until the transaction ends. */
  abstract hold(scope: Scope, id: string): Promise<StoredUser | null>;
  /** Ordered by login; `page` counts from 1. */
  abstract page(scope: Scope, page: number, pageSize: number, filter?: UserFilter): Promise<StoredUser[]>;
  abstract count(scope: Scope, filter?: UserFilter): Promise<number>;
  /** Grants of a user within the scope, over any client. */
  abstract grantsOf(scope: Scope, userId: string): Promise<UserGrant[]>;
  /** Replaces the user's grants over the clients within the scope. */
  abstract replaceGrants(scope: Scope, userId: string, grants: readonly UserGrant[]): Promise<void>;
  /** Those of the scope's clients that would have no active administrator without this user. In a transaction: concurrent callers wait. */
  abstract administeredOnlyBy(scope: Scope, userId: string): Promise<string[]>;
  abstract change(scope: Scope, userId: string, change: UserChange): Promise<void>;
  abstract setActive(scope: Scope, userId: string, active: boolean): Promise<void>;
  /** Takes from the account whatever tells who it is, and its grants; in a transaction. Its login is free again. */
  abstract erase(scope: Scope, userId: string): Promise<void>;
  /** By name. */
  abstract allProfiles(): Promise<Profile[]>;
  abstract profiles(ids: readonly string[]): Promise<Profile[]>;
  abstract defaultProfile(clientId: string): Promise<Profile | null>;
}

/** Passwords; callers check that the actor is the user or an administrator of the user. */
export abstract class Passwords {
  /** The expiry rule for a new password; null: unknown user. */
  abstract monthsOf(userId: string): Promise<{ months: number | null } | null>;
  /** Hash of the current password; null: unknown user. */
  abstract hashOf(userId: string): Promise<string | null>;
  /** Also clears the obligation to change it, and unblocks the login. */
  abstract replace(userId: string, passwordHash: string, expiresAt: Date | null): Promise<void>;
}
