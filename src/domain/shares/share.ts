/** Somebody without a login may read one file, until the deadline if there is one, or until it is revoked. */
export interface Share {
  id: string;
  fileId: string;
  expiresAt: Date | null;
}
