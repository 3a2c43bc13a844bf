/** A body that is no `multipart/form-data` as RFC 7578 has it; nothing is guessed and nothing is skipped. */
export class MultipartError extends Error {
  constructor(
    readonly code: 'MALFORMED' | 'TRUNCATED' | 'HEADERS_TOO_LARGE' | 'FIELD_TOO_LARGE' | 'TOO_MANY_FIELDS' | 'BODY_TOO_LARGE',
    /** Bytes of the body that had been read. */
    readonly position: number,
  ) {
    super(`${code} at byte ${position}`);
  }
}
