export const DAY_MS = 86_400_000;

interface RateWindow {
  seconds: number;
  limit: number;
}

/** The part of the configuration that the application's rules use. */
export abstract class Settings {
  /** Default lifetime of a session in minutes. */
  abstract readonly sessionMinutes: number;
  abstract readonly maxSessionMinutes: number;
  abstract readonly refreshMinutes: number;
  /** For this long a refresh may be repeated if its answer was lost. */
  abstract readonly refreshRetrySeconds: number;
  /** Maximum lifetime of a session in days, renewals included. */
  abstract readonly sessionDays: number;
  /** Number of consecutive failures that block a login, and the duration of the block. */
  abstract readonly loginFailures: number;
  abstract readonly loginBlockMinutes: number;
  abstract readonly maxFileBytes: number;
  abstract readonly maxFiles: number;
  /** Days that the bytes of deleted files are kept. */
  abstract readonly deletedRetentionDays: number;
  /** Whether text and previews of files are made. */
  abstract readonly readFiles: boolean;
  /** Files that this process reads at once. */
  abstract readonly fileReaders: number;
  /** Days after which events forget addresses; 0: never. */
  abstract readonly auditOriginDays: number;
  /** Total, for all linked files of one request. */
  abstract readonly linkTimeoutSeconds: number;
  /** Limits of calls per client and time window; empty: unlimited. */
  abstract readonly rateLimits: readonly RateWindow[];
  /** Limits per user, in addition to the client's; empty: none. */
  abstract readonly userRateLimits: readonly RateWindow[];
  /** Whether every call needs a `SubscriptionKey`. */
  abstract readonly subscriptionKeys: boolean;
}
