/** A call that its client may send again: under a key of the client's making, with a digest of everything it asks for. */
export interface IdempotentCall {
  userId: string;
  key: string;
  digest: string;
}

/** What was answered the first time, ready to be sent again. */
export interface KeptAnswer {
  status: number;
  /** JSON. */
  body: string;
}

export type Claim =
  | { state: 'granted'; claimId: string }
  /** Another process, or another connection of the client, is at it. */
  | { state: 'running' }
  | { state: 'answered'; answer: KeptAnswer }
  /** The key stands for a call that asked for something else. */
  | { state: 'different' };

/** Calls with an `Idempotency-Key` (contract §3). All deadlines are kept by the database's clock. */
export abstract class IdempotencyRecords {
  /**
   * In a transaction of its own. A claim that is older than its lease, because its process died, passes to the next caller.
   * Where it fails nobody knows whether it took place: then it is to be released.
   */
  abstract claim(call: IdempotentCall, claimId: string, leaseMs: number, keepMs: number): Promise<Claim>;
  /** In the transaction that does what the call asks for. False when the claim has passed to another caller meanwhile. */
  abstract complete(call: IdempotentCall, claimId: string, answer: KeptAnswer): Promise<boolean>;
  /** Lets a claim last, and be kept, so long from now; false when it has passed to another caller, or was completed. */
  abstract renew(call: IdempotentCall, claimId: string, leaseMs: number, keepMs: number): Promise<boolean>;
  /** Releases an incomplete claim: the client may correct the call and send it with the same key. */
  abstract release(call: IdempotentCall, claimId: string): Promise<void>;
  /** Removes answers that were to be kept until before then, about `limit` of them; says how many. */
  abstract forgetOld(before: Date, limit: number): Promise<number>;
}
