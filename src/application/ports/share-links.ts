/** Creates and reads the tokens of share links. */
export abstract class ShareLinks {
  abstract urlOf(shareId: string): string;
  /** The share of a token; null when the token is not genuine. */
  abstract shareOf(token: string): string | null;
}
