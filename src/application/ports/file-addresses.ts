/** What one address opens, for whom and until when. */
export interface FileAddress {
  clientId: string;
  fileId: string;
  /** Who asked for it: reads are theirs. */
  userId: string;
  /** Shown by the browser, where that is safe; else saved. */
  inline: boolean;
  expiresAt: Date;
}

/** Makes and reads addresses that open one file for a short time, without a login. They are no share links. */
export abstract class FileAddresses {
  abstract urlOf(address: FileAddress): string;
  /** Null for a token that this archive did not make; it may have expired. */
  abstract read(token: string): FileAddress | null;
}
