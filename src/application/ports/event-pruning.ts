/** A webhook that had not got all events that were removed. */
export interface LateWebhook {
  id: string;
  url: string;
  /** The last position that it has got. */
  reached: number;
}

/** Removes a client's oldest events. The nodes above them are kept: later events keep their proofs. */
export abstract class EventPruning {
  /** From now on events up to the position count as removed. False: another process was first. */
  abstract mark(clientId: string, from: number, upTo: number): Promise<boolean>;
  /** Removes some of the events that count as removed; answers how many. */
  abstract remove(clientId: string, limit: number): Promise<number>;
  abstract lateWebhooks(clientId: string, upTo: number): Promise<LateWebhook[]>;
}
