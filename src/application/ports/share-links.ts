/** Writes and reads the links that stand for shares (architecture §7). */
export abstract class ShareLinks {
  abstract urlOf(shareId: string): string;
  /** The share that a token stands for; null when it was not written by us. */
  abstract shareOf(token: string): string | null;
}
