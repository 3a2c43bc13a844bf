import type { GrantImage } from '#domain/provisioning/archive-image';

export interface NewAccount {
  userId: string;
  login: string;
  name: string;
  passwordHash: string;
  grants: readonly GrantImage[];
}

/** Users as managed by an operator, independent of any client. */
export abstract class OperatorAccounts {
  /** False when another user has the login. */
  abstract create(account: NewAccount): Promise<boolean>;
  /** Whether the id is that of an account whose person was forgotten. */
  abstract isErased(userId: string): Promise<boolean>;
  /** As `Users.erase`, of any user; in a transaction. */
  abstract erase(userId: string): Promise<void>;
}
