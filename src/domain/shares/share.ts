/** Public access to one file until its optional deadline or until it is revoked. */
export interface Share {
  id: string;
  fileId: string;
  expiresAt: Date | null;
}
