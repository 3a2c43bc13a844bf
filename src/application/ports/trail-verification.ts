/** The first problem of a client's log. `unlike`: up to there the events do not give the hash that was signed. */
export interface LogBreak {
  clientId: string;
  position: number;
  reason: 'missing' | 'altered' | 'truncated' | 'unlike';
}

/** A log at some moment. Kept elsewhere, it later proves that the log up to there is unchanged. */
export interface LogEnd {
  clientId: string;
  size: number;
  /** In base64url. */
  root: string;
}

export interface Verified {
  events: number;
  broken: LogBreak[];
  /** Of the logs that are not broken. */
  ends: LogEnd[];
  /** Pending events that were refused. */
  refused: number;
}

export abstract class TrailVerification {
  /** Verifies every log from its beginning, also against its former end; reports the number of events now and then. */
  abstract verify(former: readonly LogEnd[], progress: (events: number) => void): Promise<Verified>;
  /** How many events each client's log has. */
  abstract sizes(): Promise<ReadonlyMap<string, number>>;
}
