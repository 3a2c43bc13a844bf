/** Why a request is refused; the HTTP layer gives each kind its status. */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'not-found'
  | 'method'
  | 'unprocessable'
  | 'conflict'
  | 'stale'
  | 'too-large'
  | 'too-slow'
  | 'unsupported-media'
  | 'range'
  | 'gone'
  | 'too-many-requests'
  | 'unavailable';

/** The catalogue of refusals. A code without a sentence in `http/errors/messages.ts` does not compile. */
const KIND_OF = {
  INPUT_INVALID: 'invalid',
  JSON_INVALID: 'invalid',
  MULTIPART_INVALID: 'invalid',
  SIMULATION_UNAVAILABLE: 'invalid',
  BODY_REQUIRED: 'invalid',
  BODY_TOO_LARGE: 'too-large',
  FILE_TOO_LARGE: 'too-large',
  TOO_MANY_FILES: 'too-large',
  UPLOAD_TOO_LONG: 'too-large',
  BODY_TOO_SLOW: 'too-slow',
  MEDIA_TYPE_UNSUPPORTED: 'unsupported-media',
  ROUTE_NOT_FOUND: 'not-found',
  METHOD_UNUSED: 'method',
  RANGE_NOT_SATISFIABLE: 'range',

  CREDENTIALS_INVALID: 'unauthenticated',
  TOKEN_INVALID: 'unauthenticated',
  REFRESH_INVALID: 'unauthenticated',
  NOT_PERMITTED: 'unauthenticated',
  PASSWORD_CHANGE_REQUIRED: 'unauthenticated',
  SUBSCRIPTION_INVALID: 'unauthenticated',
  RATE_LIMITED: 'too-many-requests',

  IDEMPOTENCY_KEY_REUSED: 'unprocessable',
  CALL_RUNNING: 'conflict',

  DOCUMENT_CHANGED: 'stale',
  DOCUMENT_ELSEWHERE: 'invalid',
  DOCUMENT_UNKNOWN: 'invalid',
  DOCUMENT_NOT_FOUND: 'not-found',
  DOCUMENT_NOT_DELETED: 'unprocessable',
  BYTES_GONE: 'unprocessable',
  FILE_DIFFERS: 'stale',
  FILE_UNKNOWN: 'invalid',
  FILE_NOT_FOUND: 'not-found',
  PREVIEW_NOT_FOUND: 'not-found',
  NOTE_NOT_FOUND: 'not-found',
  NOTE_REFUSED: 'unprocessable',
  LINK_NOT_FOUND: 'not-found',
  LIST_UNKNOWN: 'invalid',
  BILL_UNKNOWN: 'invalid',
  REPORT_UNKNOWN: 'invalid',
  LIST_NOT_FOUND: 'not-found',
  LIST_ROW_NOT_FOUND: 'not-found',
  LIST_ROW_IN_USE: 'unprocessable',
  USER_NOT_FOUND: 'not-found',
  SESSION_NOT_FOUND: 'not-found',
  API_KEY_NOT_FOUND: 'not-found',
  WORKFLOW_UNKNOWN: 'invalid',
  WORKFLOW_DEFINITION_UNKNOWN: 'invalid',
  WORKFLOW_DEFINITION_NOT_FOUND: 'not-found',
  STEP_NOT_FOUND: 'not-found',
  SIGNATURE_NOT_FOUND: 'not-found',
  WEBHOOK_NOT_FOUND: 'not-found',
  RECEIPT_NOT_FOUND: 'not-found',
  CURSOR_EXPIRED: 'gone',

  ARCHIVE_CHANGED: 'stale',
  VIEWS_CHANGED: 'stale',
  ARCHIVE_REMOVES: 'unprocessable',

  RULES_BROKEN: 'unprocessable',
  NOTHING_SHARED: 'unprocessable',
  DEADLINE_PAST: 'unprocessable',
  NO_FILES: 'unprocessable',
  WORKFLOW_DEFINITION_INACTIVE: 'unprocessable',
  WORKFLOW_DEFINITION_MANUAL: 'unprocessable',
  WORKFLOW_ENDED: 'unprocessable',
  STEP_FINISHED: 'unprocessable',
  WEBHOOKS_FULL: 'unprocessable',
  VIEWS_FULL: 'unprocessable',
  WEBHOOK_SILENT: 'unprocessable',
  SECRET_OVERLAPS: 'unprocessable',
  REPLAY_WAITING: 'unprocessable',
  WEBHOOK_SECRET_UNREADABLE: 'unprocessable',

  SIGNING_NOT_CONFIGURED: 'unavailable',
  SIGNING_CERTIFICATE_EXPIRED: 'unavailable',
  SIGNING_TOO_LONG: 'unavailable',
  TIMESTAMP_UNAVAILABLE: 'unavailable',

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
  | 'TOO_MANY_DIGITS'
  | 'TOO_MANY_DECIMALS'
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
  | 'LIST_FIELD_UNKNOWN'
  | 'LIST_FIELD_LOCKED'
  | 'LIST_FIELD_MANDATORY'
  | 'LIST_KEY_TAKEN'
  | 'LIST_PARENT_UNKNOWN'
  | 'EXTERNAL_KEY_TAKEN'
  | 'FILE_REPEATED'
  | 'LOGIN_TAKEN'
  | 'PASSWORD_WEAK'
  | 'PASSWORD_SAME'
  | 'SERVICE_WITHOUT_PASSWORD'
  | 'SERVICE_NEVER_MANAGES'
  | 'LAST_ADMINISTRATOR'
  | 'NO_DEFAULT_PROFILE'
  | 'BEYOND_OWN'
  | 'DATE_PAST'
  | 'BOX_UNKNOWN'
  | 'BOX_CODE_TAKEN'
  | 'BOX_WITHIN_ANOTHER'
  | 'CONTENT_DIFFERS'
  | 'BASE64'
  | 'BASE64_EMPTY'
  | 'EXACTLY_ONE'
  | 'AT_LEAST_ONE'
  | 'UNKNOWN_ID'
  | 'NOT_SHARED'
  | 'DOWNLOAD_FAILED'
  | 'ORDER'
  | 'OPERATOR_INVALID'
  | 'RANGE_REVERSED'
  | 'FILTER_TOO_DEEP'
  | 'FILTER_TOO_LARGE'
  | 'CURSOR_OF_OTHER_SEARCH'
  | 'ORDER_AMBIGUOUS'
  | 'PHRASE_UNSUPPORTED'
  | 'TEXT_NOT_CONFIGURED'
  | 'TEXT_TOO_FREQUENT'
  | 'RECEIVER_SILENT'
  | 'LEVEL_DIFFERS'
  | 'CNPJ_NOT_OF_UNIT'
  | 'XML_REFUSED'
  | 'PARAMETER_MISSING'
  | 'TASK_NEEDS'
  | 'GROUP_EMAILS'
  | 'EXIT_TO_CHOOSE'
  | 'EXIT_NOT_CHOSEN'
  | 'FORM_FIELD_MANDATORY'
  | 'FORM_LIST_MISMATCH'
  | 'FORM_LABEL_MISMATCH'
  | 'FLOW_ID_REQUIRED'
  | 'STEP_OF_OTHER_FLOW'
  | 'RESPONSIBLE_WITHOUT_ACCESS'
  | 'SIGNING_NEEDS_PDF'
  | 'SIGNING_NEEDS_SHARE'
  | 'REPEATED'
  | 'UNPRINTABLE'
  | 'EMAIL_INVALID'
  | 'CPF_INVALID'
  | 'CNPJ_INVALID'
  | 'SIGNER_NAME_TOO_LONG'
  | 'COMPANY_NAME_TOO_LONG'
  | 'COMPANY_NAME_MISSING'
  | 'COMPANY_DOCUMENT_MISSING'
  | 'ORIGIN_UNKNOWN'
  | 'PDF_NEEDED'
  | 'PDF_ENCRYPTED'
  | 'PDF_DAMAGED'
  | 'PDF_TOO_COMPLEX'
  | 'PDF_LOCKED'
  | 'DEFINITION';

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

/** What the request names is not there. */
export const unknownId = (path: FieldPath) => new DomainError('INPUT_INVALID', [{ path, code: 'UNKNOWN_ID' }]);

/** All at once: what makes the request unreadable (400) decides how it is answered, else what the archive's rules forbid (422). */
export function refuseAll(invalid: readonly FieldProblem[], refused: readonly FieldProblem[] = []): void {
  if (invalid.length > 0) throw new DomainError('INPUT_INVALID', [...invalid, ...refused]);
  if (refused.length > 0) throw new DomainError('RULES_BROKEN', refused);
}

/** What the service takes on at a time. */
export type Limit = 'uploads' | 'body bytes' | 'reports' | 'loop delay' | 'database' | 'turns';

/** One too many: the same call may succeed in a moment. */
export const busyWith = (limit: Limit, cause?: unknown) => new DomainError('BUSY', [], { limit }, cause);

/** The document in the query or body does not exist, or the caller may not see it. */
export const documentUnknown = () => new DomainError('DOCUMENT_UNKNOWN', [{ path: ['documentId'], code: 'UNKNOWN_ID' }]);

/** The same of a bill. */
export const billUnknown = () => new DomainError('BILL_UNKNOWN', [{ path: ['billId'], code: 'UNKNOWN_ID' }]);

/** The same of a definition of flows. */
export const definitionUnknown = () => new DomainError('WORKFLOW_DEFINITION_UNKNOWN', [{ path: ['definitionId'], code: 'UNKNOWN_ID' }]);

/** The same of a list. */
export const listUnknown = () => new DomainError('LIST_UNKNOWN', [{ path: ['listId'], code: 'UNKNOWN_ID' }]);
