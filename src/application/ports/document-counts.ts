/** A level whose count is not that of its documents. */
export interface MiscountedLevel {
  id: string;
  reason: string;
}

/** How many documents the levels of clients have, kept as differences that are summed. */
export abstract class DocumentCounts {
  /** Replaces differences of the same level by their sum, in batches, until the signal fires. */
  abstract fold(signal?: AbortSignal): Promise<void>;
  abstract clientIds(): Promise<string[]>;
  /** Compares the counts of a client with its documents. */
  abstract compare(clientId: string): Promise<MiscountedLevel[]>;
  /** Adds what is missing, in one transaction; answers where. */
  abstract renew(clientId: string): Promise<MiscountedLevel[]>;
}
