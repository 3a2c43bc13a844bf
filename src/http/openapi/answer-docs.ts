import type { Type } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiResponse, ApiSecurity, getSchemaPath } from '@nestjs/swagger';
import { ErrorBody, FAULT, ILLEGIBLE } from '../errors/error-body';
import type { OperationSpec } from './operation-spec';
import { IGNORED_HEADER } from '../validation/ignored-names';
import { codesByStatus } from '../errors/refusal-codes';

type Decorator = MethodDecorator & ClassDecorator;

const REFUSALS: Record<number, string> = {
  400: 'The request cannot be read, something that is always required is missing, or an id or code does not exist.',
  401: 'Token missing or no longer valid, or the user may not do this here.',
  404: 'What the path addresses does not exist.',
  408: 'The request did not arrive in time.',
  409: 'The same call, with this Idempotency-Key, is still running.',
  410: 'What the position stands for was removed for its age.',
  412: 'Changed since the ETag in If-Match was read.',
  413: 'The body or a file is too large.',
  415: 'The body is of none of the types that the operation takes.',
  416: 'The range lies outside the file.',
  422: "Readable, but against the archive's configuration or state.",
  429: 'Too many calls of this client (without a user: from this address); see Retry-After and RateLimit.',
  431: 'Address and headers together are too large.',
  500: 'A fault of the service, never of the request; quote `idRequisicao` to the support.',
  503: 'A dependency is down or the service is at its limit; see Retry-After.',
};

const IDEMPOTENCY_KEY = ApiHeader({
  name: 'Idempotency-Key',
  required: false,
  description:
    'Of your making, at most 255 characters, kept for 7 days: the same call under the same key gets the first answer again, with ' +
    '`Idempotent-Replayed: true`; another call under it 422; while the first still runs, 409 after a short wait.',
  example: 'nota-1024',
});

const REQUEST_ID_SENT = ApiHeader({
  name: 'X-Request-Id',
  required: false,
  description: 'Kept and returned; made when absent.',
  example: 'pedido-4711',
});
const SUBSCRIPTION_KEY = ApiHeader({
  name: 'SubscriptionKey',
  required: false,
  description: 'Key of the client and unit; demanded only where the service is configured so.',
  example: '<SubscriptionKey>',
});
const PREFER = ApiHeader({
  name: 'Prefer',
  required: false,
  description:
    'With `handling=strict` (RFC 7240) names in query and body that the operation does not know are refused, all of them; without it ' +
    'they are ignored and named in `Campos-Ignorados`.',
  example: 'handling=strict',
});
const OF_CACHES = [
  ApiHeader({ name: 'Range', required: false, description: 'The part of the bytes that is wanted.', example: 'bytes=0-1023' }),
  ApiHeader({
    name: 'If-None-Match',
    required: false,
    description: '`ETag` of the bytes that the caller has already.',
    example: '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"',
  }),
];

type Headers = Readonly<Record<string, string>>;
type Content = Record<string, { schema: object; example?: unknown }>;

const REQUEST_ID: Headers = { 'X-Request-Id': 'Names this call; quote it to the support.' };
const DEPRECATED: Headers = {
  Deprecation: 'Of a deprecated operation: since when, as `@` and seconds since 1970 (RFC 9745).',
  Link: 'Of a deprecated operation: what to use instead.',
};
const REPLAYED: Headers = { 'Idempotent-Replayed': '`true`: the first answer to this `Idempotency-Key` once more.' };
const LENIENT: Headers = {
  [IGNORED_HEADER]:
    'Where names in query or body were ignored because the operation does not know them: at most 20 of them, what is not visible ASCII in them as in an address.',
  'Preference-Applied': '`handling=strict`, where the call preferred that.',
};
const RETRY: Headers = { 'Retry-After': 'Seconds after which to call again.' };
const CHALLENGE: Headers = { 'WWW-Authenticate': '`Bearer realm="acervo"`; with `error="invalid_token"` where a token was sent.' };
const LIMITS: Headers = {
  'RateLimit-Policy': 'Where calls are limited: how many in which time.',
  RateLimit: 'Where calls are limited: how many are left, and until when.',
};
const RANGES: Headers = { 'Accept-Ranges': '`bytes`.', 'Content-Range': 'Of a part: which, of how many bytes.' };
const OF_FILES: Headers = { ETag: 'Of bytes: their SHA-256.', 'Content-Disposition': 'Of bytes: name of the file.', ...RANGES };
const RETRIED = [409, 429, 503];

const FILE = { schema: { type: 'string', format: 'binary' } };
/** A file has the media type of its content; client generators know bytes only under the first name. */
const BYTES: Content = { 'application/octet-stream': FILE, '*/*': FILE };
/** If the full answer is JSON, a binary 206 would make the Java client treat it as a file, too. */
const PART: Content = { 'application/octet-stream': { schema: {} }, '*/*': { schema: {} } };
const PAGE = { schema: { type: 'string' } };

const isCounted = ({ permission, number, limited }: OperationSpec) => permission !== null || number !== null || limited !== undefined;
const schemaOf = (type: Type) => ({ $ref: getSchemaPath(type) });

/** Headers of all answers of the operation, and `more`. */
function headerDocs(spec: OperationSpec, more: Headers = {}): never {
  return described({
    ...REQUEST_ID,
    ...(isCounted(spec) && LIMITS),
    ...(spec.number !== null && LENIENT),
    ...(spec.deprecated && DEPRECATED),
    ...more,
  });
}

const described = (headers: Headers): never =>
  Object.fromEntries(Object.entries(headers).map(([name, description]) => [name, { description, schema: { type: 'string' } }])) as never;

/** Headers that a refusal may have, the same for all operations, which share their refusals. */
const refusalHeaders = (status: number): never =>
  described({
    ...REQUEST_ID,
    ...LIMITS,
    ...LENIENT,
    ...DEPRECATED,
    ...(status === 401 && CHALLENGE),
    ...(RETRIED.includes(status) && RETRY),
    ...(status === 416 && RANGES),
  });

/** Content of the usual answer by media type; others of the same status are alternatives. */
function answerContent({ answer, also = [], pages = [] }: OperationSpec): Content {
  const { type, schema, bytes, files = [], status } = answer;
  const model = [type].flat()[0];
  const usual = model && (Array.isArray(type) ? { type: 'array', items: schemaOf(model) } : schemaOf(model));
  const others = also.filter((other) => other.status === status).flatMap(({ types }) => types.map(schemaOf));
  const json = usual ?? schema;
  return {
    ...(json && {
      'application/json': { schema: others.length > 0 ? { oneOf: [json, ...others] } : json },
    }),
    ...(bytes && BYTES),
    ...(pages.includes(status) && { 'text/html': PAGE }),
    ...Object.fromEntries(files.map((media) => [media, FILE])),
  };
}

function usualDocs(spec: OperationSpec): Decorator[] {
  const { answer, also = [], headers, repeatable } = spec;
  const description = [answer, ...also.filter(({ status }) => status === answer.status)].map((each) => each.description).join(' ');
  const shown = { ...(answer.bytes && OF_FILES), ...headers, ...(repeatable && REPLAYED) };
  return [ApiResponse({ status: answer.status, description, content: answerContent(spec) as never, headers: headerDocs(spec, shown) })];
}

/** Successes of another status. */
function alsoDocs(spec: OperationSpec): Decorator[] {
  const { answer, also = [], repeatable } = spec;
  return also.flatMap(({ status, description, types, schema, headers }) => {
    if (status === answer.status) return [ApiExtraModels(...types)];
    const choices = [...types.map(schemaOf), ...(schema ? [schema] : [])];
    const shown = headerDocs(spec, { ...headers, ...(repeatable && REPLAYED) });
    const body = choices.length > 0 && { schema: (choices.length > 1 ? { oneOf: choices } : choices[0]) as never };
    return [ApiExtraModels(...types), ApiResponse({ status, description, ...body, headers: shown })];
  });
}

function partDocs(spec: OperationSpec): Decorator[] {
  if (!spec.answer.bytes) return [];
  const headers = headerDocs(spec, OF_FILES);
  return [
    ApiResponse({
      status: 206,
      description: 'The part that `Range` asks for.',
      content: (spec.answer.type ? PART : BYTES) as never,
      headers,
    }),
    ApiResponse({ status: 304, description: 'The bytes are those of `If-None-Match`.', headers }),
  ];
}

function refusalDocs(spec: OperationSpec): Decorator[] {
  const { pages = [] } = spec;
  const byStatus = codesByStatus(spec);
  const ofEveryCall = [408, 431].map((status) => [status, [...(byStatus.get(status) ?? []), ILLEGIBLE.codigo]] as const);
  return [...new Map([...byStatus, ...ofEveryCall]), [500, [FAULT.codigo]] as const].map(([status, codes]) => {
    const json = { 'application/json': { schema: schemaOf(ErrorBody) } };
    const content = { ...json, ...(pages.includes(status) && { 'text/html': PAGE }) };
    return ApiResponse({
      status,
      description: REFUSALS[status] as string,
      content,
      headers: refusalHeaders(status),
      'x-codigos': codes,
    } as never);
  });
}

/** Documents the answers of an operation. */
export function answerDocs(spec: OperationSpec): Decorator[] {
  const { answer, permission, repeatable } = spec;
  return [
    ...usualDocs(spec),
    ...alsoDocs(spec),
    ...partDocs(spec),
    ...refusalDocs(spec),
    ApiExtraModels(
      ErrorBody,
      ...[answer.type]
        .flat()
        .slice(0, 1)
        .filter((model) => model !== undefined),
    ),
    REQUEST_ID_SENT,
    ...(isCounted(spec) && spec.limited === undefined ? [SUBSCRIPTION_KEY] : []),
    ...(spec.number === null ? [] : [PREFER]),
    ...(answer.bytes ? OF_CACHES : []),
    ...(repeatable ? [IDEMPOTENCY_KEY] : []),
    ...(permission ? [ApiSecurity('token')] : []),
  ];
}
