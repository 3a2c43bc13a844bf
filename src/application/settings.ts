export const DAY_MS = 86_400_000;

interface RateWindow {
  seconds: number;
  limit: number;
}

/** What operators may tune in the application's rules: the part of the configuration that it needs. */
export abstract class Settings {
  /** Minutes that a session lives when the login does not say. */
  abstract readonly sessionMinutes: number;
  abstract readonly maxSessionMinutes: number;
  abstract readonly refreshMinutes: number;
  /** How long a refresh whose answer was lost may be repeated. */
  abstract readonly refreshRetrySeconds: number;
  /** Days after its opening when a session ends, whatever is renewed. */
  abstract readonly sessionDays: number;
  /** Failures in a row after which a login is refused, and for how long. */
  abstract readonly loginFailures: number;
  abstract readonly loginBlockMinutes: number;
  abstract readonly maxFileBytes: number;
  abstract readonly maxFiles: number;
  /** Days that the bytes of deleted files are kept. */
  abstract readonly deletedRetentionDays: number;
  /** For all files that one request gives by link. */
  abstract readonly linkTimeoutSeconds: number;
  /** Calls per client in windows of time; none: unlimited. */
  abstract readonly rateLimits: readonly RateWindow[];
  /** Calls per user, within those of the client; none: only those of the client. */
  abstract readonly userRateLimits: readonly RateWindow[];
  /** Whether every call needs a `SubscriptionKey`. */
  abstract readonly subscriptionKeys: boolean;
}
