export interface ComparedDocuments {
  count: number;
  /** Code of the last one; null when there were none. */
  last: number | null;
  stale: readonly { id: string; code: number; reason: string }[];
}

/** What searches read is derived from the values, rows of lists and files of documents: how they are compared, how they look, how many. */
export abstract class DocumentIndex {
  /** The next documents after this code, of all clients, and those of them of which it differs. */
  abstract compare(after: number, limit: number): Promise<ComparedDocuments>;
  /** Derives it anew, in one transaction. */
  abstract renew(codes: readonly number[]): Promise<void>;
  /** Writes the words of the next documents after this code anew, and so their entries in the index of words, whatever they are. */
  abstract rewriteWords(after: number, limit: number): Promise<{ count: number; last: number | null }>;
}
