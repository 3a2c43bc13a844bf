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
  /** Of the installation then; absent: the first. */
  epoch?: string;
}

/** A log whose former end was in an epoch that a restore of the database has ended. */
export interface LogRestart {
  clientId: string;
  /** First position of the epoch that followed. */
  from: number;
  /** Length of the log before. */
  had: number;
}

export interface AnchorsVerified {
  total: number;
  /** Days whose anchor is not what its leaves, its token or another anchor say. */
  broken: string[];
}

export interface Verified {
  events: number;
  broken: LogBreak[];
  /** Of the logs that are not broken. */
  ends: LogEnd[];
  /** Pending events that were refused. */
  refused: number;
  anchors: AnchorsVerified;
  /** Where former ends cannot be compared with: the operator has restored the database. */
  restarted: LogRestart[];
}

export abstract class TrailVerification {
  /** Verifies every log from its beginning, also against its former end and the anchors; reports the number of events now and then. */
  abstract verify(former: readonly LogEnd[], progress: (events: number) => void, threads?: number): Promise<Verified>;
  /**
   * Verifies so many events, drawn at random, each by its proof in the signed head of its log, and what tells of its erasure;
   * neither ends nor anchors.
   */
  abstract sample(count: number, progress: (events: number) => void): Promise<Verified>;
  /** How many events each client's log has. */
  abstract sizes(): Promise<ReadonlyMap<string, number>>;
}
