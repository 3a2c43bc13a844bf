export interface Account {
  userId: string;
  login: string;
  name: string;
  passwordHash: string;
  /** At the moment of asking, by the database's clock. */
  active: boolean;
  homeClientId: string | null;
}

/** Users as far as logging in is concerned. Every moment is the database's. */
export abstract class Accounts {
  abstract findByLogin(login: string): Promise<Account | null>;
  /** Whether this login is refused for now, after too many failures. */
  abstract isBlocked(login: string): Promise<boolean>;
  /** Counts one more failure in a row; from `limit` failures on the login is blocked for so long from now. */
  abstract countFailure(login: string, limit: number, blockMs: number): Promise<void>;
  abstract clearFailures(login: string): Promise<void>;
  /** Only while the hash that was verified is still the user's. */
  abstract replacePasswordHash(userId: string, verified: string, passwordHash: string): Promise<void>;
}
