const DAY_MS = 86_400_000;

/** What operators may tune in the application's rules; the values come from the configuration. */
export class Settings {
  constructor(
    /** Minutes that a session lives when the login does not say. */
    readonly sessionMinutes: number,
    readonly maxSessionMinutes: number,
    readonly refreshMinutes: number,
    /** Failures in a row after which a login is refused, and for how long. */
    readonly loginFailures: number,
    readonly loginBlockMinutes: number,
    /** Bytes. */
    readonly maxFileBytes: number,
    readonly maxFiles: number,
    /** Days that the bytes of deleted files are kept. */
    readonly deletedRetentionDays: number,
    /** For all files that one request gives by link, in milliseconds. */
    readonly linksTimeoutMs: number,
    /** Calls per client in windows of time; none: unlimited. */
    readonly rateLimits: readonly { seconds: number; limit: number }[],
    /** Whether every call needs a `SubscriptionKey`. */
    readonly subscriptionKeys: boolean,
    /** How long a refresh whose answer was lost may be repeated, in milliseconds. */
    readonly refreshRetryMs: number,
    /** Calls per user, within those of the client; none: only those of the client. */
    readonly userRateLimits: readonly { seconds: number; limit: number }[],
    /** Days after its opening when a session ends, whatever is renewed. */
    readonly sessionDays: number,
  ) {}

  get deletedRetentionMs(): number {
    return this.deletedRetentionDays * DAY_MS;
  }
}
