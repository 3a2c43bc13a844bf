import { getMetadataStorage } from 'class-validator';
import { foldName } from '#libs/json-ingest';
import { DomainError, type ErrorCode, type FieldProblemCode } from '#domain/errors';
import { ILLEGIBLE } from './error-body';
import { ERRORS, FIELD_ERRORS } from './messages';
import { isApi, type OperationSpec, type Refusals } from '../openapi/operation-spec';
import { STATUS, statusOf } from './statuses';
import { membersOf, type Class } from '../validation/members';
import type { Refusal } from '../validation/rules';

/** A value breaks a rule of its field. */
const VALUE_RULES = [
  'CHECK_DIGITS', 'DATE_IMPOSSIBLE', 'FORMAT', 'MASK', 'NOT_AN_OPTION', 'OUT_OF_RANGE', 'PATTERN', 'TOO_LONG', 'TOO_MANY_DECIMALS', 'TOO_MANY_DIGITS', 'TOO_SHORT', 'PARENT_MISSING', 'PARENT_COMPARISON',
] as const; // prettier-ignore
const LINKING_RULES = [
  'MANDATORY', 'LIST_KEY_MISSING', 'LIST_KEY_UNKNOWN', 'LIST_IMPORT_FIELD_MISSING', 'LIST_VALUE_CONTRADICTS', 'LIST_PARENT_UNKNOWN',
] as const; // prettier-ignore
const FILING_INPUT = [
  'BOX_UNKNOWN',
  'CHECK_DIGITS',
  'DATE_IMPOSSIBLE',
  'FIELD_NOT_ON_LEVEL',
  'LIST_NOT_ON_LEVEL',
  'NOT_AN_OPTION',
] as const;

/** For creating a document: unreadable input and broken rules are reported together. */
export const FILING = {
  input: FILING_INPUT,
  rules: [...VALUE_RULES, ...LINKING_RULES, 'EXTERNAL_KEY_TAKEN', 'CONTENT_DIFFERS'],
} as const satisfies Refusals;

export const CHANGING = {
  codes: ['DOCUMENT_UNKNOWN', 'DOCUMENT_ELSEWHERE', 'DOCUMENT_CHANGED'],
  input: ['FIELD_NOT_ON_LEVEL', 'LIST_NOT_ON_LEVEL', 'LIST_IMPORT_FIELD_MISSING'],
  rules: [...VALUE_RULES, ...LINKING_RULES],
} as const satisfies Refusals;

export const OF_ROWS = {
  input: ['LIST_FIELD_UNKNOWN', 'UNKNOWN_ID'],
  rules: [
    ...VALUE_RULES,
    'LIST_FIELD_LOCKED',
    'LIST_FIELD_MANDATORY',
    'LIST_IMPORT_FIELD_MISSING',
    'LIST_KEY_TAKEN',
    'LIST_PARENT_UNKNOWN',
  ],
} as const satisfies Refusals;

/** Requirements for completing a task. */
export const ACTING = [
  'TASK_NEEDS', 'GROUP_EMAILS', 'EXIT_TO_CHOOSE', 'EXIT_NOT_CHOSEN', 'FORM_FIELD_MANDATORY', 'RESPONSIBLE_WITHOUT_ACCESS', 'SIGNING_NEEDS_PDF', 'SIGNING_NEEDS_SHARE',
] as const; // prettier-ignore

export const FORM_CHANGES = {
  input: ['FLOW_ID_REQUIRED', 'FORM_LIST_MISMATCH', 'UNKNOWN_ID'],
  rules: [...VALUE_RULES, ...LINKING_RULES, 'STEP_OF_OTHER_FLOW'],
} as const satisfies Refusals;

export const SIGNING_INPUT = [
  'CNPJ_INVALID', 'COMPANY_DOCUMENT_MISSING', 'COMPANY_NAME_MISSING', 'COMPANY_NAME_TOO_LONG', 'CPF_INVALID', 'EMAIL_INVALID', 'ORIGIN_UNKNOWN', 'REPEATED', 'SIGNER_NAME_TOO_LONG', 'UNKNOWN_ID', 'UNPRINTABLE',
] as const; // prettier-ignore

/** Codes that reading a DTO may report; a DTO may hold others of its kind. */
function codesOfClass(type: Class, seen: ReadonlySet<Class> = new Set()): FieldProblemCode[] {
  if (seen.has(type)) return [];
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return [
    'UNKNOWN',
    'DUPLICATE',
    ...rules.flatMap(({ context }) => codesOf(context as Refusal | undefined)),
    ...membersOf(type).flatMap(({ of }) => (of ? codesOfClass(of(), new Set([...seen, type])) : [])),
  ];
}

const codesOf = (refusal: Refusal | undefined): readonly FieldProblemCode[] => refusal?.told ?? (refusal ? [refusal.code] : []);

/** Who sees all of the client is told that it has no such unit or level. */
const PLACES = new Set(['idUnidade', 'idArvoreOrganizacional'].map(foldName));

function inputCodes(spec: OperationSpec): FieldProblemCode[] {
  const { query, reach, body, refusals } = spec;
  return [
    // An undecodable URL; an unreadable header.
    'FORMAT',
    ...(query ? codesOfClass(query) : []),
    ...(query && reach === 'place' && membersOf(query).some(({ name }) => PLACES.has(foldName(name))) ? (['UNKNOWN_ID'] as const) : []),
    // Names are checked even without parameters.
    ...(isApi(spec) ? (['UNKNOWN', 'DUPLICATE'] as const) : []),
    ...(body ? (['TYPE', 'REQUIRED', 'TOO_LONG', ...codesOfClass(body.type)] as const) : []),
    ...(refusals?.input ?? []),
  ];
}

function usualCodes(spec: OperationSpec): ErrorCode[] {
  const { permission, body, repeatable, beforePasswordChange, answer, limited, refusals, dryRun } = spec;
  const ofApi = isApi(spec);
  return [
    'INPUT_INVALID',
    ...(dryRun === 'refused' ? (['SIMULATION_UNAVAILABLE'] as const) : []),
    ...(body ? (['JSON_INVALID', 'BODY_REQUIRED', 'BODY_TOO_LARGE', 'BODY_TOO_SLOW', 'MEDIA_TYPE_UNSUPPORTED'] as const) : []),
    ...(body?.files ? (['FILE_TOO_LARGE', 'TOO_MANY_FILES', 'UPLOAD_TOO_LONG'] as const) : []),
    ...(body?.form ? (['MULTIPART_INVALID'] as const) : []),
    ...(ofApi ? (['SUBSCRIPTION_INVALID'] as const) : []),
    ...(permission
      ? (['TOKEN_INVALID', 'NOT_PERMITTED', ...(beforePasswordChange ? [] : (['PASSWORD_CHANGE_REQUIRED'] as const))] as const)
      : []),
    ...(repeatable ? (['CALL_RUNNING', 'IDEMPOTENCY_KEY_REUSED'] as const) : []),
    ...(answer.bytes ? (['FILE_DIFFERS', 'RANGE_NOT_SATISFIABLE'] as const) : []),
    ...(refusals?.rules ? (['RULES_BROKEN'] as const) : []),
    ...(ofApi || limited ? (['RATE_LIMITED'] as const) : []),
    'BUSY',
    'UNAVAILABLE',
  ];
}

/** Possible values of `codigo` by status; problems of one kind give the refusal their code. */
export function codesByStatus(spec: OperationSpec): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, Set<string>>();
  const add = (status: number, codigo: string) => found.set(status, (found.get(status) ?? new Set()).add(codigo));
  add(STATUS.invalid, ILLEGIBLE.codigo);
  for (const code of [...usualCodes(spec), ...(spec.refusals?.codes ?? [])]) add(statusOf(new DomainError(code)), ERRORS[code].codigo);
  for (const code of inputCodes(spec)) add(STATUS.invalid, FIELD_ERRORS[code].codigo);
  for (const code of spec.refusals?.rules ?? []) add(STATUS.unprocessable, FIELD_ERRORS[code].codigo);
  return new Map([...found].sort(([a], [b]) => a - b).map(([status, codes]) => [status, [...codes].sort()]));
}
