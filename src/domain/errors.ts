/** Why a request is refused; the HTTP layer gives each kind its status (contract §1 "Errors"). */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'not-found'
  | 'unprocessable'
  | 'conflict'
  | 'too-large'
  | 'unsupported-media'
  | 'range'
  | 'too-many-requests'
  | 'unavailable';

/** The catalogue of refusals. A code without a sentence in `http/shared/messages.ts` does not compile. */
const KIND_OF = {
  INPUT_INVALID: 'invalid',
  JSON_INVALID: 'invalid',
  BODY_REQUIRED: 'invalid',
  BODY_TOO_LARGE: 'too-large',
  FILE_TOO_LARGE: 'too-large',
  TOO_MANY_FILES: 'too-large',
  MEDIA_TYPE_UNSUPPORTED: 'unsupported-media',
  ROUTE_NOT_FOUND: 'not-found',
  RANGE_NOT_SATISFIABLE: 'range',

  CREDENTIALS_INVALID: 'unauthenticated',
  TOKEN_INVALID: 'unauthenticated',
  REFRESH_INVALID: 'unauthenticated',
  NOT_PERMITTED: 'unauthenticated',

  DOCUMENT_UNKNOWN: 'invalid',
  DOCUMENT_NOT_FOUND: 'not-found',
  FILE_UNKNOWN: 'invalid',
  FILE_NOT_FOUND: 'not-found',
  LINK_NOT_FOUND: 'not-found',

  RULES_BROKEN: 'unprocessable',
  NOTHING_SHARED: 'unprocessable',
  DEADLINE_PAST: 'unprocessable',
  NO_FILES: 'unprocessable',

  BUSY: 'unavailable',
  UNAVAILABLE: 'unavailable',
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof KIND_OF;

/** Why one input field is refused. */
export type FieldProblemCode =
  | 'REQUIRED'
  | 'TYPE'
  | 'FORMAT'
  | 'UNKNOWN'
  | 'DUPLICATE'
  | 'TOO_LONG'
  | 'TOO_SHORT'
  | 'OUT_OF_RANGE'
  | 'NOT_AN_OPTION'
  | 'PATTERN'
  | 'MASK'
  | 'CHECK_DIGITS'
  | 'DATE_IMPOSSIBLE'
  | 'MANDATORY'
  | 'PARENT_MISSING'
  | 'PARENT_COMPARISON'
  | 'FIELD_NOT_ON_LEVEL'
  | 'LIST_NOT_ON_LEVEL'
  | 'LIST_KEY_MISSING'
  | 'LIST_KEY_UNKNOWN'
  | 'LIST_IMPORT_FIELD_MISSING'
  | 'LIST_VALUE_CONTRADICTS'
  | 'BOX_UNKNOWN'
  | 'CONTENT_DIFFERS'
  | 'BASE64'
  | 'BASE64_EMPTY'
  | 'EXACTLY_ONE'
  | 'AT_LEAST_ONE'
  | 'UNKNOWN_ID'
  | 'NOT_SHARED'
  | 'DOWNLOAD_FAILED'
  | 'ORDER';

/** A path into the input, in the words of the code: `['values', 2, 'value']`; the HTTP layer words it for the wire. */
export type FieldPath = readonly (string | number)[];

export type Details = Readonly<Record<string, string | number>>;

export interface FieldProblem {
  path: FieldPath;
  code: FieldProblemCode;
  details?: Details;
}

/** A refusal with a cause the caller can act on. Everything else that is thrown is our fault (500). */
export class DomainError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly problems: readonly FieldProblem[] = [],
    readonly details: Details = {},
    cause?: unknown,
  ) {
    super(code, { cause });
    this.name = 'DomainError';
  }

  get kind(): ErrorKind {
    return KIND_OF[this.code];
  }
}
