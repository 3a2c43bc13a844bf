import type { Scope } from '#domain/access/scope';
import type { Permission } from '#domain/access/permission';
import type { NewUser, StoredUser, UserProfile } from '#domain/users/user';
import type { SessionUser } from '#domain/access/actor';
import type { KeyPlace } from '#domain/access/key-terms';
import type { ApiKey } from '#domain/users/api-key';
import type { SavedView } from '#domain/users/saved-view';

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
> & { responsibleId?: string; orphanedUntil?: null };

export interface UserFilter {
  /** Accounts of programs, or persons. */
  service?: boolean;
  /** Part of login or name, folded. */
  text?: string;
  active?: boolean;
}

/**
 * Users created for the clients within the scope.
 *
 * @example const user = await users.find(scope, userId);
 */
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
  /** Discards a planned inactivation, except that of a program for the loss of its person. */
  abstract setActive(scope: Scope, userId: string, active: boolean): Promise<void>;
  /** Takes from the account whatever tells who it is, and its grants; in a transaction. Its login is free again. */
  abstract erase(scope: Scope, userId: string): Promise<void>;
  /** Takes the person from the service accounts that they answer for, which end so much later unless they do earlier; answers their ids. */
  abstract orphan(scope: Scope, responsibleId: string, endsAt: Date): Promise<string[]>;
  /** By name. */
  abstract allProfiles(): Promise<Profile[]>;
  abstract profiles(ids: readonly string[]): Promise<Profile[]>;
  abstract defaultProfile(clientId: string): Promise<Profile | null>;
}

/**
 * Passwords; callers check that the actor is the user or an administrator of the user.
 *
 * @example await passwords.replace(userId, hash, expiresAt);
 */
export abstract class Passwords {
  /** The expiry rule for a new password, and whether it is an account that never has one; null: unknown user. */
  abstract monthsOf(userId: string): Promise<{ months: number | null; service: boolean } | null>;
  /** Hash of the current password; null: unknown user. */
  abstract hashOf(userId: string): Promise<string | null>;
  /** Also clears the obligation to change it, and unblocks the login. */
  abstract replace(userId: string, passwordHash: string, expiresAt: Date | null): Promise<void>;
}

export interface Account {
  userId: string;
  login: string;
  name: string;
  passwordHash: string;
  /** Has keys in the place of a password. */
  service: boolean;
  /** Now, by the database's clock. */
  active: boolean;
  homeClientId: string | null;
}

/**
 * Users for the purpose of logging in. All times are the database's.
 *
 * @example const account = await accounts.findByLogin(login);
 */
export abstract class Accounts {
  abstract findByLogin(login: string): Promise<Account | null>;
  /** Whether logins of this name are blocked after too many failures. */
  abstract isBlocked(login: string): Promise<boolean>;
  /** Counts another consecutive failure; from `limit` failures on the login is blocked for `blockMs`. */
  abstract countFailure(login: string, limit: number, blockMs: number): Promise<void>;
  abstract clearFailures(login: string): Promise<void>;
  /** Only if the verified hash is still the current one. */
  abstract replacePasswordHash(userId: string, verified: string, passwordHash: string): Promise<void>;
}

export interface NewSession {
  id: string;
  userId: string;
  /** Opening it ends all other sessions of the user; the next session ends it. */
  exclusive: boolean;
  lifetimeMinutes: number;
  /** The key that opens it, if any: the session has no more rights than the key, and ends with it. */
  keyId?: string;
}

export interface Session extends NewSession {
  expiresAt: Date;
  /** Number of rotations of the refresh token: only the token with this count is valid. */
  refreshCount: number;
  refreshExpiresAt: Date;
  openedAt: Date;
  /** Time of the last rotation. */
  rotatedAt: Date | null;
}

/** Lifetimes of tokens from now, and of the session from its opening, in milliseconds. */
export interface Lifetimes {
  accessMs: number;
  refreshMs: number;
  sessionMs: number;
}

export interface FoundSession extends Session {
  login: string;
  name: string;
  /** Time of the query. */
  foundAt: Date;
  /** Of the key that opened it. */
  keyEndsAt?: Date;
  /** From which it is used; none: from any. */
  networks: readonly string[];
}

/** A session as it is shown to people. */
export interface OpenSession extends Pick<Session, 'id' | 'exclusive' | 'openedAt'> {
  /** The last renewal, or the opening. */
  renewedAt: Date;
  /** Until then it can be renewed. */
  endsAt: Date;
}

/** The key of a call, or of its session. */
export interface CallersKey extends KeyPlace {
  id: string;
  networks: readonly string[];
  leftMs: number;
  /** Its last use was noted a while ago. */
  isUseDue: boolean;
}

/** Whoever calls, with all grants: `key` says what of them is left. */
export interface Caller extends SessionUser {
  key: CallersKey | null;
}

/** How long a replaced access token stays valid, for calls in flight. */
export const REPLACED_TOKEN_MS = 60_000;

/**
 * All times are the database's: the clocks of replicas differ and may jump.
 *
 * @example const user = await sessions.actor(actorId);
 */
export abstract class Sessions {
  /** Stores the session and ends those that it replaces; null when the user may not open one. */
  abstract open(session: NewSession, lifetimes: Lifetimes, verifiedHash: string): Promise<Session | null>;
  /** A session that has not ended, of an active user, with the user's names. */
  abstract find(sessionId: string): Promise<FoundSession | null>;
  /**
   * The user of a valid access token with all grants, in one query; null when the token is invalid or expired, the session or its key has
   * ended, or the user is inactive. `agoMs`: expiry during that time is ignored; sessions ended in that time are not.
   */
  abstract user(claim: AccessClaim, agoMs?: number): Promise<Caller | null>;
  /** The service account of a key, by the key's digest, in one query; null: there is no such key, it has ended, or the account is inactive. */
  abstract ofKey(keyHash: string): Promise<Caller | null>;
  /** The same of a user who is not calling, with whose rights the service works on its own; null: none, or inactive. */
  abstract actor(userId: string): Promise<SessionUser | null>;
  /** Moves on to the next refresh token if this one is still usable; null when another call did so first, or the session has ended. */
  abstract rotate(session: Session, lifetimes: Lifetimes): Promise<Session | null>;
  abstract end(sessionId: string): Promise<void>;
  /** Those that may still be used or renewed, the newest 500. */
  abstract ofUser(userId: string): Promise<OpenSession[]>;
  /** False: the user has no such session, or it has ended. */
  abstract endOf(userId: string, sessionId: string): Promise<boolean>;
  abstract endAll(userId: string): Promise<void>;
  /** Removes at most `limit` sessions that ended before then; answers the number. */
  abstract forgetOld(before: Date, limit: number): Promise<number>;
}

/**
 * Keys of service accounts within the scope. All times are the database's.
 *
 * @example const keys = await apiKeys.ofAccount(scope, userId);
 */
export abstract class ApiKeys {
  abstract add(scope: Scope, key: Omit<ApiKey, 'createdAt' | 'endsAt' | 'lastUsedAt'>, keyHash: string): Promise<void>;
  /** Newest first, ended ones too. */
  abstract ofAccount(scope: Scope, userId: string): Promise<ApiKey[]>;
  abstract find(scope: Scope, userId: string, keyId: string): Promise<ApiKey | null>;
  /** Ends it so much later, unless it ends before that; false: there is none, or it has ended. */
  abstract end(scope: Scope, userId: string, keyId: string, inMs: number): Promise<boolean>;
  /** That it is used now: told to the minute or so. */
  abstract noteUse(key: CallersKey): Promise<void>;
}

export interface SavedViewList {
  /** 0: none was saved yet. */
  version: number;
  views: readonly SavedView[];
}

/**
 * Of users; callers check that the actor is the user.
 *
 * @example const { version } = await saved.of(userId);
 */
export abstract class SavedViews {
  abstract of(userId: string): Promise<SavedViewList>;
  /** In the place of that version, as the next one; false: it is no longer the current one. */
  abstract replace(userId: string, version: number, views: readonly SavedView[]): Promise<boolean>;
}

/** @example const proved = await passwords.verify(account?.passwordHash ?? null, input.password); */
export abstract class PasswordHasher {
  abstract hash(password: string): Promise<string>;
  /** For `null` it answers false, in the same time as for a hash. */
  abstract verify(passwordHash: string | null, password: string): Promise<boolean>;
  abstract needsRehash(passwordHash: string): boolean;
}

/** The claims of an access token. */
export interface AccessClaim {
  userId: string;
  sessionId: string;
  /** Count of the refresh token issued with it. */
  count: number;
  /** Rounded to seconds. */
  expiresAt: Date;
}

/** @example const claim = tokens.readRefresh(input.refreshToken); */
export abstract class Tokens {
  abstract issueAccess(claim: AccessClaim, issuedAt: Date): string;
  abstract issueRefresh(sessionId: string, count: number): string;
  abstract readRefresh(token: string): { sessionId: string; count: number } | null;
}
