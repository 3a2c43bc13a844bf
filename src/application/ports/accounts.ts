export interface Account {
  userId: string;
  login: string;
  name: string;
  passwordHash: string;
  active: boolean;
  /** From this moment on inactive, whatever `active` says. */
  inactiveFrom: Date | null;
  homeClientId: string | null;
}

/** Users as far as logging in is concerned. */
export abstract class Accounts {
  abstract findByLogin(login: string): Promise<Account | null>;
  /** Until when this login is refused after too many failures; null when it is not. */
  abstract blockedUntil(login: string): Promise<Date | null>;
  /** Counts one more failure in a row; from `limit` failures on the login is blocked until the given time. */
  abstract countFailure(login: string, limit: number, blockUntil: Date): Promise<void>;
  abstract clearFailures(login: string): Promise<void>;
  /** Only while the hash that was verified is still the user's. */
  abstract replacePasswordHash(userId: string, verified: string, passwordHash: string): Promise<void>;
}
