export interface Account {
  userId: string;
  login: string;
  name: string;
  passwordHash: string;
  /** Now, by the database's clock. */
  active: boolean;
  homeClientId: string | null;
}

/** Users for the purpose of logging in. All times are the database's. */
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
