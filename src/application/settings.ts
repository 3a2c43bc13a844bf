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
  ) {}
}
