/** Where a member stands in the parsed JSON: property names as sent, array elements by index. */
export type MemberPath = readonly (string | number)[];

/**
 * - `JSON_INVALID`: not JSON, not UTF-8, an empty body, or a member named `__proto__`, `constructor` or `prototype`
 * - `JSON_TRUNCATED`: the body ended before its JSON did
 * - `JSON_TOO_DEEP`, `JSON_TOO_MANY_VALUES`, `JSON_TOO_MANY_MEMBERS`, `JSON_TOO_LARGE` (all but the files), `BODY_TOO_LARGE`, `FILE_TOO_LARGE`, `TOO_MANY_FILES`: a limit
 * - `BASE64_INVALID`: a file member is not canonical Base64
 * - `BASE64_EMPTY`: a file member decodes to nothing
 * - `DUPLICATE_MEMBER`: two names of one object are equal, ignoring case and surrounding blanks
 */
export type IngestErrorCode =
  | 'JSON_INVALID'
  | 'JSON_TRUNCATED'
  | 'JSON_TOO_DEEP'
  | 'JSON_TOO_MANY_VALUES'
  | 'JSON_TOO_MANY_MEMBERS'
  | 'JSON_TOO_LARGE'
  | 'BODY_TOO_LARGE'
  | 'FILE_TOO_LARGE'
  | 'TOO_MANY_FILES'
  | 'BASE64_INVALID'
  | 'BASE64_EMPTY'
  | 'DUPLICATE_MEMBER';

/** The body was refused. Code, position and path are the same however the body was cut into chunks. The message holds nothing the client sent. */
export class IngestError extends Error {
  override readonly name = 'IngestError';

  /**
   * @param position byte offset in the body, from 0
   * @param path the member at fault, when the fault belongs to one
   */
  constructor(
    readonly code: IngestErrorCode,
    readonly position: number,
    readonly path?: MemberPath,
    options?: ErrorOptions,
  ) {
    super(`${code} at byte ${position}`, options);
  }
}
