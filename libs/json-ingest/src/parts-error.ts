/** - `SOURCE_SIZE`: a source delivered more or fewer bytes than announced
 *  - `OUTPUT_CLOSED`: the output was closed, destroyed or ended by someone else; `cause` is its error, if it had one */
export type PartsErrorCode = 'SOURCE_SIZE' | 'OUTPUT_CLOSED';

/** An answer could not be written to its end; what was written is not a complete answer. */
export class PartsError extends Error {
  override readonly name = 'PartsError';

  constructor(
    readonly code: PartsErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
