import type { SavedView } from '#domain/users/saved-view';
import type { Culture } from '#domain/users/user';
import {
  byDefault,
  flag,
  huge,
  instant,
  json,
  logId,
  long,
  number,
  optional,
  primary,
  shortId,
  small,
  table,
  text,
  token,
  type RowOf,
} from './table';

export const ProfileEntity = table('profile', {
  id: primary(token()),
  name: text(250),
  permissions: long(),
  clientId: optional(shortId()),
});
export type ProfileEntity = RowOf<typeof ProfileEntity>;

export const UserAccountEntity = table(
  'user_account',
  {
    id: primary(token()),
    login: text(50),
    loginKey: text(190),
    // Folded texts may be longer than what they are made of.
    searchText: text(1000),
    name: text(250),
    passwordHash: text(250),
    active: flag(),
    pageSize: small(),
    createdAt: instant(),
    email: optional(text(50)),
    landline: optional(token(15)),
    mobile: optional(token(15)),
    managerId: optional(token()),
    managerGroupId: optional(token()),
    // The client and unit that the user was created for; the client's administrators of users administer this one.
    homeClientId: optional(shortId()),
    homeUnitId: optional(token()),
    wholeClient: byDefault(0, flag()),
    workScheduleId: optional(token()),
    calendarId: optional(token()),
    culture: byDefault(1, small<Culture>()),
    notifiedOfDue: byDefault(0, flag()),
    passwordMonths: optional(small()),
    passwordExpiresAt: optional(instant()),
    mustChangePassword: byDefault(0, flag()),
    inactiveFrom: optional(instant()),
    createdBy: optional(token()),
    // Of a program: it has keys in the place of a password, and a responsible person, if any.
    service: byDefault(0, flag()),
    responsibleId: optional(token()),
    // When it ends for the loss of that person, until somebody takes it over; `inactiveFrom` is never later.
    orphanedUntil: optional(instant()),
    // Incremented to lock the row: a plain lock is local to one cluster node (docs/scaling.md).
    turns: byDefault(0, number()),
    // Incremented with every change of the user's grants, of their profiles, or of the structure of their clients (rights.ts).
    rights: byDefault(0, number()),
  },
  { unique: [['loginKey']], indexes: [['homeClientId', 'loginKey']] },
);
export type UserAccountEntity = RowOf<typeof UserAccountEntity>;

export const UserGrantEntity = table(
  'user_grant',
  {
    id: primary(token()),
    userId: token(),
    clientId: shortId(),
    unitId: optional(token()),
    nodeId: optional(token()),
    profileId: token(),
  },
  // By profile: who uses which is asked of all clients, and whose rights change with a profile.
  { indexes: [['userId'], ['clientId'], ['profileId', 'clientId']] },
);
export type UserGrantEntity = RowOf<typeof UserGrantEntity>;

/** Replaced as a whole, in the version that was read. They go when the account is erased. */
export const SavedViewsEntity = table('saved_views', { userId: primary(token()), version: number(), views: json<SavedView[]>(huge()) });

export const SessionEntity = table(
  'session',
  {
    id: primary(token()),
    userId: token(),
    exclusive: flag(),
    lifetimeMinutes: small(),
    createdAt: instant(),
    expiresAt: instant(),
    refreshCount: small(),
    refreshExpiresAt: instant(),
    endedAt: optional(instant()),
    rotatedAt: optional(instant()),
    // The key that opened it: the session has the key's rights, and ends with it.
    keyId: optional(token()),
  },
  { indexes: [['userId', 'endedAt'], ['refreshExpiresAt']] },
);
export type SessionEntity = RowOf<typeof SessionEntity>;

/** Of service accounts; `clientId` is their home. An ended key stays, with the moment of its end. */
export const ApiKeyEntity = table(
  'api_key',
  {
    clientId: primary(shortId()),
    id: primary(token()),
    userId: token(),
    keyHash: token(64),
    prefix: token(12),
    name: text(100),
    permissions: long(),
    nodeId: optional(token()),
    networks: json<string[]>(long()),
    createdBy: token(),
    createdAt: instant(),
    // As it was made: `endsAt` may come earlier.
    lifeMs: number(),
    endsAt: instant(),
    lastUsedAt: optional(instant()),
  },
  { unique: [['keyHash']], indexes: [['userId']] },
);
export type ApiKeyEntity = RowOf<typeof ApiKeyEntity>;

export const LoginFailureEntity = table(
  'login_failure',
  { loginHash: primary(token(64)), failures: small(), blockedUntil: optional(instant()), failedAt: instant() },
  { indexes: [['failedAt']] },
);

export const SubscriptionKeyEntity = table(
  'subscription_key',
  { clientId: primary(shortId()), unitId: primary(token()), slot: primary(small<1 | 2>()), keyHash: token(64), createdAt: instant() },
  { unique: [['keyHash']] },
);

export const RateWindowEntity = table('rate_window', {
  // Or another counted caller: a user, an address.
  clientId: primary(token(64)),
  seconds: primary(small()),
  startedAt: instant(),
  calls: number(),
});

/** Has a single row. */
export const RetentionMarkEntity = table('retention_mark', { id: primary(small()), markedAt: instant(), movedAt: instant() });

export const RepeatableCallEntity = table(
  'repeatable_call',
  {
    clientId: logId(),
    userId: primary(token()),
    keyHash: primary(token(64)),
    digest: token(64),
    claimId: token(),
    claimedUntil: instant(),
    status: optional(small()),
    answer: optional(huge()),
    keptUntil: instant(),
  },
  { indexes: [['keptUntil']] },
);

/** A single row: the version that migrated last, and the oldest version that this schema supports. */
export const SchemaVersionEntity = table('schema_version', { id: primary(small()), program: token(20), oldest: token(20) });
